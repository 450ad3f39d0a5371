// Test words: for each of the heaviest neighbours a shortest word that tells it from the machine, and the same with
// detours on the way, which test more at once; then changes of the best one, as long as they test still more.
#include <algorithm>
#include <cmath>

#include "audit.hpp"

namespace remap::belief {

namespace {
constexpr std::size_t most_heavy = 20;     // neighbours for which words are made
constexpr std::size_t most_weighed = 600;  // neighbours that words are weighed by
constexpr std::size_t detours = 12;        // per neighbour
constexpr std::size_t changes = 200;       // of the best word, that are tried
constexpr double per_letter = 0.002;       // what a letter more costs
constexpr std::size_t most_answers = 4;    // about a word, before another one is tested
}  // namespace

Word Audit::best_test(Random& random) const {
  constexpr double most_weight = 3;  // log; one that has all the weight should not hide the others
  std::vector<std::pair<double, std::size_t>> heavy;
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    heavy.emplace_back(std::exp(std::min(-neighbours_[i].odds, most_weight)), i);
  }
  const auto heavier = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  const std::size_t kept = std::min(most_weighed, heavy.size());
  std::partial_sort(heavy.begin(), heavy.begin() + static_cast<std::ptrdiff_t>(kept), heavy.end(), heavier);
  heavy.resize(kept);
  Word best;
  double most = 0;
  Run run;
  const auto consider = [&](Word word) {
    if (word.size() > longest_) return;
    run.word = std::move(word);
    follow(run);
    double covered = 0;
    for (const auto& [mine, i] : heavy) {
      if (rank_in(neighbours_[i], run) != rank_[run.path.back()]) covered += mine;
    }
    const double gain = covered / (1 + per_letter * static_cast<double>(run.word.size()));
    if (gain <= most || !worth_asking(run.word)) return;
    most = gain;
    best = run.word;
  };
  for (std::size_t i = 0; i < std::min(most_heavy, heavy.size()); ++i) {
    const Neighbour& neighbour = neighbours_[heavy[i].second];
    const Word word = difference(neighbour);
    if (word.empty()) continue;  // none, or only the empty word
    for (std::size_t d = 0; d < detours; ++d) consider(detour(random, neighbour, word));
    consider(word);
  }
  for (std::size_t i = 0; i < changes && !best.empty(); ++i) consider(changed(random, best));
  return best;
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

void Audit::suppose_passed(const Word& word) {
  const double rate = models_[belief_.usual_annotator()].rates().overall;
  Run run;
  run.word = word;
  follow(run);
  for (Neighbour& neighbour : neighbours_) {
    if (rank_in(neighbour, run) != rank_[run.path.back()]) neighbour.odds += std::log((1 - rate) / (rate / 2));
  }
}

std::vector<Word> Audit::best_tests(std::size_t count, double target, Random& random) const {
  std::vector<Word> tests;
  if (Word first = best_test(random); !first.empty()) tests.push_back(std::move(first));
  if (count == 1 || tests.empty()) return tests;
  Audit later = *this;
  while (tests.size() < count) {
    later.suppose_passed(tests.back());
    if (later.confidence() >= target) break;
    Word next = later.best_test(random);
    if (next.empty() || std::find(tests.begin(), tests.end(), next) != tests.end()) break;
    tests.push_back(std::move(next));
  }
  return tests;
}

double Audit::confidence_after(std::size_t tests, std::uint64_t seed) const {
  Audit later = *this;
  Random random = split_random(seed, 3);
  for (std::size_t i = 0; i < tests; ++i) {
    const Word word = later.best_test(random);
    if (word.empty()) break;
    later.suppose_passed(word);
  }
  return later.confidence();
}

bool Audit::worth_asking(const Word& word) const {
  const WordId found = belief_.evidence().words().find(empty_word, word);
  return found == no_word || belief_.evidence().heard(found) < most_answers;
}

Word Audit::without_dead_ends(const Word& word) const {
  const auto dead_end = [&](Index state) {
    const auto row = next_.begin() + static_cast<std::ptrdiff_t>(state * letters_.size());
    return std::all_of(row, row + static_cast<std::ptrdiff_t>(letters_.size()), [&](Index to) { return to == state; });
  };
  Word result;
  Index at = initial_;
  for (const Letter letter : word) {
    const Index to = next(at, letter);
    if (to != at && dead_end(to)) continue;
    result.push_back(letter);
    at = to;
  }
  return result.empty() ? word : result;
}

// A shortest word on which the neighbour differs: a search in the product. Empty when there is none.
Word Audit::difference(const Neighbour& neighbour) const {
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
  const bool moved = neighbour.kind == Kind::merge && initial_ == neighbour.from;
  visit(initial_, moved ? neighbour.to : initial_, 0, no_letter);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Node at = queue[i];
    if (rank_[at.mine] != rank_of(neighbour, at.other)) {
      Word word;
      for (std::size_t j = i; j != 0; j = queue[j].from) word.push_back(queue[j].letter);
      std::reverse(word.begin(), word.end());
      return word;
    }
    for (std::size_t a = 0; a < letters_.size(); ++a) {
      visit(next_[at.mine * letters_.size() + a], step(neighbour, at.other, letters_[a]), i, letters_[a]);
    }
  }
  return {};
}

// Another way to where the word first leaves the machine's path: a random walk, then a shortest way there.
Word Audit::detour(Random& random, const Neighbour& neighbour, const Word& word) const {
  const bool moved = neighbour.kind == Kind::merge && initial_ == neighbour.from;
  Index goal = initial_, other = moved ? neighbour.to : initial_;
  std::size_t cut = 0;
  for (; cut < word.size(); ++cut) {
    const Index to = next(goal, word[cut]), to_other = step(neighbour, other, word[cut]);
    if (to != to_other) break;
    goal = to;
    other = to_other;
  }
  Word result;
  Index at = initial_;
  for (std::size_t left = 1 + random.below(2 * states_); left > 0; --left) {
    const std::size_t a = random.below(letters_.size());
    result.push_back(letters_[a]);
    at = next_[at * letters_.size() + a];
  }
  constexpr Index nowhere = static_cast<Index>(-1);
  std::vector<Index> from(states_, nowhere), by(states_, 0), queue{at};
  from[at] = at;
  for (std::size_t i = 0; i < queue.size() && from[goal] == nowhere; ++i) {
    for (Index a = 0; a < letters_.size(); ++a) {
      const Index to = next_[queue[i] * letters_.size() + a];
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
