// Small storage is malloc's. Large storage is a mapping of its own, a whole number of huge pages at an address that is
// a multiple of one: only there does the system use huge pages, and only between two such addresses does a move hand
// over a huge page as a whole (one entry in the table of pages) instead of breaking it into 512 small ones.
#include "learning/large_vector.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

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
// From a quarter of a huge page on: malloc gives memory of this size back when it is freed, and learning again takes
// hundreds of page faults to fill it; one fault that clears more than is needed is cheaper.
constexpr std::size_t large = huge_page / 4;

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

void* move_large(void* storage, std::size_t from, std::size_t to) {
  if (mremap(storage, from, to, 0) != MAP_FAILED) return storage;
  // The address range is held until the pages come, so that no other thread takes it. If they do not come, it may be
  // gone already and be another's, so it is not given back: that loses addresses, no memory.
  char* const target = map_aligned(to, PROT_NONE);
  void* moved = mremap(storage, from, to, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  if (moved == MAP_FAILED) throw std::bad_alloc();
  return moved;
}

}  // namespace

void* grow_storage(void* storage, std::size_t from, std::size_t to) {
  if (to < large) return grow_small(storage, to);
  if (from >= large) return move_large(storage, whole_pages(from), whole_pages(to));
  char* const grown = map_aligned(whole_pages(to), PROT_READ | PROT_WRITE);
  madvise(grown, whole_pages(to), MADV_HUGEPAGE);  // a wish: whether it was granted does not matter
  if (from > 0) std::memcpy(grown, storage, from);
  std::free(storage);
  return grown;
}

void free_storage(void* storage, std::size_t bytes) noexcept {
  if (bytes < large) return std::free(storage);
  munmap(storage, whole_pages(bytes));
}

#else

void* grow_storage(void* storage, std::size_t /*from*/, std::size_t to) { return grow_small(storage, to); }
void free_storage(void* storage, std::size_t /*bytes*/) noexcept { std::free(storage); }

#endif

}  // namespace remap
