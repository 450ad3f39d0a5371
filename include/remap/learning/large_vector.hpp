// Vectors for what grows with the number of words: a large one asks the system for huge pages.
//
// Learning a large machine is a matter of looking up words all over memory. With pages of 4 KiB nearly every such look
// misses the processor's table of pages, too, and a gigabyte takes a quarter of a million page faults to come by; with
// pages of 2 MiB neither costs anything worth measuring. Where the system has no such pages, nothing changes.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace remap {

/// Storage of that many bytes, aligned for anything; throws std::bad_alloc when there is none.
void* allocate_large(std::size_t bytes);
void free_large(void* storage, std::size_t bytes) noexcept;

template <class T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(allocate_large(count * sizeof(T)));
  }
  void deallocate(T* storage, std::size_t count) noexcept { free_large(storage, count * sizeof(T)); }
  bool operator==(const LargeAllocator&) const noexcept { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace remap
