// A library to load before a program (LD_PRELOAD): one call of the program fails.
//
//     REMAP_FAIL=write:7      the seventh write to a file stops half way, and the next one finds the disk full
//     REMAP_FAIL=sync:1       the first fsync or fdatasync is an input or output error
//     REMAP_FAIL=name:1       so is the first rename or link
//     REMAP_FAIL=memory:100   the hundredth allocation by `new` after the first write to a file finds no memory
//     REMAP_KILL=write:7      the program is killed just before that call instead; likewise for the other kinds
//     REMAP_CALLS=FILE        how many calls of each kind there were is written to FILE in the end
//
// Counting begins when the program ignores SIGPIPE, with which `main` begins: what happens before is not ours.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

enum Kind { write_call, sync_call, name_call, memory_call, kinds };
constexpr const char* kind_name[kinds] = {"write", "sync", "name", "memory"};

std::atomic<bool> counting{false};
std::atomic<long> calls[kinds];
std::atomic<bool> disk_full{false};

/// Does the variable name this call, as KIND:NUMBER?
bool names(const char* variable, Kind kind, long number) {
  const char* wanted = std::getenv(variable);
  if (wanted == nullptr) return false;
  const std::size_t length = std::strlen(kind_name[kind]);
  return std::strncmp(wanted, kind_name[kind], length) == 0 && wanted[length] == ':' &&
         std::atol(wanted + length + 1) == number;
}

bool fails(Kind kind) {
  if (!counting || (kind == memory_call && calls[write_call] == 0)) return false;
  const long number = ++calls[kind];
  if (names("REMAP_KILL", kind, number)) kill(getpid(), SIGKILL);
  return names("REMAP_FAIL", kind, number);
}

bool is_file(int file) {
  struct stat status {};
  return file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

template <class Call>
ssize_t write_or_fail(int file, std::size_t size, Call call) {
  if (!is_file(file)) return call(size);
  if (disk_full.exchange(false)) {
    errno = ENOSPC;
    return -1;
  }
  if (!fails(write_call)) return call(size);
  disk_full = true;
  return call(size > 1 ? size / 2 : size);
}

template <class Call>
int do_or_fail(Kind kind, Call call) {
  if (!fails(kind)) return call();
  errno = EIO;
  return -1;
}

struct Report {
  ~Report() {
    counting = false;
    const char* path = std::getenv("REMAP_CALLS");
    if (path == nullptr) return;
    const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600));
    char text[200];
    const int size = std::snprintf(text, sizeof text, "%ld %ld %ld %ld\n", calls[0].load(), calls[1].load(),
                                   calls[2].load(), calls[3].load());
    if (syscall(SYS_write, file, text, size) != size) std::abort();
    syscall(SYS_close, file);
  }
} report;

}  // namespace

extern "C" {

ssize_t write(int file, const void* data, std::size_t size) {
  return write_or_fail(file, size, [&](std::size_t some) { return syscall(SYS_write, file, data, some); });
}

ssize_t pwrite64(int file, const void* data, std::size_t size, off64_t at) {
  return write_or_fail(file, size, [&](std::size_t some) { return syscall(SYS_pwrite64, file, data, some, at); });
}

ssize_t pwrite(int file, const void* data, std::size_t size, off_t at) { return pwrite64(file, data, size, at); }

int fsync(int file) {
  return do_or_fail(sync_call, [&] { return static_cast<int>(syscall(SYS_fsync, file)); });
}

int fdatasync(int file) {
  return do_or_fail(sync_call, [&] { return static_cast<int>(syscall(SYS_fdatasync, file)); });
}

int rename(const char* from, const char* to) noexcept {
  return do_or_fail(name_call, [&] { return static_cast<int>(syscall(SYS_rename, from, to)); });
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  return do_or_fail(name_call,
                    [&] { return static_cast<int>(syscall(SYS_linkat, from_folder, from, to_folder, to, flags)); });
}

__sighandler_t signal(int number, __sighandler_t handler) noexcept {
  if (number == SIGPIPE && handler == SIG_IGN) counting = true;
  struct sigaction action {
  }, before{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

}  // extern "C"

void* operator new(std::size_t size) {
  void* const memory = fails(memory_call) ? nullptr : std::malloc(size == 0 ? 1 : size);
  if (memory != nullptr) return memory;
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
