#include "learning/refining/new_states.hpp"

#include <algorithm>

#include "learning/tuning/tuning.hpp"

namespace remap {

double NewStates::Record::chance() const noexcept {
  return (static_cast<double>(yes) + 2) / (static_cast<double>(asked) + 4);
}

bool NewStates::may_have_lookalike() const noexcept {
  return !refiner_.is_mealy() &&
         alike_.chance() * static_cast<double>(refiner_.letters()) > tuning::least_saved_by_lookalike;
}

bool NewStates::may_stay() const noexcept {
  return staying_.chance() * static_cast<double>(refiner_.letters()) > tuning::least_saved_by_staying;
}

void NewStates::add(State state) {
  number_.push_back(no_state);
  like_.push_back(no_state);
  if (state == State{0}) {
    if (!refiner_.is_mealy()) settle({state, tree_.root(), refiner_.tree().class_of(state)});
    refiner_.sift_all(state);
  } else if (may_have_lookalike() || (refiner_.is_mealy() && may_stay())) {
    candidates_.push_back({state, tree_.first_child(tree_.root())});
  } else {
    refiner_.sift_all(state);
  }
}

void NewStates::sifted() {
  for (State state : failed_) part(state);
  failed_.clear();
  std::erase_if(candidates_, [&](Candidate& candidate) { return decide(candidate); });
  if (!candidates_.empty()) return;
  for (State state : guessed_) make_guesses(state);
}

void NewStates::guess_failed(Transition transition) {
  failed_.push_back(make_id<State>(transition / refiner_.letters()));
}

// Goes as far as known classes allow. False if a question is open.
bool NewStates::decide(Candidate& candidate) {
  if (!refiner_.is_mealy() && candidate.id == no_class) {
    const Answer answer = has_lookalike(candidate);
    if (answer == Answer::open) return false;
    alike_.asked += 1;
    alike_.yes += answer == Answer::yes ? 1 : 0;
    if (answer == Answer::yes) return true;
  }
  const Answer answer = stays(candidate.state);
  if (answer == Answer::open) return false;
  if (!refiner_.is_mealy()) settle(candidate);
  if (answer == Answer::yes) {
    guess(candidate.state, candidate.state);
  } else {
    refiner_.sift_all(candidate.state);
  }
  return true;
}

NewStates::Answer NewStates::has_lookalike(Candidate& candidate) {
  while (!tree_.is_leaf(candidate.node)) {
    const ClassId id = refiner_.inquire(candidate.state, tree_.suffix(candidate.node), no_class);
    if (id == no_class) return Answer::open;
    const Node child = tree_.child(candidate.node, id);
    if (child == no_node) {
      candidate.id = id;
      return Answer::no;
    }
    candidate.node = child;
  }
  const State other = explored_[index(tree_.state(candidate.node))];
  if (refiner_.target(other, Letter{0}) == no_state) return Answer::open;  // it is being explored itself
  const Answer answer = is_like(candidate, other);
  if (answer == Answer::yes) guess(candidate.state, other);
  return answer;
}

NewStates::Answer NewStates::is_like(Candidate& candidate, State other) {
  find_suffixes(candidate.state, other);
  for (const Word& suffix : suffixes_) {
    const ClassId expected = predict(other, suffix);
    if (expected == no_class) continue;
    const ClassId id = refiner_.inquire(candidate.state, suffix, expected);
    if (id == no_class) return Answer::open;
    if (id == expected) continue;
    tree_.split(tree_.state(candidate.node), suffix, expected);
    candidate.id = id;
    return Answer::no;
  }
  return Answer::yes;
}

// What tells the two from other states with their classes, and letters, first of all those that do something.
void NewStates::find_suffixes(State state, State like) {
  suffixes_.clear();
  const DiscriminationTree& tree = refiner_.tree();
  for (const State each : {state, like}) {
    for (Node node = tree.parent(tree.leaf(each)); node != tree.root(); node = tree.parent(node)) {
      const std::span<const Letter> suffix = tree.suffix(node);
      suffixes_.emplace_back(suffix.begin(), suffix.end());
    }
  }
  const std::size_t all = suffixes_.size() + tuning::confirming_letters;
  for (const bool live : {true, false}) {
    for (std::size_t l = 0; l < refiner_.letters() && suffixes_.size() < all; ++l) {
      const Letter letter = make_id<Letter>(l);
      if ((refiner_.target(like, letter) != like) == live) suffixes_.push_back({letter});
    }
  }
}

// A state that stays has the same class after all words: its own, or of a Mealy machine any.
NewStates::Answer NewStates::stays(State state) {
  const std::size_t length = refiner_.words().length(refiner_.tree().access(state)) + 2 * refiner_.letters();
  if (!may_stay() || length > longest_) return Answer::no;
  const bool at_once = refiner_.has_output_words();  // then one word tells everything
  ClassId same = refiner_.is_mealy() ? no_class : refiner_.tree().class_of(state);
  std::size_t seen = 0;
  for (std::size_t l = 0; l < refiner_.letters(); ++l) {
    const Letter letter = make_id<Letter>(l);
    const bool ask = refiner_.is_mealy() && !at_once && l < tuning::staying_letters;
    const ClassId id = ask ? refiner_.inquire(state, {&letter, 1}, refiner_.expected_class(transition(state, l)))
                           : known_class_after(state, {&letter, 1});
    if (ask && id == no_class) return Answer::open;
    if (id == no_class) continue;
    if (same != no_class && id != same) return Answer::no;
    same = id;
    ++seen;
  }
  if (seen < tuning::staying_letters && !at_once) return Answer::no;
  if (all_letters_.empty()) {
    for (std::size_t l = 0; l < refiner_.letters(); ++l) all_letters_.push_back(make_id<Letter>(l));
    for (std::size_t l = refiner_.letters(); l > 0; --l) all_letters_.push_back(make_id<Letter>(l - 1));
  }
  const ClassId id = refiner_.inquire(state, all_letters_, same);
  if (id == no_class) return Answer::open;
  bool stays = same == no_class || id == same;
  for (std::size_t l = 1; at_once && l < all_letters_.size(); ++l) {
    stays = stays && known_class_after(state, std::span(all_letters_).first(l)) == id;
  }
  staying_.asked += 1;
  staying_.yes += stays ? 1 : 0;
  return stays ? Answer::yes : Answer::no;
}

ClassId NewStates::known_class_after(State state, std::span<const Letter> suffix) const {
  const WordId word = refiner_.words().find(refiner_.tree().access(state), suffix);
  return word == no_word ? no_class : refiner_.classes().class_of(word);
}

// What the shape says; targets of candidates are not known yet.
ClassId NewStates::predict(State state, std::span<const Letter> suffix) const {
  for (Letter letter : suffix) {
    state = refiner_.target(state, letter);
    if (state == no_state) return no_class;
  }
  return refiner_.tree().class_of(state);
}

void NewStates::guess(State state, State like) {
  like_[index(state)] = like;
  guessed_.push_back(state);
  make_guesses(state);
}

void NewStates::make_guesses(State state) {
  const State like = like_[index(state)];
  constexpr Letter first{0};
  const ClassId of_step = refiner_.is_mealy() ? known_class_after(state, {&first, 1}) : no_class;
  for (std::size_t letter = 0; letter < refiner_.letters(); ++letter) {
    if (refiner_.is_fact(transition(state, letter))) continue;
    const State target = like == state ? state : refiner_.target(like, make_id<Letter>(letter));
    refiner_.guess(transition(state, letter), target, of_step);
  }
}

// Takes a state that is like no other into the second tree.
void NewStates::settle(const Candidate& candidate) {
  number_[index(candidate.state)] =
      tree_.add_state(candidate.node, candidate.id, refiner_.tree().access(candidate.state));
  explored_.push_back(candidate.state);
}

// A guess about a state was wrong: if one of its transitions really leads elsewhere, all are sifted. What tells the two
// targets apart tells the state from its lookalike.
void NewStates::part(State state) {
  const State like = like_[index(state)];
  if (like == no_state) return;
  const DiscriminationTree& tree = refiner_.tree();
  for (std::size_t l = 0; l < refiner_.letters(); ++l) {
    if (!refiner_.is_fact(transition(state, l))) continue;
    const State mine = refiner_.target(transition(state, l));
    const State other = like == state ? state : refiner_.target(transition(like, l));
    if (mine == other && like != state) continue;
    like_[index(state)] = no_state;
    std::erase(guessed_, state);
    refiner_.sift_all(state);
    if (like == state) return;
    const Node node = tree.meeting(tree.leaf(mine), tree.leaf(other));
    Word suffix{make_id<Letter>(l)};
    suffix.insert(suffix.end(), tree.suffix(node).begin(), tree.suffix(node).end());
    const State number = number_[index(like)];
    const Node leaf = tree_.leaf(number);
    tree_.split(number, suffix, tree.class_below(node, tree.leaf(other)));
    settle({state, leaf, tree.class_below(node, tree.leaf(mine))});
    alike_.yes -= 1;
    return;
  }
}

}  // namespace remap
