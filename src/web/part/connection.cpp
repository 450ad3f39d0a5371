#include "web/part/connection.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "remap/automata/error.hpp"

namespace remap::web {

using std::chrono::milliseconds;

StopSignal::StopSignal() : file_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (file_ < 0) throw Error("cannot create an eventfd");
}
StopSignal::~StopSignal() { ::close(file_); }
void StopSignal::raise() noexcept {
  raised_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(file_, &one, sizeof one);
}

void ConnectionPool::enqueue(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  less_.wait(lock, [this] { return open_ < most_; });
  ++open_;
  tasks_.push_back(std::move(task));
  if (idle_ < tasks_.size() && threads_.size() < most_) threads_.emplace_back([this] { work(); });
  changed_.notify_one();
}

void ConnectionPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
    --open_;
    less_.notify_one();
  }
}

void ConnectionPool::shutdown() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

bool LimitedStream::wait(const std::function<bool()>& crowded) {
  const Clock::time_point since = Clock::now();
  while (begin_ == end_) {
    const auto patience = std::chrono::seconds(crowded() ? 1 : limits_.idle_seconds);
    const auto left = std::chrono::duration_cast<milliseconds>(since + patience - Clock::now());
    if (left.count() <= 0 || stop_.raised()) return false;
    pollfd files[] = {{socket_, POLLIN, 0}, {stop_.file(), POLLIN, 0}};
    const int count = ::poll(files, 2, static_cast<int>(std::min<std::int64_t>(left.count(), 1000)));
    if (count < 0 && errno != EINTR) return false;
    if (files[1].revents != 0) return false;
    if (files[0].revents != 0) break;
  }
  deadline_ = Clock::now() + std::chrono::seconds(limits_.request_seconds);
  taken_ = 0;
  return true;
}

bool LimitedStream::ready(short event) const {
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
    if (left.count() <= 0) return false;
    pollfd file{socket_, event, 0};
    const int count = ::poll(&file, 1, static_cast<int>(left.count()));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

ssize_t LimitedStream::read(char* bytes, std::size_t size) {
  if (begin_ == end_) {
    const std::size_t most = limits_.header_bytes + limits_.body_bytes;
    if (taken_ >= most || !ready(POLLIN)) return -1;
    const ssize_t count = ::recv(socket_, buffer_, std::min(sizeof buffer_, most - taken_), 0);
    if (count <= 0) return count;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
    taken_ += end_;
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::memcpy(bytes, buffer_ + begin_, count);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t LimitedStream::write(const char* bytes, std::size_t size) {
  if (!ready(POLLOUT)) return -1;
  ssize_t count = -1;
  do {
    count = ::send(socket_, bytes, size, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace remap::web
