#include "learning/ranking/tabled_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

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
  const auto& [word, record, span, guesses] = words_[at];
  return {word, record, begin_of(span), end_of(span), with_of(span), unpacked(guesses)};
}

std::uint32_t TabledSearch::first_look(std::uint32_t guesses, std::uint32_t begin, std::uint32_t end) noexcept {
  const auto outcomes = [](std::uint32_t low, std::uint32_t high) { return high - low; };
  return unpacked(guesses).first_look(begin, end, outcomes);
}

std::uint32_t TabledSearch::narrowed(std::uint32_t guesses, std::uint32_t span) noexcept {
  Guesses<std::uint8_t> narrow = unpacked(guesses);
  narrow.narrow(begin_of(span), end_of(span));
  return packed(narrow);
}

// All classes are known, so they stay the same until all words have been found.
void TabledSearch::list_classes() {
  if (std::exchange(listed_, tables_.version()) == tables_.version()) return;
  for (std::size_t r = 0; r < classes_.size(); ++r) {
    class_at_[r] = classes_.at_rank(r);
    representative_[r] = classes_.representative(class_at_[r]);
  }
}

// Contexts that are new get records first: then these stay where they are.
void TabledSearch::submit(std::span<const Inquiry> inquiries, Comparison* batch) {
  const auto rank_of = [&](ClassId id) {
    return id == no_class ? Guesses<std::uint8_t>::none : static_cast<std::uint8_t>(classes_.rank(id));
  };
  list_classes();
  words_.resize_for_overwrite(inquiries.size());
  Searched* to = words_.begin();
  for (const Inquiry& inquiry : inquiries) {
    std::uint32_t guesses = no_guesses;
    if (inquiry.expected != no_class || inquiry.alternative != no_class) {
      guesses = packed({rank_of(inquiry.expected), rank_of(inquiry.alternative), inquiry.one_of_two});
    }
    *to++ = {inquiry.word, tables_.frequencies().record_of(inquiry.context), 0, guesses};
  }
  const auto end = static_cast<std::uint32_t>(classes_.size());
  const std::size_t whole = ContextFrequencies::interval(0, end);
  const ContextFrequencies::View frequencies = tables_.frequencies().view();
  const std::uint64_t version = tables_.version();
  for (Searched& each : words_) {
    std::uint32_t with = 0;
    if (static_cast<std::uint8_t>(each.guesses) != Guesses<std::uint8_t>::none) {
      with = first_look(each.guesses, 0, end);
    } else {
      if (frequencies.outdated(each.record, version)) [[unlikely]]
        tables_.tabulate(each.record);
      with = frequencies.table(each.record)[whole];
    }
    each.span = end << 8 | with << 16;
    *batch++ = {each.word, representative_[with]};
  }
}

void TabledSearch::count_everywhere(const Settled* from, const Settled* to) noexcept {
  const ContextFrequencies::View frequencies = tables_.frequencies().view();
  for (; from != to; ++from) frequencies.count_in(ContextFrequencies::all_contexts, from->id);
}

// Whether a table is outdated depends on the counts of its context so far, what a new one says on those of all
// contexts.
std::span<const TabledSearch::Settled> TabledSearch::choose(Comparison* batch) {
  const ContextFrequencies::View frequencies = tables_.frequencies().view();
  const std::uint64_t version = tables_.version();
  settled_.resize_for_overwrite(words_.size());
  Settled* settled = settled_.begin();
  const Settled* counted = settled;  // those before it are counted everywhere
  Searched* kept = words_.begin();
  const std::size_t fetched = frequencies.at_hand() ? 0 : words_.size() - std::min(words_ahead + 1, words_.size());
  const Searched* const last = words_.begin() + fetched;
  for (const Searched *at = words_.begin(), *end = words_.end(); at != end; ++at) {
    if (at < last) frequencies.prefetch(at[words_ahead].record);
    const auto [word, record, span, guesses] = *at;
    const std::uint32_t from = begin_of(span), to = end_of(span);
    if (from >= to) [[unlikely]]
      throw Conflict{};
    const std::uint32_t only = same(to - from, 1);  // one class is left
    frequencies.count_in(record, class_at_[from], only);
    std::uint32_t with = 0;
    if (static_cast<std::uint8_t>(guesses) != Guesses<std::uint8_t>::none) {
      with = first_look(guesses, from, to);
    } else {
      if (frequencies.outdated(record, version) && only == 0) [[unlikely]] {
        count_everywhere(std::exchange(counted, settled), settled);
        tables_.tabulate(record);
      }
      with = chosen(only, from, frequencies.table(record)[ContextFrequencies::interval(from, to)]);
    }
    *settled = {word, class_at_[from]};
    settled += only;
    *batch = {word, representative_[with]};
    batch += 1 - only;
    *kept = *at;
    kept->span = (span & 0xffff) | with << 16;
    kept += 1 - only;
  }
  count_everywhere(counted, settled);
  words_.resize(static_cast<std::size_t>(kept - words_.begin()));
  return {settled_.begin(), settled};
}

std::span<const TabledSearch::Settled> TabledSearch::answer(std::span<const Preference> answers) {
  static_assert(static_cast<int>(Preference::less) == 0 && static_cast<int>(Preference::equal) == 1 &&
                static_cast<int>(Preference::greater) == 2);
  // For less and greater: what is kept of the interval, and how the other end comes from the class compared with.
  static constexpr std::array<std::uint32_t, 3> kept_bits = {0x00ff, 0, 0xff00}, new_bits = {0xff00, 0, 0x00ff};
  static constexpr std::array<std::uint8_t, 3> shift = {8, 0, 16}, more = {0, 0, 1};
  settled_.resize_for_overwrite(words_.size());
  settled_in_.resize_for_overwrite(words_.size());
  Settled* settled = settled_.begin();
  Record* settled_in = settled_in_.begin();
  Searched* kept = words_.begin();
  const Preference* given = answers.data();
  for (const Searched *at = words_.begin(), *end = words_.end(); at != end; ++at) {
    const auto [word, record, span, guesses] = *at;
    const auto answer = static_cast<std::uint32_t>(*given++);
    const std::uint32_t equal = answer & 1;
    *settled = {word, class_at_[with_of(span)]};
    settled += equal;
    *settled_in = record;
    settled_in += equal;
    const std::uint32_t left =
        (span & kept_bits[answer]) | (((span >> shift[answer]) + more[answer]) & new_bits[answer]);
    *kept = *at;
    kept->span = left;
    if ((guesses & no_guesses) != no_guesses) kept->guesses = narrowed(guesses, left);
    kept += 1 - equal;
  }
  const ContextFrequencies::View frequencies = tables_.frequencies().view();
  const auto found = static_cast<std::size_t>(settled - settled_.begin());
  for (std::size_t i = 0; i < found; ++i) {
    if (i + words_ahead < found) frequencies.prefetch(settled_in_[i + words_ahead]);
    frequencies.count_in(settled_in_[i], settled_[i].id);
  }
  count_everywhere(settled_.begin(), settled);
  words_.resize(static_cast<std::size_t>(kept - words_.begin()));
  return {settled_.begin(), settled};
}

}  // namespace remap
