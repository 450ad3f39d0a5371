// What output words are good for. A question about a word tells the classes of all its prefixes, too, so it is asked
// about a longer one: each question of sifting goes on with the same probe, a random word just long enough to tell most
// states of a random machine apart. Where a transition arrives at a leaf, its word and that of the state have then been
// seen to go on for several letters, and if they did so differently, the leaf is split at once: no counterexample is
// needed, and the suffix that splits it is a part of the probe, which all later words answer by the way.
#include <cmath>
#include <utility>

#include "learning/refiner.hpp"

namespace remap {

// As long as two states of as many classes as are known need on average to be told apart, and two letters more.
std::span<const Letter> Refiner::probe() {
  const double classes = static_cast<double>(std::max<std::size_t>(2, classes_.size()));
  const double states = static_cast<double>(tree_.states() + 1);
  const auto length = 2 + static_cast<std::size_t>(std::log(states) / std::log(classes));
  while (probe_.size() < length) probe_.push_back(make_id<Letter>(probe_letters_.below(letters_)));
  return std::span(probe_).first(length);
}

WordId Refiner::probed(WordId word) { return output_words_ ? words_.extend(word, probe()) : word; }

// The same for a word at a node. After the output of a transition all of a Mealy machine are asked about the same
// suffix, which can be asked about at once.
WordId Refiner::probed_beyond(Node node, WordId word) {
  if (!output_words_) return word;
  const Node next = node == tree_.root() ? tree_.first_child(node) : no_node;
  return probed(next == no_node || tree_.is_leaf(next) ? word : words_.extend(word, tree_.tail(next)));
}

// After how many of the letters two words are known to have different classes; 0: not known.
std::size_t Refiner::known_difference(WordId word, WordId other, std::span<const Letter> letters) const {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    word = words_.find(word, letters.subspan(i, 1));
    other = words_.find(other, letters.subspan(i, 1));
    if (word == no_word || other == no_word) return 0;
    const ClassId one = classes_.class_of(word), two = classes_.class_of(other);
    if (one == no_class || two == no_class) return 0;
    if (one != two) return i + 1;
  }
  return 0;
}

// Splits the leaf of a state by a suffix, for which the words of the state and of a transition have these classes. The
// transition leads to the new state.
State Refiner::split_leaf(State to, std::span<const Letter> suffix, ClassId id_of_old, Transition transition,
                          ClassId id) {
  suffix_rows_.add(tree_.leaf(to), suffix.size());
  tree_.split(to, suffix, id_of_old);
  if (first_into_[index(to)] != no_transition) left_.push_back(std::exchange(first_into_[index(to)], no_transition));
  const State made =
      add_state(tree_.parent(tree_.leaf(to)), id, word_of(transition), to, make_id<State>(transition / letters_));
  arrivals_.emplace_back(transition, tree_.leaf(made));
  return made;
}

// A transition has come to a leaf. False if nothing is known to tell its word from the state's.
bool Refiner::split_on_arrival(const Pending& pending) {
  const State to = tree_.state(pending.node);
  const WordId access = tree_.access(to);
  if (access == pending.word) return false;
  Word& letters = scratch_;
  std::size_t length = 0;
  for (Node node = pending.node; node != tree_.root() && length == 0;) {
    node = tree_.parent(node);
    const std::span<const Letter> suffix = tree_.suffix(node);
    letters.assign(suffix.begin(), suffix.end());
    letters.insert(letters.end(), probe_.begin(), probe_.end());
    length = known_difference(pending.word, access, letters);
  }
  if (length == 0) return false;
  letters.resize(length);
  const WordId of_old = words_.find(access, letters), of_new = words_.find(pending.word, letters);
  grounds_.growth.push_back(of_old);
  grounds_.growth.push_back(of_new);
  split_leaf(to, letters, classes_.class_of(of_old), pending.transition, classes_.class_of(of_new));
  leave_leaves();
  return true;
}

// What the probe told about a new state is for the checks.
void Refiner::record_probe(State state) {
  WordId word = tree_.access(state);
  for (std::size_t i = 0; i < probe_.size(); ++i) {
    word = words_.find(word, std::span(probe_).subspan(i, 1));
    if (word == no_word || classes_.class_of(word) == no_class) return;
    records_.push_back(walks_.add(state, word, std::span(probe_).first(i + 1)));
  }
}

}  // namespace remap
