// Tests: for each of the heaviest neighbours a shortest word that tells it from the machine, and the same with detours
// on the way, which test more at once; then changes of the best one, as long as they test still more. The word that it
// is compared with is found likewise, among those that test something else: one answer is then about both. If the
// machine is likely to fail, a single word is tested: of two it would not be known which one failed.
#include <algorithm>

#include "base/portable_math.hpp"
#include "belief/audit/audit.hpp"

namespace remap::belief {

namespace {
constexpr std::size_t most_heavy = 20;     // neighbours for which words are made
constexpr std::size_t most_weighed = 600;  // neighbours that words are weighed by
constexpr std::size_t detours = 12;        // per neighbour
constexpr std::size_t changes = 200;       // of the best word, that are tried
constexpr double per_letter = 0.002;       // what a letter more costs
constexpr std::size_t most_answers = 4;    // about a word, before another one is tested
constexpr double almost = 1 - 1e-9;        // for sums that are added up in another order
constexpr double likely_to_pass = 0.5;     // the confidence from which two words are tested at once

Preference answer_at(Distance distance) {
  return compared(static_cast<int>(distance), static_cast<int>(Distance::none));
}

// How much of the weight of a neighbour is left when an answer is as the machine says, for each distance of two words
// in the machine, and in the neighbour.
using Remains = std::array<Likelihoods, distances>;

Remains remains(const ErrorModel& model) {
  Remains result;
  for (std::size_t d = 0; d < distances; ++d) {
    result[d] = model.chance(answer_at(static_cast<Distance>(d)), Side::neither, Side::neither);
    const double expected = result[d][d];
    for (double& chance : result[d]) chance /= expected;
  }
  return result;
}

double remaining(const Remains& remains, int steps, int steps_in_neighbour) {
  return remains[static_cast<std::size_t>(distance(2 * steps))]
                [static_cast<std::size_t>(distance(2 * steps_in_neighbour))];
}

}  // namespace

Audit::Heavy Audit::heaviest() const {
  constexpr double most_weight = 3;  // log; one that has all the weight should not hide the others
  Heavy heavy;
  for (Index i = 0; i < neighbours_.size(); ++i) {
    heavy.emplace_back(portable::exp(std::min(-neighbours_[i].odds, most_weight)), i);
  }
  const auto heavier = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  const std::size_t kept = std::min(most_weighed, heavy.size());
  std::partial_sort(heavy.begin(), heavy.begin() + static_cast<std::ptrdiff_t>(kept), heavy.end(), heavier);
  heavy.resize(kept);
  return heavy;
}

// For the word of a test, and then for the word that it is compared with.
class Audit::Search {
 public:
  Search(const Audit& audit, Random& random)
      : audit_(audit),
        random_(random),
        heavy_(audit.heaviest()),
        remains_(remains(audit.models_[audit.belief_.usual_annotator()])),
        crossing_(audit.steps_.size(), nullptr),
        from_here_(heavy_.size() + 1, 0) {
    for (std::size_t h = heavy_.size(); h-- > 0;) from_here_[h] = from_here_[h + 1] + heavy_[h].first;
  }

  /// Empty if there is none.
  [[nodiscard]] const Word& best() const noexcept { return best_; }
  [[nodiscard]] double gain() const noexcept { return most_; }

  void run() {
    best_.clear();
    most_ = 0;
    std::size_t made = 0;
    for (std::size_t i = 0; i < heavy_.size() && made < most_heavy; ++i) {
      const Neighbour& neighbour = audit_.neighbours_[heavy_[i].second];
      if (has_other_ && other_ranks_[i] != other_rank_) continue;  // the other word tests it
      ++made;
      const Word word = audit_.difference(random_, neighbour);
      if (word.empty()) continue;  // none, or only the empty word
      for (std::size_t d = 0; d < detours; ++d) consider(audit_.detour(random_, neighbour, word));
      consider(word);
    }
    for (std::size_t i = 0; i < changes && !best_.empty(); ++i) consider(audit_.changed(random_, best_));
  }

  /// From now on, words are compared with this one; without it, with one that has the value that the machine gives
  /// them.
  void compare_with(const Word& other) {
    other_ = other;
    run_.word = other;
    audit_.follow(run_);
    has_other_ = true;
    other_rank_ = audit_.rank_[run_.path.back()];
    other_ranks_.clear();
    note_crossings();
    for (const auto& [weight, i] : heavy_) other_ranks_.push_back(rank_in(audit_.neighbours_[i]));
    forget_crossings();
  }

 private:
  void consider(Word word) {
    if (word.size() > audit_.longest_) return;
    run_.word = std::move(word);
    audit_.follow(run_);
    note_crossings();
    const double cost = 1 + per_letter * static_cast<double>(run_.word.size());
    const double gain = ruled_out(most_ * cost) / cost;
    forget_crossings();
    if (gain <= most_ || !audit_.worth_asking(run_.word)) return;
    if (has_other_ && audit_.compared_before(run_.word, other_)) return;
    most_ = gain;
    best_ = run_.word;
  }
  /// Or any number up to `too_little`, if it is no more.
  [[nodiscard]] double ruled_out(double too_little) const {
    const Index rank = audit_.rank_[run_.path.back()];
    const int steps = has_other_ ? difference(rank, other_rank_) : 0;
    double sum = 0;
    for (std::size_t h = 0; h < heavy_.size(); ++h) {
      if (sum + from_here_[h] < almost * too_little) break;
      const Index there = rank_in(audit_.neighbours_[heavy_[h].second]);
      const int steps_there = difference(there, has_other_ ? other_ranks_[h] : rank);
      if (steps_there != steps) sum += heavy_[h].first * (1 - remaining(remains_, steps, steps_there));
    }
    return sum;
  }
  void note_crossings() {
    for (const Crossing& crossing : run_.crossings) crossing_[crossing.group] = &crossing;
  }
  void forget_crossings() {
    for (const Crossing& crossing : run_.crossings) crossing_[crossing.group] = nullptr;
  }
  [[nodiscard]] Index rank_in(const Neighbour& neighbour) const {
    const bool merge = neighbour.kind == Kind::merge;
    return audit_.rank_in(neighbour, run_, merge ? nullptr : crossing_[neighbour.from]);
  }
  static int difference(Index a, Index b) noexcept { return static_cast<int>(a) - static_cast<int>(b); }

  const Audit& audit_;
  Random& random_;
  Heavy heavy_;
  Remains remains_;
  bool has_other_ = false;
  Word other_;
  Index other_rank_ = 0;
  std::vector<Index> other_ranks_;  // per heavy neighbour
  Word best_;
  double most_ = 0;
  Audit::Run run_;                         // scratch
  std::vector<const Crossing*> crossing_;  // per group, of this run
  std::vector<double> from_here_;          // the weight of a heavy neighbour and all after it
};

std::optional<Audit::Test> Audit::best_test(Random& random) const {
  Search search(*this, random);
  search.run();
  if (search.best().empty()) return std::nullopt;
  Test test{search.best(), {}};
  const double alone = search.gain();
  if (confidence() < likely_to_pass) return test;
  search.compare_with(test.word);
  search.run();
  if (search.gain() > alone) test.other = search.best();
  return test;
}

Word Audit::changed(Random& random, Word word) const {
  const auto some_letter = [&] { return letters_[random.below(letters_.size())]; };
  enum : std::size_t { replace, leave_out, one_more, two_more, kinds };
  const std::size_t kind = random.below(kinds);
  const bool longer = kind == one_more || kind == two_more;
  const auto place = word.begin() + static_cast<std::ptrdiff_t>(random.below(word.size() + (longer ? 1 : 0)));
  if (kind == replace) {
    *place = some_letter();
  } else if (kind == leave_out) {
    word.erase(place);
  } else {
    const Letter first = some_letter();
    const auto at = word.insert(place, first);
    if (kind == two_more) word.insert(at, some_letter());
  }
  return word;
}

void Audit::suppose_passed(const Test& test) {
  const Remains left = remains(models_[belief_.usual_annotator()]);
  Run run, other;
  run.word = test.word;
  follow(run);
  if (test.other) {
    other.word = *test.other;
    follow(other);
  }
  const auto steps = [](Index a, Index b) { return static_cast<int>(a) - static_cast<int>(b); };
  const Index rank = rank_[run.path.back()], other_rank = test.other ? rank_[other.path.back()] : rank;
  for (Neighbour& neighbour : neighbours_) {
    const Index there = rank_in(neighbour, run), other_there = test.other ? rank_in(neighbour, other) : rank;
    neighbour.odds -= portable::log(remaining(left, steps(rank, other_rank), steps(there, other_there)));
  }
}

std::vector<Audit::Test> Audit::best_tests(std::size_t count, double target, Random& random) const {
  std::vector<Test> tests;
  if (auto first = best_test(random)) tests.push_back(*std::move(first));
  if (count == 1 || tests.empty()) return tests;
  Audit later = *this;
  while (tests.size() < count) {
    later.suppose_passed(tests.back());
    if (later.confidence() >= target) break;
    auto next = later.best_test(random);
    if (!next || std::find(tests.begin(), tests.end(), *next) != tests.end()) break;
    tests.push_back(*std::move(next));
  }
  return tests;
}

double Audit::confidence_after(std::size_t tests, std::uint64_t seed) const {
  Audit later = *this;
  Random random = split_random(seed, 3);
  for (std::size_t i = 0; i < tests; ++i) {
    const auto test = later.best_test(random);
    if (!test) break;
    later.suppose_passed(*test);
  }
  return later.confidence();
}

bool Audit::worth_asking(const Word& word) const {
  const WordId found = belief_.evidence().words().find(empty_word, word);
  return found == no_word || belief_.evidence().heard(found) + belief_.evidence().unsure(found) < most_answers;
}

bool Audit::compared_before(const Word& word, const Word& other) const {
  const WordTree& words = belief_.evidence().words();
  const WordId a = words.find(empty_word, word), b = words.find(empty_word, other);
  return a == b ? word == other : a != no_word && b != no_word && belief_.evidence().find(a, b) != nullptr;
}

Word Audit::without_dead_ends(const Word& word) const {
  const auto dead_end = [&](Index state) {
    const std::span<const Steps::Group> groups = steps_.groups(state);
    return std::all_of(groups.begin(), groups.end(), [&](const Steps::Group& group) { return group.to == state; });
  };
  Word result;
  Index at = initial_;
  for (const Letter letter : word) {
    const Index to = steps_.next(steps_.column(letter), at);
    if (to != at && dead_end(to)) continue;
    result.push_back(letter);
    at = to;
  }
  return result.empty() ? word : result;
}

// A shortest word on which the neighbour differs: a search in the product. Empty when there is none.
Word Audit::difference(Random& random, const Neighbour& neighbour) const {
  struct Node {
    Index mine, other;
    std::size_t from;
    Letter letter;
  };
  std::vector<Node> queue;
  std::vector<bool> seen(states_ * (states_ + 1), false);
  const auto visit = [&](Index mine, Index other, std::size_t from, Letter letter) {
    if (seen[mine * (states_ + 1) + other]) return;
    seen[mine * (states_ + 1) + other] = true;
    queue.push_back({mine, other, from, letter});
  };
  std::vector<Letter> letters = letters_;
  if (neighbour.kind != Kind::merge) letters.push_back(steps_.some_letter(neighbour.from, neighbour.part, random));
  visit(initial_, begin(neighbour), 0, no_letter);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Node at = queue[i];
    if (rank_[at.mine] != rank_of(neighbour, at.other)) {
      Word word;
      for (std::size_t j = i; j != 0; j = queue[j].from) word.push_back(queue[j].letter);
      std::reverse(word.begin(), word.end());
      return word;
    }
    for (const Letter letter : letters) {
      const Index column = steps_.column(letter);
      visit(steps_.next(column, at.mine), step(neighbour, at.other, column), i, letter);
    }
  }
  return {};
}

// Another way to where the word first leaves the machine's path: a random walk, then a shortest way there.
Word Audit::detour(Random& random, const Neighbour& neighbour, const Word& word) const {
  Index goal = initial_, other = begin(neighbour);
  std::size_t cut = 0;
  for (; cut < word.size(); ++cut) {
    const Index column = steps_.column(word[cut]);
    const Index to = steps_.next(column, goal), to_other = step(neighbour, other, column);
    if (to != to_other) break;
    goal = to;
    other = to_other;
  }
  Word result;
  Index at = initial_;
  for (std::size_t left = 1 + random.below(2 * states_); left > 0; --left) {
    result.push_back(letters_[random.below(letters_.size())]);
    at = steps_.next(steps_.column(result.back()), at);
  }
  constexpr Index nowhere = static_cast<Index>(-1);
  std::vector<Index> from(states_, nowhere), by(states_, 0), queue{at};
  from[at] = at;
  for (std::size_t i = 0; i < queue.size() && from[goal] == nowhere; ++i) {
    for (Index a = 0; a < letters_.size(); ++a) {
      const Index to = steps_.next(steps_.column(letters_[a]), queue[i]);
      if (from[to] != nowhere) continue;
      from[to] = queue[i];
      by[to] = a;
      queue.push_back(to);
    }
  }
  if (from[goal] == nowhere) return word;
  Word way;
  for (Index q = goal; q != at; q = from[q]) way.push_back(letters_[by[q]]);
  result.insert(result.end(), way.rbegin(), way.rend());
  result.insert(result.end(), word.begin() + static_cast<std::ptrdiff_t>(cut), word.end());
  return result;
}

}  // namespace remap::belief
