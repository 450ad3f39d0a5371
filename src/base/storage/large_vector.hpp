// A vector for data that grows with the number of words: it uses huge pages when large, and is moved without copying.
//
// Learning a large machine means random access to words all over memory. With 4 KiB pages nearly every access also
// misses the TLB, and allocating a gigabyte takes a quarter of a million page faults; with 2 MiB pages both costs are
// negligible. What remains is that the system clears each page it provides: a vector that copies itself into new
// storage whenever it is full has up to three times its size cleared. This one remaps its pages to another address
// instead, so only what is written for the first time is cleared, and the unused half of its storage is address space
// without memory. On systems without these facilities it is an ordinary vector.
//
// The names are those of std::vector, as far as they are needed. Elements are moved as bytes and never destroyed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace remap {

/// Storage of `to` bytes that begins with the contents of `storage`, which has `from` bytes (none: null) and is
/// released. Suitably aligned for any type; `from` < `to`. Throws std::bad_alloc on failure and then leaves `storage`
/// unchanged.
[[nodiscard]] void* grow_storage(void* storage, std::size_t from, std::size_t to);
void free_storage(void* storage, std::size_t bytes) noexcept;
/// How many bytes storage for so many has room for.
[[nodiscard]] std::size_t room_in_storage(std::size_t bytes) noexcept;

template <class T>
class LargeVector {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));

 public:
  LargeVector() = default;
  explicit LargeVector(std::size_t count, T value = T{}) { resize(count, value); }
  LargeVector(const LargeVector&) = delete;
  LargeVector& operator=(const LargeVector&) = delete;
  LargeVector(LargeVector&& other) noexcept { swap(other); }
  LargeVector& operator=(LargeVector&& other) noexcept {
    LargeVector(std::move(other)).swap(*this);
    return *this;
  }
  ~LargeVector() { free_storage(data_, capacity_ * sizeof(T)); }

  void swap(LargeVector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] T& operator[](std::size_t at) noexcept { return data_[at]; }
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept { return data_[at]; }

  /// Then so many elements can be added without an exception.
  void make_room(std::size_t count = 1) {
    if (capacity_ - size_ < count) [[unlikely]]
      grow(size_ + count);
  }
  /// The value may be one of the vector's own.
  void push_back(T value) {
    make_room();
    push_back_unchecked(value);
  }
  /// The same where there is room.
  void push_back_unchecked(T value) noexcept {
    std::construct_at(data_ + size_, value);
    ++size_;
  }
  void resize(std::size_t size, T value = T{}) {
    if (size > capacity_) grow(size);
    if (size > size_) std::uninitialized_fill(data_ + size_, data_ + size, value);
    size_ = size;
  }
  /// What is new has any value.
  void resize_for_overwrite(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  /// Values that are not the vector's own.
  void append(std::span<const T> values) {
    if (size_ + values.size() > capacity_) grow(size_ + values.size());
    std::uninitialized_copy(values.begin(), values.end(), data_ + size_);
    size_ += values.size();
  }
  void clear() noexcept { size_ = 0; }

 private:
  [[gnu::noinline, gnu::cold]] void grow(std::size_t needed) {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T);
    if (needed > most) throw std::length_error("LargeVector: more elements than there are addresses");
    // Copying ends with the first mapping (large_vector.cpp), so until then there are few steps.
    constexpr std::size_t small = (std::size_t{1} << 13) / sizeof(T), medium = (std::size_t{1} << 17) / sizeof(T);
    const std::size_t factor = capacity_ >= small && capacity_ <= medium ? 4 : 2;
    const std::size_t wanted = std::max(needed, capacity_ > most / factor ? most : factor * capacity_);
    const std::size_t capacity = room_in_storage(wanted * sizeof(T)) / sizeof(T);
    data_ = static_cast<T*>(grow_storage(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace remap
