// Where storage comes from depends on its size. Below 16 KiB it is malloc's. Up to a huge page it is a block of a power
// of two bytes, cut from huge pages that all vectors share and kept for the next run when it is freed: malloc would
// take hundreds of page faults to fill it and give it back each time. Larger storage is a mapping of its own, a whole
// number of huge pages at an address that is a multiple of one: only there does the system use huge pages, and only
// between two such addresses does a move hand over a huge page as a whole (one entry in the table of pages) instead of
// breaking it into 512 small ones.
#include "base/storage/large_vector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace remap {

namespace {

void* grow_small(void* storage, std::size_t bytes) {
  void* grown = std::realloc(storage, bytes);
  if (grown == nullptr) throw std::bad_alloc();
  return grown;
}

}  // namespace

#ifdef __linux__

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t smallest_block = std::size_t{1} << 14;

enum class Source : std::uint8_t { malloc, blocks, mapping };

Source source_of(std::size_t bytes) noexcept {
  if (bytes > huge_page) return Source::mapping;
#ifdef __SANITIZE_ADDRESS__
  return Source::malloc;  // which is watched
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return Source::malloc;
#endif
#endif
  return bytes < smallest_block ? Source::malloc : Source::blocks;
}

std::size_t whole_pages(std::size_t bytes) noexcept { return (bytes + huge_page - 1) / huge_page * huge_page; }

// A new mapping at a multiple of a huge page: one that is larger by a page, of which both ends are given back. No
// memory is set aside for it, as up to half of it is never written.
char* map_aligned(std::size_t bytes, int protection) {
  const std::size_t room = bytes + huge_page;
  void* mapped = mmap(nullptr, room, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(mapped);
  const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(begin) % huge_page) % huge_page;
  if (before > 0) munmap(begin, before);
  munmap(begin + before + bytes, huge_page - before);
  return begin + before;
}

char* map_huge_pages(std::size_t bytes) {
  char* const mapped = map_aligned(bytes, PROT_READ | PROT_WRITE);
  madvise(mapped, bytes, MADV_HUGEPAGE);  // a wish: whether it was granted does not matter
  return mapped;
}

void* move_mapping(void* storage, std::size_t from, std::size_t to) {
  if (mremap(storage, from, to, 0) != MAP_FAILED) return storage;
  // The address range is held until the pages come, so that no other thread takes it. If they do not come, it may be
  // gone already and be another's, so it is not given back: that loses addresses, no memory.
  char* const target = map_aligned(to, PROT_NONE);
  void* moved = mremap(storage, from, to, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  if (moved == MAP_FAILED) throw std::bad_alloc();
  return moved;
}

// Blocks that are free, by size. A block is halved when a smaller one is needed; halves are not put together again.
class Blocks {
 public:
  static std::size_t size_for(std::size_t bytes) noexcept { return std::bit_ceil(bytes); }

  void* take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    std::size_t kind = kind_of(size);
    while (kind < free_.size() && free_[kind] == nullptr) ++kind;
    char* const block = kind == free_.size() ? map_huge_pages(huge_page)
                                             : reinterpret_cast<char*>(std::exchange(free_[kind], free_[kind]->next));
    for (kind = std::min(kind, free_.size() - 1); kind > kind_of(size); --kind) {
      put(block + (smallest_block << (kind - 1)), kind - 1);
    }
    return block;
  }
  void give(void* block, std::size_t size) noexcept {
    const std::lock_guard lock(mutex_);
    put(block, kind_of(size));
  }

 private:
  struct Free {
    Free* next;
  };
  static std::size_t kind_of(std::size_t size) noexcept {
    return static_cast<std::size_t>(std::countr_zero(size) - std::countr_zero(smallest_block));
  }
  void put(void* block, std::size_t kind) noexcept { free_[kind] = new (block) Free{free_[kind]}; }

  std::mutex mutex_;
  std::array<Free*, std::countr_zero(huge_page / smallest_block) + 1> free_{};
};

// Never destroyed, since vectors may outlive what is.
Blocks& blocks() {
  static Blocks& all = *new Blocks;
  return all;
}

}  // namespace

void* grow_storage(void* storage, std::size_t from, std::size_t to) {
  const Source before = source_of(from), after = source_of(to);
  if (after == Source::malloc) return grow_small(storage, to);
  if (before == Source::mapping) return move_mapping(storage, whole_pages(from), whole_pages(to));
  if (before == after && Blocks::size_for(from) == Blocks::size_for(to)) return storage;
  void* const grown = after == Source::mapping ? map_huge_pages(whole_pages(to)) : blocks().take(Blocks::size_for(to));
  if (from > 0) std::memcpy(grown, storage, from);
  free_storage(storage, from);
  return grown;
}

void free_storage(void* storage, std::size_t bytes) noexcept {
  switch (source_of(bytes)) {
    case Source::malloc:
      return std::free(storage);
    case Source::blocks:
      return blocks().give(storage, Blocks::size_for(bytes));
    case Source::mapping:
      munmap(storage, whole_pages(bytes));
  }
}

std::size_t room_in_storage(std::size_t bytes) noexcept {
  switch (source_of(bytes)) {
    case Source::malloc:
      break;
    case Source::blocks:
      return Blocks::size_for(bytes);
    case Source::mapping:
      return whole_pages(bytes);
  }
  return bytes;
}

#else

std::size_t room_in_storage(std::size_t bytes) noexcept { return bytes; }
void* grow_storage(void* storage, std::size_t /*from*/, std::size_t to) { return grow_small(storage, to); }
void free_storage(void* storage, std::size_t /*bytes*/) noexcept { std::free(storage); }

#endif

}  // namespace remap
