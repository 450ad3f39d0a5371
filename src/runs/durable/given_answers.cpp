#include "runs/durable/given_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "remap/learning/session.hpp"
#include "runs/durable/answer_text.hpp"

namespace remap {

namespace {

/// What was said of two words: the first line with each answer, and how often it was said.
struct Pair {
  WordId left, right;
  std::array<const DataRow*, 3> first{};
  std::array<std::uint64_t, 3> count{};
  std::uint64_t lines = 0;
};

std::size_t position(Preference answer) { return static_cast<std::size_t>(answer); }

std::string line_text(const ComparisonData& data, const DataRow& row) {
  return fmt::format("\n  {}: '{}' {} '{}'{}", safe(data.place(row)), shown_word(data.alphabet, row.left),
                     relation_text(row.answer), shown_word(data.alphabet, row.right),
                     row.stamp.by.empty() ? "" : fmt::format(" (by {})", safe(row.stamp.by)));
}

class Collector {
 public:
  Collector(const ComparisonData& data, const SessionHead& head, Disagreement disagreement, Output absorbing)
      : data_(data),
        head_(head),
        disagreement_(disagreement),
        absorbing_(absorbing),
        given_{AnswerBook(head.outputs ? head.outputs->size() : 0), {}, {}} {}

  GivenAnswers collect() {
    if (disagreement_ == Disagreement::keep) {
      for (const DataRow& row : data_.rows) keep(row);
    } else {
      for (const DataRow& row : data_.rows) tally(row);
      for (const Pair& pair : pairs_) settle(pair);
    }
    for (const LoggedSession& session : data_.sessions) take_verdicts(session);
    if (disagreement_ != Disagreement::keep) check();
    return std::move(given_);
  }

 private:
  AnswerBook& book() { return given_.book; }

  void note(const DataRow& row) {
    given_.places.push_back(data_.place(row));
    given_.givers.push_back(row.stamp.by);
  }

  void add(const DataRow& row) {
    book().add_comparison(book().words().insert(row.left), book().words().insert(row.right), row.answer,
                          Purpose::given);
    note(row);
  }

  void keep(const DataRow& row) {
    // More than a few say no more: evidence about the same two words is not independent.
    constexpr std::uint64_t most = 5;
    for (std::uint64_t n = 0; n < std::min(row.count, most); ++n) add(row);
  }

  void tally(const DataRow& row) {
    if (row.answer == Preference::unsure) {
      ++given_.unsure;
      return;
    }
    const WordId left = book().words().insert(row.left), right = book().words().insert(row.right);
    const auto [found, fresh] = number_of_.try_emplace(AnswerBook::key(left, right), pairs_.size());
    if (fresh) pairs_.push_back({left, right});
    Pair& pair = pairs_[found->second];
    const std::size_t answer = position(pair.left == left ? row.answer : swapped(row.answer));
    if (pair.first[answer] == nullptr) pair.first[answer] = &row;
    pair.count[answer] += row.count;
    ++pair.lines;
  }

  void settle(const Pair& pair) {
    std::size_t best = 3, second = 3;  // by count; of those that tie, the one whose line comes first
    for (std::size_t i = 0; i < 3; ++i) {
      if (pair.first[i] == nullptr) continue;
      if (best == 3 || std::pair(pair.count[i], pair.first[best]) > std::pair(pair.count[best], pair.first[i])) {
        second = std::exchange(best, i);
      } else if (second == 3 || pair.count[i] > pair.count[second]) {
        second = i;
      }
    }
    if (second != 3 && (disagreement_ == Disagreement::stop || pair.count[best] == pair.count[second])) {
      const auto [one, other] = std::minmax(pair.first[best], pair.first[second]);
      throw Contradiction(fmt::format("the data contradicts itself; these cannot both hold:{}{}",
                                      line_text(data_, *one), line_text(data_, *other)),
                          2);
    }
    add(*pair.first[best]);
    given_.repeated += pair.lines - 1;
    given_.outvoted += second == 3 ? 0 : 1;
  }

  /// What a log says besides comparisons.
  void take_verdicts(const LoggedSession& session) {
    if (!(session.head.alphabet == head_.alphabet) || session.head.outputs != head_.outputs) return;
    const AnswerBook& from = session.book;
    for (std::size_t i = 1; i <= from.size(); ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      const BookEntry& entry = from.at(id);
      if (!entry.valid || entry.kind == BookEntry::Kind::comparison) continue;
      book().copy(from, id);
      given_.places.push_back(fmt::format("{}, answer {}", log_name(session), i));
      given_.givers.push_back(session.stamps.of(id).by);
    }
  }

  [[nodiscard]] const std::string& log_name(const LoggedSession& session) const {
    auto number = static_cast<std::size_t>(&session - data_.sessions.data());
    for (const DataFile& file : data_.files) {
      if (file.log && number-- == 0) return file.name;
    }
    return data_.files.front().name;
  }

  void check() {
    const std::vector<AnswerId> core = book().contradiction(absorbing_);
    if (core.empty()) return;
    const std::size_t needed = book().values_needed(core);
    std::string text =
        needed > 0
            ? fmt::format("the data needs {} different values, but there are only {} outputs; these need them:", needed,
                          book().outputs())
            : "the data contradicts itself; these cannot all hold:";
    for (const AnswerId id : core) {
      const std::string& giver = given_.givers[index(id) - 1];
      std::string said = answer_text(book(), id, head_);  // "answer 12: …"
      said.erase(0, said.find(": "));
      if (const std::string_view known = " (given)"; said.ends_with(known)) said.resize(said.size() - known.size());
      text += fmt::format("\n  {}{}{}", safe(given_.places[index(id) - 1]), said,
                          giver.empty() ? "" : fmt::format(" (by {})", safe(giver)));
    }
    if (needed > 0) throw TooFewOutputs(text, core.size(), needed);
    throw Contradiction(text, core.size());
  }

  const ComparisonData& data_;
  const SessionHead& head_;
  Disagreement disagreement_;
  Output absorbing_;
  GivenAnswers given_;
  std::vector<Pair> pairs_;
  std::unordered_map<std::uint64_t, std::size_t> number_of_;
};

}  // namespace

GivenAnswers given_answers(const ComparisonData& data, const SessionHead& head, Disagreement disagreement,
                           Output absorbing) {
  return Collector(data, head, disagreement, absorbing).collect();
}

}  // namespace remap
