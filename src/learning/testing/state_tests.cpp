// Testing goes on until so many tests in a row have found nothing as an equivalence question is worth: the chance that
// the next test finds something falls faster than one in the number of tests that did not. A large machine is tested
// all over, which costs little beside sifting its transitions; while an output has not been met, a state is likely to
// be missing, so tests go on for longer.
//
// If answers are wrong, tests find something forever, and only an equivalence question brings that to light. So one is
// asked when finds have cost about as much as it does, and as their number has grown fourfold since the last one: that
// costs at most four times as much as necessary, and a logarithmic number of equivalence questions where all answers
// are right. A large shape is refined in many places at once, so finds are counted by rounds.
//
// A kind of test is drawn with weight × rate², where the rate is finds by tests, both fading. With output words, probes
// (refiner_output_words.cpp) find most of what is missing, of a Mealy machine nearly all.
// What it costs: one comparison per test, and a bounded search for a path per test of memory. What is learned from a
// test is forgotten slowly, since what a shape lacks changes as it grows.
#include "learning/testing/state_tests.hpp"

#include <algorithm>
#include <utility>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {
bool leaves_to_probes(const LearnerSetting& setting) {
  return setting.answers == Answers::values && setting.equivalence_cost <= 0;
}

double part_of(const LearnerSetting& setting) {
  if (!leaves_to_probes(setting)) return 1;
  return setting.machine == MachineKind::mealy ? tuning::part_of_mealy : tuning::part_with_values;
}

double price_of(const LearnerSetting& setting) {
  if (setting.equivalence_cost > 0) return setting.equivalence_cost;
  return setting.answers == Answers::values ? tuning::price_with_values : equivalence_cost_of(setting.effort);
}
}  // namespace

StateTests::StateTests(Refiner& refiner, Random& random, const LearnerSetting& setting)
    : refiner_(refiner),
      random_(random),
      walks_(refiner, random, setting.longest_test),
      index_(refiner),
      suffixes_(refiner.letters()),
      price_(price_of(setting)),
      part_(part_of(setting)),
      tests_fresh_(!leaves_to_probes(setting)),
      longest_(setting.longest_test),
      most_finds_(price_ / tuning::comparisons_per_find),
      kinds_{{{1}, {2}, {1}, {1}, {1}, {1}}} {}

void StateTests::test() {
  evaluate();
  if (!refiner_.tests_passed()) {
    agreements_ = futile_ = 0;
    ++finds_;
    return;
  }
  if (static_cast<double>(finds_) > most_finds_) return offer();
  const std::size_t needed = enough();
  const std::size_t most = refiner_.most_at_once();
  index_.update();
  if (tests_fresh_) add_fresh(most);
  if (refiner_.tests().size() < most && agreements_ < needed) {
    add_drawn(std::min(needed - agreements_, most - refiner_.tests().size()));
  }
  if (!refiner_.tests().empty()) return;
  if (agreements_ >= needed || futile_ >= tuning::draws_per_test * needed + tuning::fewest_draws) offer();
}

void StateTests::offer() {
  offered_ = refiner_.tree().states();
  refiner_.offer();
}

std::size_t StateTests::enough() const {
  const Classes& classes = refiner_.classes();
  const double most = tuning::most_tests_per_transition * static_cast<double>(refiner_.transitions());
  const double care = classes.size() < classes.outputs() ? tuning::care_if_incomplete : 1;
  return static_cast<std::size_t>(std::max(std::min(care * patience(), most), share()));
}

double StateTests::patience() const {
  const double guesses = static_cast<double>(refiner_.guesses()) / static_cast<double>(refiner_.transitions());
  return tuning::tests_per_price * price_ * (1 + tuning::care_for_guesses * guesses);
}

double StateTests::share() const {
  return part_ * (tuning::tests_per_state * static_cast<double>(refiner_.tree().states()) +
                  tuning::tests_per_transition * static_cast<double>(refiner_.transitions()));
}

void StateTests::evaluate() {
  const double fading = 1 - 1 / (tuning::tests_remembered + share());  // per test
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    const auto& [walk, predicted] = refiner_.tests()[i];
    const bool found = refiner_.classes().class_of(refiner_.walks().word(walk)) != predicted;
    if (drawn_[i].suffix != no_suffix) suffixes_.tested(drawn_[i].suffix, found);
    if (drawn_[i].kind == Kind::fresh) continue;
    for (Record& each : kinds_) {
      each.found *= fading;
      each.tests *= fading;
    }
    Record& mine = kinds_[index(drawn_[i].kind)];
    mine.tests += 1;
    mine.found += found ? 1 : 0;
    ++agreements_;
    if (!found) continue;
    refiner_.walks().letters(walk, letters_);
    index_.note_sequence(letters_);
  }
  drawn_.clear();
}

void StateTests::split(State old, State made, const Search& search) {
  const Searches& searches = refiner_.searches();
  suffixes_.split(searches.rest(search, search.high), searches.rest(search, search.low > 0 ? search.low - 1 : 0));
  const DiscriminationTree& tree = refiner_.tree();
  fresh_.push_back({made, old, tree.parent(tree.leaf(made)), 0});
}

void StateTests::counterexample(WordId word) {
  refiner_.words().spell(word, letters_);
  suffixes_.counterexample(letters_);
  index_.note_sequence(letters_);
  agreements_ = futile_ = finds_ = 0;
  const std::size_t in_all = offered_ / tuning::states_per_find;
  most_finds_ = std::max(tuning::more_finds * most_finds_, static_cast<double>(in_all));
}

void StateTests::add_fresh(std::size_t most) {
  while (!fresh_.empty() && refiner_.tests().size() < most) {
    Fresh& fresh = fresh_.front();
    if (fresh.letter == refiner_.letters()) {
      fresh_.pop_front();
      continue;
    }
    const Letter letter = make_id<Letter>(fresh.letter++);
    const State to = refiner_.target(fresh.made, letter);
    if (to == fresh.made || refiner_.target(fresh.old, letter) != to) continue;
    letters_.assign(1, letter);
    if (index_.find_path(to, fresh.node, 0, random_, letters_) != ShapeIndex::Path::found) continue;
    const std::span<const Letter> suffix = refiner_.tree().suffix(fresh.node);
    letters_.insert(letters_.end(), suffix.begin(), suffix.end());
    add(Kind::fresh, fresh.made, no_suffix);
  }
}

void StateTests::add_drawn(std::size_t count) {
  std::size_t walks = 0;
  for (std::size_t added = 0; added < count;) {
    const Kind kind = draw_kind();
    State start = no_state;
    Suffix suffix = no_suffix;
    if (kind == Kind::walk) {
      ++walks;
      ++added;
    } else if (draw(kind, start, suffix) && add(kind, start, suffix)) {
      ++added;
    } else if (++futile_ >= tuning::draws_per_test * enough() + tuning::fewest_draws) {
      break;
    }
  }
  if (walks == 0) return;
  const std::size_t before = refiner_.tests().size();
  walks_.add(walks, agreements_);
  const std::size_t made = refiner_.tests().size() - before;
  futile_ += walks - made;
  drawn_.insert(drawn_.end(), made, {Kind::walk, no_suffix});
}

StateTests::Kind StateTests::draw_kind() {
  const auto rate = [](const Record& kind) {
    return (kind.found + tuning::kind_found_before) / (kind.tests + tuning::kind_tests_before);
  };
  const auto weight = [&](const Record& kind) { return kind.weight * rate(kind) * rate(kind); };
  // What the number of states asks for beyond the price is left to walks, which test large machines best, unless others
  // find more.
  if (share() > patience()) {
    const double of_walks = rate(kinds_[index(Kind::walk)]);
    double best = of_walks;
    for (const Record& kind : kinds_) best = std::max(best, kind.found / (kind.tests + tuning::kind_tests_before));
    const double beyond = (share() - patience()) / (share() + patience());
    if (random_.chance(beyond * of_walks / best)) return Kind::walk;
  }
  double total = 0;
  for (const Record& kind : kinds_) total += weight(kind);
  double left = random_.unit() * total;
  std::size_t drawn = 0;
  while (drawn + 1 < kinds_.size() && left >= weight(kinds_[drawn])) left -= weight(kinds_[drawn++]);
  return static_cast<Kind>(drawn);
}

State StateTests::draw_new_state(double pass_over) {
  std::size_t newest = refiner_.tree().states() - 1;
  while (newest > 0 && random_.chance(pass_over)) --newest;
  return make_id<State>(newest);
}

Transition StateTests::draw_transition() {
  if (!random_.chance(tuning::from_new_state)) return index_.draw_transition(random_);
  const std::size_t letters = refiner_.letters();
  return static_cast<Transition>(index(draw_new_state(tuning::one_older_else)) * letters + random_.below(letters));
}

// Draws the start of a test, and its letters into letters_.
bool StateTests::draw(Kind kind, State& start, Suffix& suffix) {
  if (kind == Kind::memory) return draw_memory(start);
  if (kind == Kind::longer) return draw_longer(start);
  if (kind != Kind::live && suffixes_.empty()) return false;
  const Transition transition = draw_transition();
  start = make_id<State>(transition / refiner_.letters());
  letters_.assign(1, make_id<Letter>(transition % refiner_.letters()));
  if (kind == Kind::live) {
    follow_live_letters();
    return true;
  }
  if (kind == Kind::detour) letters_.push_back(suffixes_.draw_letter(random_));
  suffix = suffixes_.draw(random_);
  suffixes_.spell(suffix, letters_);
  return true;
}

bool StateTests::draw_memory(State& start) {
  const DiscriminationTree& tree = refiner_.tree();
  const Transition transition = draw_transition();
  start = make_id<State>(transition / refiner_.letters());
  Node node = tree.parent(tree.leaf(start));
  if (node == tree.root()) return false;
  while (tree.parent(node) != tree.root() && random_.chance(tuning::also_one_up)) node = tree.parent(node);
  letters_.assign(1, make_id<Letter>(transition % refiner_.letters()));
  const std::size_t skipped = random_.below(tuning::most_nearer);
  const ShapeIndex::Path path = index_.find_path(refiner_.target(transition), node, skipped, random_, letters_);
  if (path == ShapeIndex::Path::far) kinds_[index(Kind::memory)].tests += tuning::tests_per_far_search;
  if (path != ShapeIndex::Path::found) return false;
  const std::span<const Letter> suffix = tree.suffix(node);
  letters_.insert(letters_.end(), suffix.begin(), suffix.end());
  return true;
}

// The newest states are few and are drawn again and again, but each of these tests is of use once.
bool StateTests::draw_longer(State& start) {
  const DiscriminationTree& tree = refiner_.tree();
  start = draw_new_state(tuning::one_older);
  const Node node = tree.parent(tree.leaf(start));
  if (node == tree.root()) return false;
  const std::size_t letter = random_.below(refiner_.letters());
  longer_.resize(refiner_.transitions(), no_node);
  if (std::exchange(longer_[index(start) * refiner_.letters() + letter], node) == node) return false;
  const std::span<const Letter> suffix = tree.suffix(node);
  letters_.assign({make_id<Letter>(letter), suffix.front()});
  letters_.insert(letters_.end(), suffix.begin(), suffix.end());
  return true;
}

void StateTests::follow_live_letters() {
  const std::size_t count = 1 + random_.below(tuning::most_live);
  for (std::size_t i = 0; i < count; ++i) {
    Letter letter = no_letter;
    if (random_.chance(tuning::follow_live)) letter = index_.draw_follower(letters_.back(), random_);
    letters_.push_back(letter == no_letter ? suffixes_.draw_letter(random_) : letter);
  }
}

// A word that is too long, or whose class is known or being asked for, is no test.
bool StateTests::add(Kind kind, State start, Suffix suffix) {
  WordTree& words = refiner_.words();
  const WordId access = refiner_.tree().access(start);
  if (longest_ != no_limit && words.length(access) + letters_.size() > longest_) return false;
  const WordId word = words.extend(access, letters_);
  if (!refiner_.is_open(word)) return false;
  refiner_.add_test(start, word, letters_);
  drawn_.push_back({kind, suffix});
  return true;
}

}  // namespace remap
