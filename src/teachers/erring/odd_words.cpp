// Words that are misjudged, always alike and against every partner. No comparison of such a word shows that, but other
// words do: those that lead to the same state by another way, as far as the learner knows. Words by which the session
// grew are compared with them now and then, and nearly all of them once some were misjudged. If the others agree with
// each other and not with the word, it counts as one of their class. They may also lead to another state that the
// learner does not know yet; then the word and the others mostly differ after further letters, too. This is looked at
// until some words are known to be misjudged. What is said about a word counts again if a machine says the same.
//
// A perfect teacher is asked one question more for each check. In sessions that follow misjudged words, every second
// check or so fails, with a perfect teacher hardly one in twenty: that is why so many failures limit the run.
#include <algorithm>
#include <map>

#include "teachers/erring/run.hpp"

namespace remap::belief {

namespace {
constexpr double least_gap = 0.1, most_gap = 120, often = 25;  // words between checks
constexpr double gap_if_right = 1.1, gap_if_restored = 3, gap_if_misjudged = 0.5;
constexpr std::size_t against = 2, against_first = 3;  // so many more words than agree with a word refute it
constexpr std::size_t enough_endings = 3;              // so many that agree, or do not, decide
constexpr double few = 2;                              // words that may be misjudged by chance,
constexpr double few_in_checks = 0.05;                 // and the share of those that are checked
constexpr double many_in_checks = 0.25;                // so many are no chance
}  // namespace

void Run::change_gap(double gap) {
  gap_ = std::clamp(gap, least_gap, most_gap);
  next_check_ = belief_->evidence().words_heard() + static_cast<std::uint64_t>(gap_);
}

bool Run::misjudges_words() const { return misjudged_ > few + few_in_checks * (misjudged_ + well_judged_); }

Level Run::settled_level(WordId word, WordId expected) {
  if (!belief_->labels().labelled(word)) belief_->expect(word, {expected, no_word, {}});
  inquirer_->settle(word, inquirer_->enough());
  check_current();
  return belief_->counted_level(word);
}

bool Run::extended_alike(WordId first, WordId second) {
  const WordTree& words = belief_->evidence().words();
  std::vector<Word> endings;
  for (const Letter letter : words.spell(first)) {
    if (std::find(endings.begin(), endings.end(), Word{letter}) == endings.end()) endings.push_back({letter});
  }
  const std::size_t letters = endings.size();
  for (std::size_t i = 0; i < letters * letters; ++i) {
    endings.push_back({endings[i % letters].front(), endings[i / letters].front()});
  }
  const auto extended = [&](WordId word, const Word& ending) {
    Word letters_of = words.spell(word);
    letters_of.insert(letters_of.end(), ending.begin(), ending.end());
    return belief_->insert(letters_of);
  };
  std::size_t alike = 0, unlike = 0;
  for (const Word& ending : endings) {
    const WordId one = extended(first, ending), other = extended(second, ending);
    const Level level = settled_level(one, no_word);
    const Level other_level = settled_level(other, one);
    if (belief_->evidence().heard(one) == 0 || belief_->evidence().heard(other) == 0) continue;
    ++(other_level == level ? alike : unlike);
    if (std::max(alike, unlike) == enough_endings) break;
  }
  return alike > unlike;
}

void Run::check_growth(WordId word) {
  const WordId mine = booked(word);
  if (closed_ || belief_->evidence().words_heard() < next_check_) return;
  if (belief_->replaced_by(mine) != no_word || well_judged_words_.contains(mine)) return;
  if (belief_->statements().find(mine) != nullptr) return;
  // Where no verdict can be relied on, nothing sets right what is taken for misjudged by mistake: such words only
  // count.
  const bool verdicts = options_.verdicts == Verdicts::trusted;
  const bool suspicious = verdicts && gap_ <= often && 2 * session_->counts().comparisons >= most_needed_;
  const auto judge_well = [&] {
    ++well_judged_;
    change_gap(gap_ * gap_if_right);
  };
  std::map<Level, std::size_t> votes;
  std::size_t asked = 0;
  for (const Word& letters : session_->engine().learner().same_state(word)) {
    const WordId other = belief_->insert(letters);
    if (belief_->replaced_by(other) != no_word) continue;
    const Level level = settled_level(other, mine), own = belief_->labels().level(mine);
    if (belief_->evidence().heard(other) == 0) continue;
    ++asked;
    const std::size_t same = ++votes[level], for_it = votes[own];
    if (level == own && 2 * for_it > asked) {
      if (asked == 1) well_judged_words_.insert(mine);
      return judge_well();
    }
    if (level == own || same < for_it + (suspicious ? against : against_first)) continue;
    const bool many = verdicts && misjudged_ >= few && misjudged_ > many_in_checks * (misjudged_ + well_judged_);
    if (!many && !extended_alike(mine, other)) {
      well_judged_words_.insert(mine);
      return judge_well();
    }
    if (++misjudged_ == 1) needed_since_ = static_cast<double>(session_->counts().comparisons) / 2;
    if (!verdicts) {
      well_judged_words_.insert(mine);
      return change_gap(gap_ * gap_if_misjudged);
    }
    belief_->replace(mine, other);
    change_gap(least_gap);
    return check_current();
  }
}

void Run::replace_incomparable(WordId word) {
  const WordId mine = booked(word);
  if (closed_ || belief_->replaced_by(mine) != no_word || belief_->statements().find(mine) != nullptr) return;
  for (const Word& letters : session_->engine().learner().same_state(word)) {
    const WordId other = belief_->insert(letters);
    settled_level(other, no_word);
    if (belief_->evidence().heard(other) == 0) continue;
    belief_->replace(mine, other);
    return check_current();
  }
}

void Run::restore_if(WordId word, Level predicted) {
  if (belief_->replaced_by(word) == no_word || belief_->evidence().heard(word) == 0) return;
  if (belief_->labels().level(word) != predicted) return;
  --misjudged_;
  well_judged_words_.insert(word);
  belief_->replace(word, no_word);
  change_gap(gap_ * gap_if_restored);
}

void Run::restore_by(const EquivalenceQuestion& question) {
  Word letters;
  for (std::size_t w = 0; w < belief_->evidence().words().size(); ++w) {
    const WordId word = make_id<WordId>(w);
    if (belief_->replaced_by(word) == no_word) continue;
    belief_->evidence().words().spell(word, letters);
    restore_if(word, belief_->counted_level(booked(question.same_class(letters))));
  }
  check_current();
}

}  // namespace remap::belief
