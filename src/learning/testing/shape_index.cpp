#include "learning/testing/shape_index.hpp"

#include <algorithm>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {
constexpr std::size_t most_letters = 2048;                // with more, followers are not listed
constexpr std::size_t most_pairs = std::size_t{1} << 22;  // of live letters looked at
}  // namespace

void ShapeIndex::update() {
  const std::size_t states = refiner_.tree().states();
  const bool grown = states - states_ > states_ / tuning::index_stale_share;
  if (states_ > 0 && (!grown || draws_ * tuning::transitions_per_draw < refiner_.transitions())) return;
  draws_ = 0;
  states_ = states;
  nodes_ = refiner_.tree().size();
  group_transitions();
  list_successors();
  find_followers();
  leaves_.emplace(refiner_.tree());
  place_.resize(states_);
  const std::span<const State> all = leaves_->below(DiscriminationTree::root());
  for (std::size_t i = 0; i < all.size(); ++i) place_[index(all[i])] = static_cast<std::uint32_t>(i);
  seen_.assign(states_, 0);
  queue_.resize(tuning::most_path_looks + refiner_.letters());
  search_ = 0;
}

void ShapeIndex::note_sequence(std::span<const Letter> letters) {
  for (std::size_t i = 0; i + 1 < letters.size(); ++i) {
    const std::pair pair(letters[i], letters[i + 1]);
    const auto place = std::lower_bound(noted_.begin(), noted_.end(), pair);
    if (place == noted_.end() || *place != pair) noted_.insert(place, pair);
  }
}

void ShapeIndex::group_transitions() {
  const std::span<const State> targets = refiner_.targets();
  first_into_.assign(states_ + 1, 0);
  for (const State to : targets) ++first_into_[index(to) + 1];
  for (std::size_t q = 0; q < states_; ++q) first_into_[q + 1] += first_into_[q];
  by_target_.resize_for_overwrite(targets.size());
  std::vector<std::uint32_t> next(first_into_.begin(), first_into_.end() - 1);
  for (Transition transition = 0; transition < targets.size(); ++transition) {
    by_target_[next[index(targets[transition])]++] = transition;
  }
}

void ShapeIndex::list_successors() {
  const std::size_t letters = refiner_.letters();
  successors_.resize_for_overwrite(refiner_.transitions());
  Successor* end = successors_.begin();
  first_from_.assign(1, 0);
  first_from_.reserve(states_ + 1);
  std::vector<State> listed_for(states_, no_state);
  const State* to = refiner_.targets().data();
  for (std::size_t q = 0; q < states_; ++q) {
    const State state = make_id<State>(q);
    listed_for[q] = state;
    for (std::size_t letter = 0; letter < letters; ++letter, ++to) {
      *end = {*to, make_id<Letter>(letter)};
      end += std::exchange(listed_for[index(*to)], state) == state ? 0 : 1;
    }
    first_from_.push_back(static_cast<std::uint32_t>(end - successors_.begin()));
  }
  successors_.resize(first_from_.back());
}

void ShapeIndex::find_followers() {
  const std::size_t letters = refiner_.letters();
  follow_.assign(letters, {});
  if (letters > most_letters) return;
  // The live letters of states, as far as they are needed.
  struct Live {
    std::size_t begin = 0, end = 0;
    bool listed = false;
  };
  std::vector<Letter> list;
  std::vector<Live> live(states_);
  std::vector<ClassId> class_after(letters);
  std::vector<std::uint32_t> count(refiner_.classes().size());
  const auto live_in = [&](State state) -> const Live& {
    Live& mine = live[index(state)];
    if (mine.listed) return mine;
    std::fill(count.begin(), count.end(), 0);
    ClassId common = refiner_.class_after(static_cast<Transition>(index(state) * letters));
    for (std::size_t letter = 0; letter < letters; ++letter) {
      const ClassId id = refiner_.class_after(static_cast<Transition>(index(state) * letters + letter));
      class_after[letter] = id;
      if (++count[index(id)] > count[index(common)]) common = id;
    }
    const std::size_t begin = list.size();
    list.resize(begin + letters);
    std::size_t end = begin;
    for (std::size_t letter = 0; letter < letters; ++letter) {
      list[end] = make_id<Letter>(letter);
      end += class_after[letter] == common ? 0 : 1;
    }
    list.resize(end);
    return mine = {begin, end, true};
  };
  std::vector<bool> known(letters * letters, false);
  std::size_t unknown = letters * letters;
  const auto note = [&](Letter first, Letter second) {
    const std::size_t pair = index(first) * letters + index(second);
    if (known[pair]) return;
    known[pair] = true;
    --unknown;
    follow_[index(first)].push_back(second);
  };
  for (const auto& [first, second] : noted_) note(first, second);
  std::size_t looks = 0;
  for (std::size_t q = 0; q < states_ && looks < most_pairs && unknown > 0; ++q) {
    const State state = make_id<State>(q);
    const Live here = live_in(state);
    for (std::size_t i = here.begin; i < here.end; ++i) {
      const Letter first = list[i];
      const Live& then = live_in(refiner_.target(state, first));
      for (std::size_t j = then.begin; j < then.end; ++j) note(first, list[j]);
      looks += then.end - then.begin;
    }
  }
}

Transition ShapeIndex::draw_transition(Random& random) {
  ++draws_;
  for (std::size_t i = 0; i < tuning::most_state_draws; ++i) {
    const std::size_t q = random.below(states_);
    const std::size_t into = first_into_[q + 1] - first_into_[q];
    if (into > 0) return by_target_[first_into_[q] + random.below(into)];
  }
  return static_cast<Transition>(random.below(by_target_.size()));
}

Letter ShapeIndex::draw_follower(Letter letter, Random& random) const {
  const std::vector<Letter>& all = follow_[index(letter)];
  return all.empty() ? no_letter : all[random.below(all.size())];
}

// What the index knows stays below the nodes it was below. From a newer node it is not far to a leaf; a node comes
// after its parent in the array.
bool ShapeIndex::is_below(State state, Node node) const {
  if (index(node) < nodes_) {
    const std::span<const State> below = leaves_->below(node);
    const auto first = static_cast<std::size_t>(below.data() - leaves_->below(DiscriminationTree::root()).data());
    return place_[index(state)] - first < below.size();
  }
  const DiscriminationTree& tree = refiner_.tree();
  Node at = tree.leaf(state);
  while (index(at) > index(node)) at = tree.parent(at);
  return at == node;
}

ShapeIndex::Path ShapeIndex::find_path(State from, Node below, std::size_t skipped, Random& random, Word& into) {
  ++draws_;
  if (index(from) >= states_) return Path::none;
  ++search_;
  queue_[0] = {from, no_letter, 0};
  std::size_t queued = 1;
  seen_[index(from)] = search_;
  for (std::size_t i = 0; i < queued && i < tuning::most_path_looks; ++i) {
    const State at = queue_[i].state;
    if (is_below(at, below) && skipped-- == 0) {
      const std::size_t begin = into.size();
      for (std::size_t back = i; back > 0; back = queue_[back].before) into.push_back(queue_[back].letter);
      std::reverse(into.begin() + static_cast<std::ptrdiff_t>(begin), into.end());
      return Path::found;
    }
    const std::size_t first = first_from_[index(at)];
    const std::size_t count = first_from_[index(at) + 1] - first;
    const std::size_t turn = count > 0 ? random.below(count) : 0;
    if (queued >= tuning::most_path_looks) continue;  // no more will be looked at
    // Whether a state has been seen is unpredictable, so nothing depends on it by a branch.
    for (std::size_t j = 0; j < count; ++j) {
      const auto [to, letter] = successors_[first + (turn + j < count ? turn + j : turn + j - count)];
      queue_[queued] = {to, letter, static_cast<std::uint32_t>(i)};
      queued += std::exchange(seen_[index(to)], search_) == search_ ? 0 : 1;
    }
  }
  return queued < tuning::most_path_looks ? Path::none : Path::far;
}

}  // namespace remap
