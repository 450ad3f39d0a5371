#include "remap/learning/large_vector.hpp"

#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace remap {

namespace {
constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t large = 2 * huge_page;
}  // namespace

void* allocate_large(std::size_t bytes) {
  if (bytes < large) return ::operator new(bytes);
  const std::size_t whole = (bytes + huge_page - 1) / huge_page * huge_page;
  void* storage = std::aligned_alloc(huge_page, whole);
  if (storage == nullptr) throw std::bad_alloc();
#ifdef __linux__
  madvise(storage, whole, MADV_HUGEPAGE);  // a wish: whether it was granted does not matter
#endif
  return storage;
}

void free_large(void* storage, std::size_t bytes) noexcept {
  if (bytes < large) return ::operator delete(storage);
  std::free(storage);
}

}  // namespace remap
