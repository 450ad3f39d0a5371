#include "learning/discrimination/observations.hpp"

#include <algorithm>
#include <tuple>

namespace remap {

Step take_step(State from, Letter letter, const ShapeView& shape, const DiscriminationTree& tree) {
  if (from == no_state) return {no_state, no_class};
  const std::size_t transition = index(from) * shape.letters + index(letter);
  const State to = shape.arrived[transition] != 0 ? shape.target[transition] : no_state;
  if (!shape.class_of_step.empty()) return {to, shape.class_of_step[transition]};
  return {to, to == no_state ? no_class : tree.class_of(to)};
}

Observations::Observations(WordTree& words, const Classes& classes, const DiscriminationTree& tree, std::size_t letters)
    : words_(words), classes_(classes), tree_(tree), letters_(letters) {
  nodes_.push_back({none, none, none, empty_word, no_state, no_letter});
}

void Observations::add_state(Transition into) {
  const State state = make_id<State>(of_state_.size());
  of_transition_.resize(of_transition_.size() + letters_, none);
  std::uint32_t node = 0;
  if (into != no_transition) {
    const Letter letter = make_id<Letter>(into % letters_);
    (void)add(make_id<State>(into / letters_), {&letter, 1});
    node = of_transition_[into];
  }
  of_state_.push_back(node);
  nodes_[node].state = state;
  for (std::uint32_t each = nodes_[node].child; each != none; each = nodes_[each].sibling) {
    of_transition_[index(state) * letters_ + index(nodes_[each].letter)] = each;
  }
}

WordId Observations::add(std::uint32_t from, std::span<const Letter> letters) {
  std::uint32_t at = from;
  for (Letter letter : letters) {
    std::uint32_t next = child(at, letter);
    if (next == none) {
      next = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({at, none, nodes_[at].child, words_.child(nodes_[at].word, letter), no_state, letter});
      Node& parent = nodes_[at];
      parent.child = next;
      if (parent.state != no_state) of_transition_[index(parent.state) * letters_ + index(letter)] = next;
    }
    at = next;
  }
  return nodes_[at].word;
}

// A state has many children, and any other node few.
std::uint32_t Observations::child(std::uint32_t node, Letter letter) const {
  if (nodes_[node].state != no_state) return of_transition_[index(nodes_[node].state) * letters_ + index(letter)];
  std::uint32_t each = nodes_[node].child;
  while (each != none && nodes_[each].letter != letter) each = nodes_[each].sibling;
  return each;
}

void Observations::begin_visits(Transition transition, State state) {
  visits_.clear();
  const std::uint32_t seen = of_transition_[transition];
  if (seen != none) visits_.push_back({seen, state, of_state_[index(state)]});
}

bool Observations::fits(Transition transition, State state, const ShapeView& shape) {
  begin_visits(transition, state);
  while (!visits_.empty()) {
    const Visit visit = visits_.back();
    visits_.pop_back();
    for (std::uint32_t each = nodes_[visit.seen].child; each != none; each = nodes_[each].sibling) {
      ++looked_at_;
      const ClassId id = class_at(each);
      if (id == no_class) continue;
      const Letter letter = nodes_[each].letter;
      const std::uint32_t own = visit.own == none ? none : child(visit.own, letter);
      const ClassId own_id = class_at(own);
      if (own_id != no_class && own_id != id) return false;
      const bool guessed = visit.at != no_state && shape.guessed[index(visit.at) * shape.letters + index(letter)] != 0;
      auto [to, said] = take_step(visit.at, letter, shape, tree_);
      if (guessed) to = no_state;
      if (guessed && shape.class_of_step.empty()) said = no_class;
      if (said != id) {
        if (own_id == no_class && said != no_class) return false;
        to = no_state;
      }
      if (to != no_state || own_id != no_class) visits_.push_back({each, to, own});
    }
  }
  return true;
}

std::span<const Letter> Observations::difference(Transition transition, State state) {
  begin_visits(transition, state);
  for (std::size_t i = 0; i < visits_.size(); ++i) {
    const Visit visit = visits_[i];
    for (std::uint32_t each = nodes_[visit.seen].child; each != none; each = nodes_[each].sibling) {
      const std::uint32_t own = child(visit.own, nodes_[each].letter);
      const ClassId id = class_at(each), own_id = class_at(own);
      if (id == no_class || own_id == no_class) continue;
      if (id == own_id) {
        visits_.push_back({each, no_state, own});
        continue;
      }
      found_.clear();
      for (std::uint32_t node = each; node != of_transition_[transition]; node = nodes_[node].parent) {
        found_.push_back(nodes_[node].letter);
      }
      std::reverse(found_.begin(), found_.end());
      return found_;
    }
  }
  return {};
}

std::span<const Observations::Surprise> Observations::surprises(const ShapeView& shape) {
  surprises_.clear();
  const std::size_t checked = std::max<std::size_t>(1, ends_.size());
  ends_.resize(nodes_.size(), State{0});
  checked_ += nodes_.size() - checked;
  for (std::size_t n = checked; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const auto [to, said] = take_step(ends_[node.parent], node.letter, shape, tree_);
    ends_[n] = node.state != no_state ? node.state : to;
    if (node.state != no_state || said == no_class) continue;
    const ClassId id = class_at(static_cast<std::uint32_t>(n));
    if (id == said) continue;
    ends_[n] = no_state;
    if (id == no_class) continue;
    std::size_t length = 0;
    std::uint32_t first = static_cast<std::uint32_t>(n);
    for (; nodes_[nodes_[first].parent].state == no_state; first = nodes_[first].parent) ++length;
    const std::size_t from = index(nodes_[nodes_[first].parent].state);
    surprises_.push_back({length, static_cast<Transition>(from * letters_ + index(nodes_[first].letter)),
                          static_cast<std::uint32_t>(n)});
  }
  if (surprises_.empty()) return {};
  ends_.clear();
  const auto one_each = [](const Surprise& one, const Surprise& other) { return one.transition == other.transition; };
  std::sort(surprises_.begin(), surprises_.end(), [](const Surprise& one, const Surprise& other) {
    return std::tie(one.transition, one.length, one.at) < std::tie(other.transition, other.length, other.at);
  });
  surprises_.erase(std::unique(surprises_.begin(), surprises_.end(), one_each), surprises_.end());
  std::sort(surprises_.begin(), surprises_.end(), [](const Surprise& one, const Surprise& other) {
    return std::tie(one.length, one.transition) < std::tie(other.length, other.transition);
  });
  return surprises_;
}

WordId Observations::spell(const Surprise& surprise, Word& letters) const {
  letters.clear();
  for (std::uint32_t node = surprise.at; letters.size() <= surprise.length; node = nodes_[node].parent) {
    letters.push_back(nodes_[node].letter);
  }
  std::reverse(letters.begin(), letters.end());
  return nodes_[surprise.at].word;
}

}  // namespace remap
