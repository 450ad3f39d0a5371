// Where nobody says whether a machine is right, random words find what was never met, and the number of those that the
// machine is right about bounds the confidence.
#include <algorithm>
#include <set>

#include "base/portable_math.hpp"
#include "teachers/erring/run.hpp"

namespace remap::belief {

namespace {
constexpr std::size_t least_explored = 40;  // words
constexpr std::size_t most_drawn = 4000;    // to find one that nothing was asked about
constexpr std::size_t scales = 3;           // of their lengths, each twice the one before
}  // namespace

// The rule of succession: after n words that the machine was right about, it is wrong about the next one with a chance
// of 1 / (n + 2). Half of the doubt that is allowed may be of this kind.
std::size_t Run::words_to_explore() const {
  const double allowed = (1 - options_.confidence) / 2;
  return std::max(static_cast<std::size_t>(1 / allowed), least_explored);
}

double Run::confidence_in_sample() const {
  if (options_.verdicts != Verdicts::unasked) return 1;
  const auto explored = static_cast<double>(explored_);
  return (explored + 1) / (explored + 2);
}

// The rule of succession again: whatever the neighbours of a machine say, few words say little. Those that it was made
// from, one for each transition, say nothing: they would fit any machine.
double Run::confidence_in_words(std::size_t more) const {
  const std::size_t all = belief_->evidence().words_heard() + more;
  const auto words = static_cast<double>(all - std::min(all, transitions_));
  return (words + 1) / (words + 2);
}

std::vector<Audit::Test> Run::random_tests(const Audit& audit, const Alphabet& alphabet) {
  std::vector<Word> fresh;
  Word word;
  for (std::size_t i = 0; i < most_drawn && fresh.size() < 2 * inquirer_->at_once(); ++i) {
    draw_word(test_random_, test_words_++, alphabet, word);
    if (word.size() > options_.longest) word.resize(options_.longest);
    const Evidence& evidence = belief_->evidence();
    const WordId known = evidence.words().find(empty_word, word);
    if (known != no_word && evidence.heard(known) + evidence.unsure(known) > 0) continue;
    if (std::find(fresh.begin(), fresh.end(), word) == fresh.end()) fresh.push_back(word);
  }
  return paired(audit, fresh);
}

// Two words to which the machine gives the same value are compared with each other, as in the audit.
std::vector<Audit::Test> Run::paired(const Audit& audit, std::vector<Word>& left) const {
  std::vector<Audit::Test> tests;
  const auto take = [&](auto at) {
    Word word = std::move(*at);
    left.erase(at);
    return word;
  };
  while (tests.size() < inquirer_->at_once() && !left.empty()) {
    Audit::Test test{take(left.begin()), {}};
    const auto other = std::find_if(left.begin(), left.end(), [&](const Word& word) {
      return audit.rank_after(word) == audit.rank_after(test.word);
    });
    if (other != left.end()) test.other = take(other);
    tests.push_back(std::move(test));
  }
  return tests;
}

// Short words reach what is near, long ones what takes many steps: so some of each.
void Run::draw_word(Random& random, std::size_t number, const Alphabet& alphabet, Word& into) const {
  sample_word(random, options_.stop / portable::pow(2, static_cast<double>(number % scales)), alphabet, into);
}

// Always the same words, so that those that were asked about cost nothing the next time.
std::vector<WordId> Run::sample(const Audit& audit, const Alphabet& alphabet) {
  Random random = split_random(options_.seed, 5);
  std::vector<WordId> words;
  Word word;
  for (std::size_t i = 0; i < words_to_explore(); ++i) {
    draw_word(random, i, alphabet, word);
    word = audit.without_dead_ends(word);
    if (word.size() > options_.longest) word.resize(options_.longest);
    words.push_back(belief_->insert(word));
  }
  return words;
}

bool Run::confirmed(const Audit& audit, WordId word) const {
  const Labels& labels = belief_->labels();
  const Evidence& evidence = belief_->evidence();
  const auto rank = [&](WordId at) { return audit.rank_after(evidence.words().spell(at)); };
  if (labels.labelled(word)) return belief_->counted_rank(word) == rank(word);
  const auto agrees = [&](PairId id) {
    const Pair& pair = evidence.pair(id);
    const Preference expected = compared(rank(pair.first), rank(pair.second));
    return std::all_of(pair.answers.begin(), pair.answers.end(),
                       [&](const Said& said) { return said.answer == expected; });
  };
  const std::vector<PairId>& pairs = evidence.pairs_of(word);
  return evidence.heard(word) > 0 && std::all_of(pairs.begin(), pairs.end(), agrees);
}

std::optional<Word> Run::explore(const MooreMachine& machine) {
  if (belief_->labels().size() == 0) belief_->label_first(belief_->insert({}));
  const Audit audit = this->audit(machine);
  if (audit.ranks() != belief_->labels().size()) return std::nullopt;
  const std::vector<WordId> words = sample(audit, machine.alphabet());
  std::vector<Word> left;
  std::set<WordId> met;
  for (const WordId word : words) {
    if (!confirmed(audit, word) && met.insert(word).second) left.push_back(belief_->evidence().words().spell(word));
  }
  while (!left.empty()) {
    const std::vector<Audit::Test> tests = paired(audit, left);
    explored_ = std::max<std::uint64_t>(explored_, words.size() - left.size());
    keep_budget();
    bool asked = true;
    if (auto word = failed(audit, tests, asked)) return word;
    if (!asked) return std::nullopt;
  }
  explored_ = words.size();
  return std::nullopt;
}

}  // namespace remap::belief
