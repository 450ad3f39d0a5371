// Sifting with output words. A question about a word tells the classes of all its prefixes, too, so one question shows
// much of the state that a transition leads to. Which states can it be still, among those below the node that it has
// come to? Where all of them lie below one child, it goes there without a question; otherwise it is asked about a
// suffix that should tell them apart (observations.hpp, separating_suffix.hpp). So a transition may arrive at a leaf
// without having been asked about all suffixes on the way: that is a guess until it is blamed. A new state is sifted in
// full. All that is asked goes on with the probe, a random word a little longer than it takes to tell states of a
// random machine apart.
//
// Where a transition arrives at a leaf although its word and that of the state were seen to go on differently, the leaf
// is split at once: no counterexample is needed.
#include <algorithm>
#include <optional>
#include <utility>

#include "learning/refining/refiner.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap {

// As long as two states of as many classes as are known need on average to be told apart, and some letters more.
std::span<const Letter> Refiner::probe() {
  const std::size_t classes = std::max<std::size_t>(2, classes_.size()), states = tree_.states() + 1;
  std::size_t length = tuning::more_of_probe;
  for (std::size_t left = states / classes; left > 0; left /= classes) ++length;
  while (probe_.size() < length) probe_.push_back(make_id<Letter>(probe_letters_.below(letters_)));
  return std::span(probe_).first(length);
}

// The access word of a state, followed by letters and the probe.
WordId Refiner::probed(State state, std::span<const Letter> letters) {
  scratch_.assign(letters.begin(), letters.end());
  const std::span<const Letter> more = probe();
  scratch_.insert(scratch_.end(), more.begin(), more.end());
  return observations_.add(state, scratch_);
}

// Every pending transition moves down as far as what is known takes it. Then questions are asked that may lead to new
// states; what may be one of several known ones waits until there are none.
void Refiner::sift_output_words() {
  std::size_t kept = 0;
  Turn first = Turn::among_known;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    Pending pending = pending_[i];
    if (pending.word == no_word) pending.word = word_of(pending.transition);
    if (!move_on(pending)) continue;
    first = std::min(first, turn_of(pending));
    pending_[kept++] = pending;
  }
  pending_.resize(kept);
  if (first == Turn::at_root) find_common_suffix();
  for (const Pending& pending : pending_) {
    if (turn_of(pending) == first) ask_further(pending);
  }
  end_round(kept);
}

// False when it has arrived.
bool Refiner::move_on(Pending& pending) {
  while (move_down(pending)) {
    pending.asked = words_.extend(pending.word, tree_.tail(pending.node));
    if (classes_.class_of(pending.asked) != no_class) continue;
    pending.asked = no_word;
    if (pending.in_full || pending.node == tree_.root()) return true;
    const std::optional<Node> only = only_child(pending);
    if (!only) return true;
    if (*only != no_node) {
      guessed_[pending.transition] = 1;
      pending.node = *only;
    } else if (guessed_[pending.transition] == 0) {
      pending.in_full = true;
      return true;
    } else {
      begin_in_full(pending);
    }
  }
  return false;
}

// The next state below the nodes listed that a transition may lead to. `no_state` if there is none, or if to look at
// all would take too long: then nodes are left.
State Refiner::next_candidate(Transition transition) {
  while (!nodes_.empty() && observations_.may_look()) {
    const Node node = nodes_.back();
    nodes_.pop_back();
    if (tree_.is_leaf(node) && observations_.fits(transition, tree_.state(node), view())) return tree_.state(node);
    for (Node each = tree_.first_child(node); each != no_node; each = tree_.sibling(each)) nodes_.push_back(each);
  }
  return no_state;
}

// The only child of its node below which there is a state that a transition may lead to; `no_node` if there is no such
// state, nothing if there are several children, or if to look at all states would take too long.
std::optional<Node> Refiner::only_child(const Pending& pending) {
  Node only = no_node;
  for (Node child = tree_.first_child(pending.node); child != no_node; child = tree_.sibling(child)) {
    nodes_.assign(1, child);
    if (next_candidate(pending.transition) == no_state) {
      if (!nodes_.empty()) return std::nullopt;
    } else if (std::exchange(only, child) != no_node) {
      return std::nullopt;
    }
  }
  return only;
}

// The states below its node that a transition may lead to. False if to find them would take too long.
bool Refiner::find_candidates(const Pending& pending) {
  candidates_.clear();
  nodes_.assign(1, pending.node);
  for (State state = next_candidate(pending.transition); state != no_state;
       state = next_candidate(pending.transition)) {
    candidates_.push_back(state);
  }
  return nodes_.empty();
}

// The suffix of the words asked about at the root. The more of them had the same one, the more can be compared, so it
// grows where it does not tell all states apart, and another one takes its place only if that does.
void Refiner::find_common_suffix() {
  if (common_suffix_.empty()) {
    const std::span<const Letter> letters = probe();
    common_suffix_.assign(letters.begin(), letters.end());
  }
  candidates_.clear();
  for (std::size_t q = 0; q < tree_.states(); ++q) candidates_.push_back(make_id<State>(q));
  const Word& longer = separating_.find(candidates_, common_suffix_, view());
  if (longer.size() <= tuning::longest_common_suffix) common_suffix_ = longer;
  if (separating_.pairs_left() == 0) return;
  const Word& other = separating_.find(candidates_, {}, view());
  if (separating_.pairs_left() == 0) common_suffix_ = other;
}

// Asks about the suffix of a node, followed by what tells candidates apart that it does not.
void Refiner::ask_further(const Pending& pending) {
  std::span<const Letter> suffix = pending.node == tree_.root() ? common_suffix_ : tree_.suffix(pending.node);
  if (pending.node != tree_.root() && !pending.in_full && find_candidates(pending)) {
    suffix = separating_.find(candidates_, suffix, view());
  }
  letters_asked_.assign(1, make_id<Letter>(pending.transition % letters_));
  letters_asked_.insert(letters_asked_.end(), suffix.begin(), suffix.end());
  ask(probed(make_id<State>(pending.transition / letters_), letters_asked_), pending.node, no_class);
}

void Refiner::begin_in_full(Pending& pending) {
  guessed_[pending.transition] = 0;
  pending = {pending.transition, tree_.root(), pending.word, no_word, {}, true};
}

// Splits the leaf of a state by a suffix, for which the words of the state and of a transition have these classes. The
// transition leads to the new state.
State Refiner::split_leaf(State to, std::span<const Letter> suffix, ClassId id_of_old, Transition transition,
                          ClassId id) {
  suffix_rows_.add(tree_.leaf(to), suffix.size());
  tree_.split(to, suffix, id_of_old);
  if (first_into_[index(to)] != no_transition) left_.push_back(std::exchange(first_into_[index(to)], no_transition));
  const State made = add_state(tree_.parent(tree_.leaf(to)), id, transition, to, make_id<State>(transition / letters_));
  arrivals_.emplace_back(transition, tree_.leaf(made));
  return made;
}

// A transition has come to a leaf. True if it is to be sifted once more, in full.
bool Refiner::arrive_as_seen(Pending& pending) {
  const State to = tree_.state(pending.node);
  const WordId access = tree_.access(to);
  const std::span<const Letter> seen =
      access == pending.word ? std::span<const Letter>{} : observations_.difference(pending.transition, to);
  if (guessed_[pending.transition] != 0 && (!seen.empty() || !observations_.fits(pending.transition, to, view()))) {
    begin_in_full(pending);
    return true;
  }
  if (seen.empty()) {
    arrive(pending, pending.node);
    return false;
  }
  const Word letters(seen.begin(), seen.end());
  const WordId of_old = words_.find(access, letters), of_new = words_.find(pending.word, letters);
  grounds_.growth.push_back(of_old);
  grounds_.growth.push_back(of_new);
  split_leaf(to, letters, classes_.class_of(of_old), pending.transition, classes_.class_of(of_new));
  leave_leaves();
  return false;
}

// What was seen and disagrees with the shape, the shortest first: they take the fewest questions.
void Refiner::look_at_surprises(std::size_t most) {
  for (const Observations::Surprise& surprise : observations_.surprises(view())) {
    if (wrong_.size() >= most) return;
    const WordId word = observations_.spell(surprise, scratch_);
    examine(walks_.add_recurring(make_id<State>(surprise.transition / letters_), word, scratch_));
  }
}

}  // namespace remap
