// What is claimed of states, namely the classes that their words have after the suffixes by which transitions were
// sifted to them (tree_balance.hpp): how the shape is checked against it, and how the tree is rearranged.
#include <algorithm>
#include <array>

#include "learning/refining/refiner.hpp"

namespace remap {

namespace {
constexpr std::size_t side_by_side = 8;  // states
}

// Whether the shape agrees with a claim on a state.
bool Refiner::holds(State state, Node claim) const noexcept {
  return class_after(state, tree_.suffix(tree_.parent(claim))) == tree_.class_in_parent(claim);
}

// Looks at all items, in the order in which they lie in memory, and returns those that disagree. Between two offers
// little changes, so most records need no more than a look at which transitions they cross. What disagrees is going to
// be a suspect, and stays one until it agrees; if that would be more than `most`, none of this counts.
std::vector<std::size_t> Refiner::look_through(std::size_t most) {
  std::vector<std::size_t> disagreeing;
  const DiscriminationTree::Leaves leaves = tree_.leaves();
  if (disagreeing_states_ == nullptr) {
    disagreeing_states_ = suffix_rows_.find_disagreeing(tree_, leaves, balance_, target_, class_of_step_);
  }
  look_at_all_states_ = disagreeing_states_ != nullptr;
  for (std::size_t q = 0; look_at_all_states_ && q < tree_.states(); ++q) {
    if ((*disagreeing_states_)[q]) disagreeing.push_back(q);
  }
  for (std::size_t n = look_at_all_states_ ? tree_.size() : 1; n < tree_.size(); ++n) {
    const Node node = make_id<Node>(n);
    if (tree_.parent(node) == tree_.root()) continue;
    const std::span<const Letter> suffix = tree_.suffix(tree_.parent(node));
    // Several states side by side, since each step has to wait for the previous one.
    for (std::span<const State> below = leaves.below(node); !below.empty();) {
      const std::span<const State> now = below.first(std::min(below.size(), side_by_side));
      std::array<State, side_by_side> at;
      std::fill(std::copy(now.begin(), now.end(), at.begin()), at.end(), now.front());
      for (Letter letter : suffix.first(suffix.size() - 1)) {
        for (State& each : at) each = target(each, letter);
      }
      for (std::size_t i = 0; i < now.size(); ++i) {
        const auto last = static_cast<Transition>(index(at[i]) * letters_ + index(suffix.back()));
        if (class_after(last) != tree_.class_in_parent(node)) disagreeing.push_back(index(now[i]));
      }
      below = below.subspan(now.size());
    }
  }
  for (std::size_t q = look_at_all_states_ ? tree_.states() : 0; q < tree_.states(); ++q) {
    const State state = make_id<State>(q);
    const auto holds = [&](Node claim) { return this->holds(state, claim); };
    if (balance_.find_earlier(tree_, state, holds) != no_node) disagreeing.push_back(q);
  }
  std::sort(disagreeing.begin(), disagreeing.end());
  disagreeing.erase(std::unique(disagreeing.begin(), disagreeing.end()), disagreeing.end());
  find_disagreeing_records(disagreeing);
  if (wrong_.size() + disagreeing.size() <= most) {
    std::fill(retargeted_.begin(), retargeted_.end(), 0);
    agreed_records_ = records_.size();
  }
  return disagreeing;
}

// Long walks are followed together, which takes less time than to see what they cross.
void Refiner::find_disagreeing_records(std::vector<std::size_t>& into) {
  std::vector<Walk> walks;
  std::vector<std::size_t> records;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const Walk walk = records_[i];
    const bool may_agree = i < agreed_records_ && (mealy_ || !walks_.is_long(walk));
    if (may_agree && !walks_.crosses(walk, target_, retargeted_)) continue;
    if (mealy_) {
      if (!agrees(walk)) into.push_back(tree_.states() + i);
      continue;
    }
    walks.push_back(walk);
    records.push_back(i);
  }
  std::vector<State> ends(walks.size());
  walks_.follow_all(walks, target_, ends);
  for (std::size_t i = 0; i < walks.size(); ++i) {
    if (tree_.class_of(ends[i]) == classes_.class_of(walks_.word(walks[i]))) continue;
    into.push_back(tree_.states() + records[i]);
  }
}

// Finds out which states disagree, all at once, where suffixes are long, or where that paid when all items were last
// looked through.
void Refiner::look_at_states() {
  if (disagreeing_states_ != nullptr || !(look_at_all_states_ || suffix_rows_.are_long())) return;
  if (suffix_rows_.are_cheap(tree_.states())) return;
  disagreeing_states_ = suffix_rows_.find_disagreeing(tree_, tree_.leaves(), balance_, target_, class_of_step_);
}

bool Refiner::examine_state(State state) {
  if (disagreeing_states_ != nullptr && !(*disagreeing_states_)[index(state)]) return false;
  const auto holds = [&](Node claim) { return this->holds(state, claim); };
  Node claim = balance_.find_on_way(tree_, state, holds);
  if (claim == no_node) claim = balance_.find_earlier(tree_, state, holds);
  if (claim == no_node) return false;
  const std::span<const Letter> suffix = tree_.suffix(tree_.parent(claim));
  const WordId word = words_.extend(tree_.access(state), tree_.tail(tree_.parent(claim)));
  wrong_.push_back(walks_.add(state, word, suffix));
  grounds_.disagreements.push_back({walks_.word(wrong_.back()), class_after(state, suffix)});
  return true;
}

// Before a state is split, transitions into it that were sifted before its leaf was moved are sifted again, by the
// questions of today; what they were asked before becomes records. Then there are no claims besides those on the way.
// False if there are none in the first place.
bool Refiner::freshen(State state) {
  if (!balance_.has_earlier(state)) return false;
  const auto record_claims = [&](State start, WordId word, std::span<const Letter> begin) {
    const auto record = [&](Node claim) {
      const std::span<const Letter> suffix = tree_.suffix(tree_.parent(claim));
      const WordId asked = words_.find(word, tree_.tail(tree_.parent(claim)));
      if (asked == no_word || classes_.class_of(asked) == no_class) return true;
      scratch_.assign(begin.begin(), begin.end());
      scratch_.insert(scratch_.end(), suffix.begin(), suffix.end());
      records_.push_back(walks_.add_recurring(start, asked, scratch_));
      return true;
    };
    static_cast<void>(balance_.find_earlier(tree_, state, record));
  };
  if (state == State{0}) record_claims(state, empty_word, {});
  bool found = state == State{0};
  Transition* at = &first_into_[index(state)];
  while (*at != no_transition) {
    const Transition transition = *at;
    if (!balance_.is_older(transition, state)) {
      at = &facts_[transition].next_into;
      continue;
    }
    *at = facts_[transition].next_into;
    const Letter letter = make_id<Letter>(transition % letters_);
    record_claims(make_id<State>(transition / letters_), word_of(transition), {&letter, 1});
    facts_[transition].node = tree_.root();
    if (!guessed_.empty()) guessed_[transition] = 0;
    set_arrived(transition, false);
    balance_.begin(transition);
    pending_.push_back({transition, tree_.root(), facts_[transition].word, no_word, {}, true});
    found = true;
  }
  balance_.forget(state);
  return found;
}

void Refiner::balance() {
  phase_ = Phase::check;
  if (output_words_) return;  // leaves are split on arrival, by what probes showed, and the tree stays flat
  const auto expect = [&](State state, Node node) {
    const WordId word = words_.find(tree_.access(state), tree_.tail(node));
    const ClassId id = word == no_word ? no_class : classes_.class_of(word);
    return id == no_class ? class_after(state, tree_.suffix(node)) : id;
  };
  std::vector<ClassId> classes;
  while (const auto plan = balance_.plan(tree_, expect)) {
    classes.clear();
    for (State state : balance_.planned()) {
      const WordId word = words_.extend(tree_.access(state), tree_.tail(plan->by));
      classes.push_back(classes_.class_of(word));
      if (classes.back() == no_class) ask(word, plan->by, class_after(state, tree_.suffix(plan->by)));
    }
    if (!inquiries_.empty()) {
      phase_ = Phase::balance;
      return;
    }
    const std::size_t size = tree_.size();
    balance_.rearrange(tree_, classes);
    for (std::size_t n = size; n < tree_.size(); ++n) {
      const Node node = make_id<Node>(n);
      if (!tree_.is_leaf(node)) suffix_rows_.add(node, tree_.suffix(node).size());
    }
    for (State state : balance_.planned()) {
      for (Transition into = first_into_[index(state)]; into != no_transition; into = facts_[into].next_into) {
        facts_[into].node = tree_.leaf(state);
      }
    }
    disagreeing_states_ = nullptr;
  }
}

}  // namespace remap
