#include "teachers/book/answer_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/checksum.hpp"
#include "learning/order/order_knowledge.hpp"

namespace remap {

namespace {
constexpr std::array<std::string_view, 5> purposes = {"question", "confirmation", "recheck", "given", "unasked"};
}

std::string_view name_of(Purpose purpose) { return purposes[static_cast<std::size_t>(purpose)]; }

std::optional<Purpose> parse_purpose(std::string_view text) {
  const auto found = std::find(purposes.begin(), purposes.end(), text);
  if (found == purposes.end()) return std::nullopt;
  return static_cast<Purpose>(found - purposes.begin());
}

std::uint64_t AnswerBook::key(WordId a, WordId b) noexcept {
  const auto [low, high] = std::minmax(a, b);
  return (static_cast<std::uint64_t>(low) << 32) | static_cast<std::uint64_t>(high);
}

std::size_t AnswerBook::slot_of(WordId a, WordId b) const noexcept {
  const std::uint64_t pair = key(a, b);
  const auto hash = static_cast<std::uint32_t>(mixed(pair));
  const std::size_t mask = by_pair_.size() - 1;
  const auto taken_by_another = [&](const Slot& slot) {
    if (slot.last == no_answer) return false;
    if (slot.hash != hash) return true;
    const BookEntry& entry = entries_[index(slot.last) - 1];
    return key(entry.left, entry.right) != pair;
  };
  std::size_t slot = hash & mask;
  while (taken_by_another(by_pair_[slot])) slot = (slot + 1) & mask;
  return slot;
}

void AnswerBook::prefetch(WordId a, WordId b) const noexcept {
  __builtin_prefetch(&by_pair_[mixed(key(a, b)) & (by_pair_.size() - 1) & UINT32_MAX]);
}

void AnswerBook::grow() {
  LargeVector<Slot> old(by_pair_.size() * 2);
  old.swap(by_pair_);
  const std::size_t mask = by_pair_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.last == no_answer) continue;
    std::size_t at = slot.hash & mask;
    while (by_pair_[at].last != no_answer) at = (at + 1) & mask;
    by_pair_[at] = slot;
  }
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
  entry.earlier = last_of(left, right);
  ++asked_[static_cast<std::size_t>(purpose)];
  const std::optional<Preference> before = entry.earlier == no_answer ? std::nullopt : compare(left, right);
  const AnswerId id = add(entry);
  index_pair(id);
  if (before && before != compare(left, right)) ++revision_;
  return id;
}

void AnswerBook::index_pair(AnswerId id) {
  const BookEntry& entry = at(id);
  by_pair_[slot_of(entry.left, entry.right)] = {static_cast<std::uint32_t>(mixed(key(entry.left, entry.right))), id};
  if (entry.earlier == no_answer && ++pairs_ * 10 > by_pair_.size() * 7) grow();
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

AnswerId AnswerBook::copy(const AnswerBook& from, AnswerId id) {
  const BookEntry& entry = from.at(id);
  const auto word = [&](WordId each) { return words_.insert(from.words().spell(each)); };
  switch (entry.kind) {
    case BookEntry::Kind::comparison: {
      const WordId left = word(entry.left);
      return add_comparison(left, word(entry.right), entry.answer, entry.purpose);
    }
    case BookEntry::Kind::value:
      return add_value(word(entry.left), entry.value);
    case BookEntry::Kind::limits:
      return add_limits(word(entry.left), from.allowed(id));
    case BookEntry::Kind::difference: {
      const WordId left = word(entry.left);
      return add_difference(left, word(entry.right));
    }
    case BookEntry::Kind::acceptance:
      break;
  }
  return add_acceptance(from.accepted(id));
}

void AnswerBook::remove_from(AnswerId first) {
  const std::size_t kept = index(first) - 1;
  for (std::size_t i = kept + 1; i <= entries_.size(); ++i) {
    const BookEntry& entry = entries_[i - 1];
    if (entry.kind == BookEntry::Kind::limits) allowed_.pop_back();
    if (entry.kind == BookEntry::Kind::acceptance) accepted_.pop_back();
    if (entry.kind != BookEntry::Kind::comparison) continue;
    --asked_[static_cast<std::size_t>(entry.purpose)];
    const auto before = compare(entry.left, entry.right, make_id<AnswerId>(i - 1));
    if (before && before != compare(entry.left, entry.right, make_id<AnswerId>(i))) --revision_;
  }
  entries_.resize(kept);
  by_pair_ = LargeVector<Slot>(64);
  pairs_ = 0;
  by_word_.clear();
  for (std::size_t i = 1; i <= entries_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    if (at(id).kind == BookEntry::Kind::comparison) index_pair(id);
    if (at(id).kind == BookEntry::Kind::value) by_word_[at(id).left] = id;
  }
}

const BookEntry& AnswerBook::find(AnswerId id) const {
  if (id == no_answer || index(id) > entries_.size()) {
    throw InputError(fmt::format("there is no answer {}, expected a number from 1 to {}", index(id), entries_.size()));
  }
  return entries_[index(id) - 1];
}

void AnswerBook::check_retract(AnswerId id) const {
  if (!find(id).valid) throw InputError(fmt::format("answer {} was already retracted or overruled", index(id)));
}

void AnswerBook::retract(AnswerId id) {
  check_retract(id);
  entries_[index(id) - 1].valid = false;
  ++revision_;
}

void AnswerBook::check_change(AnswerId id) const {
  if (find(id).kind != BookEntry::Kind::comparison) {
    throw InputError(fmt::format("answer {} is not a comparison: it can be retracted, but not changed", index(id)));
  }
}

void AnswerBook::change(AnswerId id, Preference answer) {
  check_change(id);
  BookEntry& entry = entries_[index(id) - 1];
  for (AnswerId other = last_of(entry.left, entry.right); other != no_answer; other = at(other).earlier) {
    entries_[index(other) - 1].valid = other == id;
  }
  entry.answer = answer;
  entry.changed_at = make_id<AnswerId>(entries_.size());
  ++revision_;
}

std::vector<AnswerId> AnswerBook::answers_to(WordId a, WordId b) const {
  std::vector<AnswerId> ids;
  for (AnswerId id = last_of(a, b); id != no_answer; id = at(id).earlier) {
    if (at(id).valid) ids.push_back(id);
  }
  std::reverse(ids.begin(), ids.end());
  return ids;
}

std::size_t AnswerBook::times_answered(WordId a, WordId b) const {
  std::size_t count = 0;
  for (AnswerId id = last_of(a, b); id != no_answer; id = at(id).earlier) ++count;
  return count;
}

AnswerId AnswerBook::latest(WordId a, WordId b) const {
  AnswerId id = last_of(a, b);
  while (id != no_answer && !at(id).valid) id = at(id).earlier;
  return id;
}

std::optional<Preference> AnswerBook::compare(WordId left, WordId right) const {
  return compare(left, right, make_id<AnswerId>(entries_.size()));
}

std::optional<Preference> AnswerBook::compare(WordId left, WordId right, AnswerId until) const {
  AnswerId id = latest(left, right);
  while (id > until || (id != no_answer && !at(id).valid)) id = at(id).earlier;
  if (id == no_answer) return std::nullopt;
  std::array<std::size_t, 3> votes{};
  const auto each = [&](const auto& visit) {
    for (AnswerId at_id = id; at_id != no_answer; at_id = at(at_id).earlier) {
      const BookEntry& entry = at(at_id);
      if (entry.valid && entry.answer != Preference::unsure) {
        visit(entry.left == left ? entry.answer : swapped(entry.answer));
      }
    }
  };
  each([&](Preference said) { ++votes[static_cast<std::size_t>(said)]; });
  const std::size_t most = *std::max_element(votes.begin(), votes.end());
  Preference choice = Preference::unsure;
  each([&](Preference said) {
    if (votes[static_cast<std::size_t>(said)] == most) choice = said;  // the last one visited is the earliest
  });
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

bool AnswerBook::settled(WordId a, WordId b) const {
  const AnswerId id = latest(a, b);
  if (id != no_answer && at(id).changed_at != no_answer) return true;
  const Votes count = votes(a, b);
  return count.agreeing > 1 && 2 * count.agreeing > count.all;
}

bool AnswerBook::questioned(WordId a, WordId b) const {
  AnswerId id = last_of(a, b);
  while (id != no_answer && at(id).purpose != Purpose::question) id = at(id).earlier;
  return id != no_answer;
}

AnswerBook::Agreement AnswerBook::self_agreement() const {
  Agreement result;
  for (const BookEntry& entry : entries_) {
    if (entry.kind != BookEntry::Kind::comparison || entry.purpose != Purpose::recheck) continue;
    const BookEntry* first = &entry;
    while (first->earlier != no_answer) first = &at(first->earlier);
    ++result.rechecks;
    result.agreeing += entry.answer == (first->left == entry.left ? first->answer : swapped(first->answer)) ? 1U : 0U;
  }
  return result;
}

std::optional<Output> AnswerBook::value(WordId word) const {
  const auto found = by_word_.find(word);
  if (found == by_word_.end() || !at(found->second).valid) return std::nullopt;
  return at(found->second).value;
}

std::optional<Answer> AnswerBook::other_evidence(AnswerId id) const {
  const BookEntry& entry = at(id);
  switch (entry.kind) {
    case BookEntry::Kind::value:
      return ValueAnswer{entry.left, OutputSet::only(outputs_, {entry.value})};
    case BookEntry::Kind::limits:
      return ValueAnswer{entry.left, allowed(id)};
    case BookEntry::Kind::difference:
      return DifferenceAnswer{entry.left, entry.right};
    case BookEntry::Kind::comparison:
    case BookEntry::Kind::acceptance:
      break;
  }
  return std::nullopt;
}

std::optional<Answer> AnswerBook::evidence(AnswerId id) const {
  const BookEntry& entry = at(id);
  if (!entry.valid) return std::nullopt;
  if (entry.kind != BookEntry::Kind::comparison) return other_evidence(id);
  if (latest(entry.left, entry.right) != id) return std::nullopt;  // one per pair: the latest counts for all
  const Preference answer = *compare(entry.left, entry.right);
  if (answer == Preference::unsure) return std::nullopt;
  return ComparisonAnswer{{entry.left, entry.right}, answer};
}

std::vector<Answer> AnswerBook::evidence(std::vector<AnswerId>* ids) const {
  std::vector<Answer> result;
  for (std::size_t i = 1; i <= entries_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    auto answer = evidence(id);
    if (!answer) continue;
    result.push_back(*std::move(answer));
    if (ids != nullptr) ids->push_back(id);
  }
  return result;
}

std::vector<AnswerId> AnswerBook::contradiction(Output absorbing) const {
  std::vector<AnswerId> ids, core_ids;
  const std::vector<Answer> all = evidence(&ids);
  std::optional<AbsorbingRule> rule;
  if (absorbing != no_output) rule.emplace(AbsorbingRule{words_, absorbing});
  const auto words_of = [](const Answer& answer) {
    if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) return std::pair(c->question.left, c->question.right);
    if (const auto* d = std::get_if<DifferenceAnswer>(&answer)) return std::pair(d->word, d->other);
    return std::pair(std::get<ValueAnswer>(answer).word, no_word);
  };
  // The core is a selection of `all`, in its order.
  std::size_t at = 0;
  for (const Answer& answer : minimal_contradiction(all, outputs_, rule)) {
    const auto same = [&](const Answer& other) {
      if (other.index() != answer.index() || words_of(other) != words_of(answer)) return false;
      const auto* value = std::get_if<ValueAnswer>(&answer);
      return value == nullptr || value->allowed == std::get<ValueAnswer>(other).allowed;
    };
    while (!same(all[at])) ++at;
    core_ids.push_back(ids[at++]);
  }
  return core_ids;
}

std::size_t AnswerBook::values_needed(std::span<const AnswerId> contradiction) const {
  std::vector<Answer> answers;
  for (const AnswerId id : contradiction) {
    if (auto answer = evidence(id)) answers.push_back(*std::move(answer));
  }
  return answers.size() == contradiction.size() ? remap::values_needed(answers, outputs_) : 0;
}

// The book is read again from its beginning, answer by answer. Only when votes overturn an answer is the knowledge
// rebuilt.
std::vector<AnswerId> AnswerBook::needless(Output absorbing) const {
  std::optional<AbsorbingRule> rule;
  if (absorbing != no_output) rule.emplace(AbsorbingRule{words_, absorbing});
  std::vector<AnswerId> replaced;  // count from when they were replaced, not from when they were given
  for (std::size_t i = 1; i <= entries_.size(); ++i) {
    const BookEntry& entry = entries_[i - 1];
    if (entry.valid && entry.changed_at != no_answer) replaced.push_back(make_id<AnswerId>(i));
  }
  std::sort(replaced.begin(), replaced.end(),
            [&](AnswerId a, AnswerId b) { return std::pair(at(a).changed_at, a) < std::pair(at(b).changed_at, b); });

  std::optional<OrderKnowledge> knowledge;
  std::size_t next_replaced = 0;
  const auto add = [&](AnswerId id, AnswerId until) {
    const BookEntry& entry = at(id);
    if (entry.kind != BookEntry::Kind::comparison) {
      if (const auto answer = other_evidence(id)) knowledge->add(*answer);
    } else if (const auto said = compare(entry.left, entry.right, until)) {
      knowledge->add(ComparisonAnswer{{entry.left, entry.right}, *said});
    }
  };
  const auto gather = [&](AnswerId until) {
    knowledge.emplace(outputs_, rule);
    for (std::size_t i = 1; i <= index(until); ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      if (at(id).valid && (at(id).changed_at == no_answer || at(id).changed_at < until)) add(id, until);
    }
  };
  gather(no_answer);
  std::vector<AnswerId> found;
  for (std::size_t i = 1; i <= entries_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = at(id);
    for (; next_replaced < replaced.size() && at(replaced[next_replaced]).changed_at < id; ++next_replaced) {
      add(replaced[next_replaced], id);
    }
    if (entry.kind == BookEntry::Kind::comparison && entry.purpose == Purpose::question &&
        knowledge->implied({entry.left, entry.right})) {
      found.push_back(id);
    }
    if (!entry.valid || entry.changed_at != no_answer) continue;
    if (entry.kind == BookEntry::Kind::comparison && entry.earlier != no_answer) {
      const auto before = compare(entry.left, entry.right, entry.earlier);
      if (before && *before != Preference::unsure) {
        if (before != compare(entry.left, entry.right, id)) gather(id);
        continue;
      }
    }
    add(id, id);
  }
  return found;
}

}  // namespace remap
