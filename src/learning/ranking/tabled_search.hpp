// Searches among all classes there can be, by tables alone: most of a run of the ranker that searches.
//
// When as many classes are known as there are outputs, there is no feedback on words without a class and no answer was
// unsure, a word is somewhere in an interval of classes, and nothing else decides what it is compared with. What an
// answer leaves of the interval is unpredictable, so nothing depends on it by a branch, and a word takes 16 bytes.
#pragma once

#include <array>
#include <span>

#include "learning/ranking/guesses.hpp"
#include "learning/ranking/ranker.hpp"
#include "learning/ranking/search_tables.hpp"

namespace remap {

class TabledSearch {
 public:
  using Record = ContextFrequencies::Record;
  /// A word whose class has been found.
  using Settled = Classes::Joining;
  /// What is known of a word.
  struct Known {
    WordId word;
    Record record;
    std::uint32_t begin, end;  // its class is one of these
    std::uint32_t with;        // what it is being compared with
    Guesses<std::uint8_t> guesses;
  };

  TabledSearch(const Classes& classes, SearchTables& tables) : classes_(classes), tables_(tables) {}

  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  [[nodiscard]] Known operator[](std::size_t at) const noexcept;
  void clear() noexcept { words_.clear(); }

  /// Inquiries without a twin, if there are two classes or more. Writes the first comparison of each word; there must
  /// be room for them.
  void submit(std::span<const Inquiry> inquiries, Comparison* batch);
  /// Writes the next comparison of each word that needs one, one after the other. Returns the words that need none.
  std::span<const Settled> choose(Comparison* batch);
  /// One answer for each word; none is unsure. Returns the words that are equal to what they were compared with.
  std::span<const Settled> answer(std::span<const Preference> answers);

 private:
  struct Searched {
    WordId word;
    Record record;
    std::uint32_t span;     // lowest byte first: begin, end, with
    std::uint32_t guesses;  // likewise: expected, alternative, one of two
  };
  static constexpr std::uint32_t no_guesses = 0xffff;
  static std::uint32_t packed(const Guesses<std::uint8_t>& guesses) noexcept {
    return guesses.expected | guesses.alternative << 8 | (guesses.one_of_two ? 1 : 0) << 16;
  }
  static Guesses<std::uint8_t> unpacked(std::uint32_t guesses) noexcept {
    return {static_cast<std::uint8_t>(guesses), static_cast<std::uint8_t>(guesses >> 8), guesses >> 16 != 0};
  }
  void list_classes();
  void count_everywhere(const Settled* from, const Settled* to) noexcept;
  [[gnu::noinline]] static std::uint32_t first_look(std::uint32_t guesses, std::uint32_t begin,
                                                    std::uint32_t end) noexcept;
  [[gnu::noinline]] static std::uint32_t narrowed(std::uint32_t guesses, std::uint32_t span) noexcept;
  static std::uint32_t begin_of(std::uint32_t span) noexcept { return span & 255; }
  static std::uint32_t end_of(std::uint32_t span) noexcept { return span >> 8 & 255; }
  static std::uint32_t with_of(std::uint32_t span) noexcept { return span >> 16; }

  const Classes& classes_;
  SearchTables& tables_;
  std::uint64_t listed_ = UINT64_MAX;  // the version of the classes that these are, by rank
  std::array<ClassId, SearchTables::most_classes> class_at_{};
  std::array<WordId, SearchTables::most_classes> representative_{};
  LargeVector<Searched> words_;
  LargeVector<Settled> settled_;
  LargeVector<Record> settled_in_;  // their contexts
};

}  // namespace remap
