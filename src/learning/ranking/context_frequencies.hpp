// How often each class occurred in each context, and the search tree built from that: one record per context.
//
// A large machine has hundreds of thousands of contexts, so the one that a word needs is rarely in the processor's
// cache, and each separate array would cost another cache miss. Therefore all records are in one array, and the size of
// a record is a power of two, at least 64 bytes (a cache line); 64 bytes hold six classes, 128 bytes 11. If there are
// more classes than fit, all records are rebuilt. Only contexts in use have a record; the first record is that of all
// contexts together.
#pragma once

#include <algorithm>
#include <utility>

#include "base/storage/large_vector.hpp"
#include "learning/ranking/ranker.hpp"

namespace remap {

class ContextFrequencies {
 public:
  enum class Record : std::uint32_t {};
  static constexpr Record all_contexts{0};
  static constexpr std::size_t most_tabled_classes = 24;  // with more classes, there is no table

  Record record_of(Context context) {
    if (index(context) >= record_of_.size()) record_of_.resize(index(context) + 1, all_contexts);
    Record& record = record_of_[index(context)];
    if (record == all_contexts) {
      record = make_id<Record>(cells_.size() / cells_per_record_);
      cells_.resize(cells_.size() + cells_per_record_);
    }
    return record;
  }

  /// Classes for which no room was made must not be counted or looked up.
  void make_room(std::size_t classes) {
    if (classes > room_) lay_out(classes);
  }

  /// What a loop over many words needs of it, at hand. Valid until a record is added or room is made.
  class View {
   public:
    explicit View(ContextFrequencies& of) noexcept
        : cells_(of.cells_.data()),
          per_record_(of.cells_per_record_),
          table_(counts + of.room_),
          at_hand_(of.cells_.size() <= most_at_hand) {}
    /// Whether all records are in the processor's cache anyway.
    [[nodiscard]] bool at_hand() const noexcept { return at_hand_; }
    /// Prefetches the record.
    void prefetch(Record record) const noexcept { __builtin_prefetch(at(record)); }
    /// In one record alone; that of all contexts has to be counted in as well. `times`: 0 or 1.
    void count_in(Record record, ClassId id, std::uint32_t times = 1) const noexcept {
      std::uint32_t* const cell = at(record);
      cell[total] += times;
      cell[counts + index(id)] += times;
    }
    [[nodiscard]] bool outdated(Record record, std::uint64_t version) const noexcept {
      const std::uint32_t* const cell = at(record);
      return cell[tabled_version] != static_cast<std::uint32_t>(version) || cell[total] >= cell[outdated_at];
    }
    [[nodiscard]] std::uint8_t* table(Record record) const noexcept {
      return reinterpret_cast<std::uint8_t*>(at(record) + table_);
    }

   private:
    [[nodiscard]] std::uint32_t* at(Record record) const noexcept { return cells_ + index(record) * per_record_; }

    std::uint32_t* cells_;
    std::size_t per_record_, table_;
    bool at_hand_;
  };
  [[nodiscard]] View view() noexcept { return View(*this); }

  void count(Record record, ClassId id) {
    view().count_in(record, id);
    view().count_in(all_contexts, id);
  }
  [[nodiscard]] double count_of(Record record, ClassId id) const { return cells_[at(record) + counts + index(id)]; }
  [[nodiscard]] double total_of(Record record) const { return cells_[at(record) + total]; }

  /// Whether the table was made for another version of the classes (from 1 on), or for less than half of the counts.
  [[nodiscard]] bool outdated(Record record, std::uint64_t version) { return view().outdated(record, version); }
  void mark_tabled(Record record, std::uint64_t version) {
    std::uint32_t* cell = &cells_[at(record)];
    cell[tabled_version] = static_cast<std::uint32_t>(version);
    cell[outdated_at] = 2 * cell[total] + 1;
  }
  /// The rank to compare with for each interval of ranks; see `interval`.
  [[nodiscard]] std::uint8_t* table(Record record) { return view().table(record); }
  /// The index in a table of the non-empty interval of ranks [begin, end).
  static std::size_t interval(std::size_t begin, std::size_t end) { return end * (end - 1) / 2 + begin; }

 private:
  // The cells of a record. The counts are followed by the table, one byte per interval.
  // `outdated_at`: the total from which on the table is outdated; there are fewer than 2^31 words.
  static constexpr std::size_t total = 0, outdated_at = 1, tabled_version = 2, counts = 3;

  static constexpr std::size_t most_at_hand = std::size_t{1} << 16;  // cells

  [[nodiscard]] std::size_t at(Record record) const noexcept { return index(record) * cells_per_record_; }

  static std::size_t bytes_for(std::size_t classes) {
    const std::size_t tabled = std::min(classes, most_tabled_classes);
    return (counts + classes) * sizeof(std::uint32_t) + tabled * (tabled + 1) / 2;
  }

  void lay_out(std::size_t classes) {
    const std::size_t old_cells = cells_per_record_;
    while (cells_per_record_ * sizeof(std::uint32_t) < bytes_for(classes)) cells_per_record_ *= 2;
    const std::size_t records = cells_.size() / old_cells;
    const auto old = std::exchange(cells_, LargeVector<std::uint32_t>(records * cells_per_record_));
    for (std::size_t i = 0; i < records; ++i) {
      std::copy_n(&old[i * old_cells], counts + room_, &cells_[i * cells_per_record_]);
      cells_[i * cells_per_record_ + tabled_version] = 0;
    }
    for (room_ = classes; bytes_for(room_ + 1) <= cells_per_record_ * sizeof(std::uint32_t);) ++room_;
  }

  std::size_t room_ = 0;               // how many classes a record can count
  std::size_t cells_per_record_ = 16;  // a power of two
  LargeVector<std::uint32_t> cells_ = LargeVector<std::uint32_t>(cells_per_record_);
  std::vector<Record> record_of_;  // by context; all_contexts where there is none yet
};

}  // namespace remap
