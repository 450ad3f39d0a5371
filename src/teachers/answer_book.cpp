#include "remap/teachers/answer_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace remap {

std::uint64_t AnswerBook::key(WordId a, WordId b) noexcept {
  const auto [low, high] = std::minmax(a, b);
  return (static_cast<std::uint64_t>(low) << 32) | static_cast<std::uint64_t>(high);
}

AnswerId AnswerBook::add(BookEntry entry) {
  entries_.push_back(entry);
  return make_id<AnswerId>(entries_.size());
}

AnswerId AnswerBook::add_comparison(WordId left, WordId right, Preference answer, Purpose purpose) {
  BookEntry entry;
  entry.answer = answer;
  entry.purpose = purpose;
  entry.left = left;
  entry.right = right;
  AnswerId& last = by_pair_.try_emplace(key(left, right), no_answer).first->second;
  entry.earlier = last;
  return last = add(entry);
}

AnswerId AnswerBook::add_value(WordId word, Output value) {
  BookEntry entry;
  entry.kind = BookEntry::Kind::value;
  entry.left = word;
  entry.value = value;
  return by_word_[word] = add(entry);
}

AnswerId AnswerBook::add_limits(WordId word, OutputSet allowed) {
  BookEntry entry;
  entry.kind = BookEntry::Kind::limits;
  entry.left = word;
  entry.detail = static_cast<std::uint32_t>(allowed_.size());
  allowed_.push_back(std::move(allowed));
  return add(entry);
}

AnswerId AnswerBook::add_difference(WordId word, WordId other) {
  BookEntry entry;
  entry.kind = BookEntry::Kind::difference;
  entry.left = word;
  entry.right = other;
  return add(entry);
}

AnswerId AnswerBook::add_acceptance(const MooreMachine& machine) {
  BookEntry entry;
  entry.kind = BookEntry::Kind::acceptance;
  entry.detail = static_cast<std::uint32_t>(accepted_.size());
  accepted_.push_back(std::make_shared<const MooreMachine>(machine));
  return add(entry);
}

BookEntry& AnswerBook::find(AnswerId id) {
  if (id == no_answer || index(id) > entries_.size()) {
    throw InputError(fmt::format("there is no answer {}, expected a number from 1 to {}", index(id), entries_.size()));
  }
  return entries_[index(id) - 1];
}

void AnswerBook::retract(AnswerId id) {
  BookEntry& entry = find(id);
  if (!entry.valid) throw InputError(fmt::format("answer {} was taken back or overruled already", index(id)));
  entry.valid = false;
  changed_ = true;
}

void AnswerBook::change(AnswerId id, Preference answer) {
  BookEntry& entry = find(id);
  if (entry.kind != BookEntry::Kind::comparison) {
    throw InputError(fmt::format("answer {} is not a comparison: it can be taken back, but not be changed", index(id)));
  }
  for (AnswerId other = by_pair_.at(key(entry.left, entry.right)); other != no_answer; other = at(other).earlier) {
    entries_[index(other) - 1].valid = other == id;
  }
  entry.answer = answer;
  entry.changed_at = make_id<AnswerId>(entries_.size());
  changed_ = true;
}

AnswerId AnswerBook::latest(WordId a, WordId b) const {
  const auto found = by_pair_.find(key(a, b));
  AnswerId id = found == by_pair_.end() ? no_answer : found->second;
  while (id != no_answer && !at(id).valid) id = at(id).earlier;
  return id;
}

std::optional<Preference> AnswerBook::compare(WordId left, WordId right) const {
  AnswerId id = latest(left, right);
  if (id == no_answer) return std::nullopt;
  std::array<std::size_t, 4> votes{};
  Preference choice = Preference::unsure;
  for (; id != no_answer; id = at(id).earlier) {
    const BookEntry& entry = at(id);
    if (!entry.valid) continue;
    choice = entry.left == left ? entry.answer : swapped(entry.answer);
    ++votes[static_cast<std::size_t>(choice)];
  }
  // `choice` is now the earliest answer; another one needs more votes.
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (votes[i] > votes[static_cast<std::size_t>(choice)]) choice = static_cast<Preference>(i);
  }
  return choice;
}

AnswerBook::Votes AnswerBook::votes(WordId a, WordId b) const {
  const std::optional<Preference> choice = compare(a, b);
  Votes result;
  for (AnswerId id = latest(a, b); id != no_answer; id = at(id).earlier) {
    const BookEntry& entry = at(id);
    if (!entry.valid) continue;
    ++result.all;
    if ((entry.left == a ? entry.answer : swapped(entry.answer)) == *choice) ++result.agreeing;
  }
  return result;
}

std::optional<Output> AnswerBook::value(WordId word) const {
  const auto found = by_word_.find(word);
  if (found == by_word_.end() || !at(found->second).valid) return std::nullopt;
  return at(found->second).value;
}

std::vector<Answer> AnswerBook::evidence(std::vector<AnswerId>* ids) const {
  std::vector<Answer> result;
  const auto add = [&](AnswerId id, Answer answer) {
    result.push_back(std::move(answer));
    if (ids != nullptr) ids->push_back(id);
  };
  for (std::size_t i = 1; i <= entries_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = at(id);
    if (!entry.valid) continue;
    switch (entry.kind) {
      case BookEntry::Kind::comparison: {
        if (latest(entry.left, entry.right) != id) break;  // one per pair: the latest stands for all
        const Preference answer = *compare(entry.left, entry.right);
        if (answer != Preference::unsure) add(id, ComparisonAnswer{{entry.left, entry.right}, answer});
        break;
      }
      case BookEntry::Kind::value:
        add(id, ValueAnswer{entry.left, OutputSet::only(outputs_, {entry.value})});
        break;
      case BookEntry::Kind::limits:
        add(id, ValueAnswer{entry.left, allowed(id)});
        break;
      case BookEntry::Kind::difference:
        add(id, DifferenceAnswer{entry.left, entry.right});
        break;
      case BookEntry::Kind::acceptance:
        break;
    }
  }
  return result;
}

std::vector<AnswerId> AnswerBook::needless(Output absorbing) const {
  std::vector<AnswerId> ids, found;
  const std::vector<Answer> all = evidence(&ids);
  std::optional<AbsorbingRule> rule;
  if (absorbing != no_output) rule.emplace(AbsorbingRule{words_, absorbing});
  std::vector<Answer> before;
  for (std::size_t i = 1; i <= entries_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = at(id);
    if (entry.kind != BookEntry::Kind::comparison || entry.purpose != Purpose::question) continue;
    before.clear();
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto* other = std::get_if<ComparisonAnswer>(&all[k]);
      const bool same =
          other != nullptr && key(other->question.left, other->question.right) == key(entry.left, entry.right);
      if (ids[k] < id && at(ids[k]).changed_at < id && !same) before.push_back(all[k]);
    }
    if (implied_answer(before, {entry.left, entry.right}, outputs_, rule)) found.push_back(id);
  }
  return found;
}

}  // namespace remap
