#include "learning/tabled_search.hpp"

#include <algorithm>
#include <array>
namespace remap {

namespace {
constexpr std::size_t words_ahead = 16;  // how long before its turn a word has its context fetched from memory

// Compilers make branches of comparisons: hence numbers.
/// 1 if both are the same, otherwise 0.
std::uint32_t same(std::uint32_t one, std::uint32_t other) noexcept { return ((one ^ other) - 1) >> 31; }
/// The first if `first` is 1, otherwise the second.
std::uint32_t chosen(std::uint32_t first, std::uint32_t one, std::uint32_t other) noexcept {
  return other ^ ((one ^ other) & (0 - first));
}
}  // namespace

TabledSearch::Known TabledSearch::operator[](std::size_t at) const noexcept {
  const Searched& word = words_[at];
  return {word.word, word.record, begin_of(word.span), end_of(word.span), with_of(word.span), word.guesses};
}

void TabledSearch::submit(std::span<const Inquiry> inquiries) {
  ContextFrequencies& frequencies = tables_.frequencies();
  const auto rank_of = [&](ClassId id) {
    return id == no_class ? Guesses<std::uint8_t>::none : static_cast<std::uint8_t>(classes_.rank(id));
  };
  const auto span = static_cast<std::uint32_t>(classes_.size()) << 8;
  words_.make_room(inquiries.size());
  for (const Inquiry& inquiry : inquiries) {
    words_.push_back({inquiry.word,
                      frequencies.record_of(inquiry.context),
                      span,
                      {rank_of(inquiry.expected), rank_of(inquiry.alternative), inquiry.one_of_two}});
  }
}

std::span<const TabledSearch::Settled> TabledSearch::choose(Comparison* batch) {
  ContextFrequencies& frequencies = tables_.frequencies();
  std::array<WordId, SearchTables::most_classes> representative;
  std::array<ClassId, SearchTables::most_classes> class_at;
  for (std::size_t r = 0; r < classes_.size(); ++r) {
    class_at[r] = classes_.at_rank(r);
    representative[r] = classes_.representative(class_at[r]);
  }
  Searched* const all = words_.begin();
  const std::size_t count = words_.size();
  settled_.resize_for_overwrite(count);
  Settled* settled = settled_.begin();
  Searched* kept = all;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + words_ahead < count) frequencies.prefetch(all[i + words_ahead].record);
    const Searched word = all[i];
    const std::uint32_t begin = begin_of(word.span), end = end_of(word.span);
    if (begin >= end) [[unlikely]]
      throw Conflict{};
    const std::uint32_t only = same(end - begin, 1);  // one class is left
    frequencies.count(word.record, class_at[begin], only);
    std::uint32_t with = 0;
    if (word.guesses.expected != word.guesses.none) {
      with = word.guesses.first_look(begin, end, [](std::uint32_t from, std::uint32_t to) { return to - from; });
    } else {
      if (tables_.outdated(word.record) && only == 0) tables_.tabulate(word.record);
      with = chosen(only, begin, tables_.best(word.record, begin, end));
    }
    *settled = {word.word, begin};
    settled += only;
    *batch = {word.word, representative[with]};
    batch += 1 - only;
    *kept = word;
    kept->span = (word.span & 0xffff) | with << 16;
    kept += 1 - only;
  }
  words_.resize(static_cast<std::size_t>(kept - all));
  return {settled_.begin(), settled};
}

std::span<const TabledSearch::Settled> TabledSearch::answer(std::span<const Preference> answers) {
  // For less and greater: what is kept of the interval, and how the other end comes from the class compared with.
  static constexpr std::array<std::uint32_t, 3> kept_bits = {0x00ff, 0, 0xff00}, new_bits = {0xff00, 0, 0x00ff};
  static constexpr std::array<std::uint8_t, 3> shift = {8, 0, 16}, more = {0, 0, 1};
  ContextFrequencies& frequencies = tables_.frequencies();
  std::array<ClassId, SearchTables::most_classes> class_at;
  for (std::size_t r = 0; r < classes_.size(); ++r) class_at[r] = classes_.at_rank(r);
  Searched* const all = words_.begin();
  const std::size_t count = words_.size();
  settled_.resize_for_overwrite(count);
  Settled* settled = settled_.begin();
  Searched* kept = all;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + words_ahead < count) frequencies.prefetch(all[i + words_ahead].record);
    const Searched word = all[i];
    const auto answer = static_cast<std::uint32_t>(answers[i]);
    const std::uint32_t equal = same(answer, static_cast<std::uint32_t>(Preference::equal));
    const std::uint32_t with = with_of(word.span);
    frequencies.count(word.record, class_at[with], equal);
    *settled = {word.word, with};
    settled += equal;
    *kept = word;
    kept->span = (word.span & kept_bits[answer]) | (((word.span >> shift[answer]) + more[answer]) & new_bits[answer]);
    if (word.guesses.any()) kept->guesses.narrow(begin_of(kept->span), end_of(kept->span));
    kept += 1 - equal;
  }
  words_.resize(static_cast<std::size_t>(kept - all));
  return {settled_.begin(), settled};
}

}  // namespace remap
