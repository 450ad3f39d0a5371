// Equal words share a node; strict answers are edges between nodes. Per node the least and the greatest possible value
// are kept by propagation along the edges: the solutions of a system of strict inequalities with domains are closed
// under minimum and maximum, so the bounds of all nodes together are solutions themselves. Hence, for nodes x and y
// neither of which is forced below the other by a path, any value of x between its bounds goes with any value of y
// between its own (least values below the two, greatest values elsewhere), and what is possible between them is read
// off their bounds and domains.
//
// Words that can only have one and the same value are united, too, so as a rule there are hardly more nodes than
// classes, and a question costs a few look-ups. A bound moves at most once per value, so all answers together cost
// edges × values; a node's edges are sets, since each word that finds its class leaves those it was compared with.
#include "learning/order/order_knowledge.hpp"

#include <algorithm>
#include <limits>

namespace remap {

namespace {

constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

}  // namespace

OrderKnowledge::OrderKnowledge(std::size_t outputs, std::optional<AbsorbingRule> rule)
    : outputs_(outputs), rule_(std::move(rule)), with_value_(outputs, no_slot) {}

WordId OrderKnowledge::find(WordId word) {
  WordId leader = leader_[index(word)];
  while (leader_[index(leader)] != leader) leader = leader_[index(leader)] = leader_[index(leader_[index(leader)])];
  return leader_[index(word)] = leader;
}

OrderKnowledge::Slot OrderKnowledge::slot(WordId word) {
  if (index(word) >= leader_.size()) {
    const std::size_t size = std::max(index(word) + 1, leader_.size() * 2);
    leader_.resize(size, no_word);
    slot_of_.resize(size, no_slot);
  }
  if (leader_[index(word)] != no_word) return slot_of_[index(find(word))];
  Slot made = static_cast<Slot>(nodes_.size());
  if (free_.empty()) {
    nodes_.emplace_back();
    word_of_.push_back(word);
  } else {
    made = free_.back();
    free_.pop_back();
    word_of_[made] = word;
  }
  nodes_[made].least = 0;
  nodes_[made].most = outputs_ > 0 ? outputs_ - 1 : std::numeric_limits<std::size_t>::max();
  leader_[index(word)] = word;
  slot_of_[index(word)] = made;
  if (outputs_ == 1) changed_.push_back(made);
  return made;
}

void OrderKnowledge::add(const Answer& answer) {
  if (!consistent_) return;
  if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) {
    if (c->answer == Preference::unsure) return;
    const Slot left = slot(c->question.left);
    const Slot right = slot(c->question.right);
    if (c->answer == Preference::equal) {
      unite(left, right);
    } else {
      put_below(c->answer == Preference::less ? left : right, c->answer == Preference::less ? right : left);
    }
  } else if (const auto* v = std::get_if<ValueAnswer>(&answer)) {
    if (outputs_ > 0) restrict(slot(v->word), v->allowed);
  } else {
    const auto& d = std::get<DifferenceAnswer>(answer);
    if (slot(d.word) == slot(d.other)) consistent_ = false;
    differences_.emplace_back(d.word, d.other);
  }
  propagate();
}

void OrderKnowledge::put_below(Slot low, Slot high) {
  if (low == high || (outputs_ == 0 && reaches(high, low))) {
    consistent_ = false;
    return;
  }
  if (!nodes_[low].above.insert(high).second) return;
  nodes_[high].below.insert(low);
  raise(high, nodes_[low].least + 1);
  if (outputs_ > 0) {
    if (nodes_[high].most == 0) {
      consistent_ = false;
    } else {
      lower(low, nodes_[high].most - 1);
    }
  }
}

void OrderKnowledge::restrict(Slot at, const OutputSet& allowed) {
  Node& node = nodes_[at];
  if (node.domain) {
    node.domain->intersect(allowed);
  } else {
    node.domain = allowed;
  }
  raise(at, node.least);
  lower(at, node.most);
}

// A bound outside the domain moves on to the next value inside.
void OrderKnowledge::raise(Slot at, std::size_t least) {
  Node& node = nodes_[at];
  least = std::max(least, node.least);
  if (node.domain) {
    const Output value = node.domain->at_or_after(least);
    if (value == no_output) {
      consistent_ = false;
      return;
    }
    least = index(value);
  }
  if (least > node.most) {
    consistent_ = false;
  } else if (least != node.least) {
    node.least = least;
    changed_.push_back(at);
  }
}

void OrderKnowledge::lower(Slot at, std::size_t most) {
  Node& node = nodes_[at];
  most = std::min(most, node.most);
  if (node.domain) {
    const Output value = node.domain->before(most + 1);
    if (value == no_output) {
      consistent_ = false;
      return;
    }
    most = index(value);
  }
  if (most < node.least) {
    consistent_ = false;
  } else if (most != node.most) {
    node.most = most;
    changed_.push_back(at);
  }
}

void OrderKnowledge::propagate() {
  while (consistent_ && !changed_.empty()) {
    const Slot at = changed_.back();
    changed_.pop_back();
    for (const Slot high : nodes_[at].above) raise(high, nodes_[at].least + 1);
    if (outputs_ == 0) continue;
    for (const Slot low : nodes_[at].below) {
      if (nodes_[at].most == 0) {
        consistent_ = false;
        return;
      }
      lower(low, nodes_[at].most - 1);
    }
    if (nodes_[at].least != nodes_[at].most || slot_of_[index(word_of_[at])] != at) continue;
    Slot& same = with_value_[nodes_[at].least];
    if (same == no_slot) {
      same = at;
    } else if (same != at) {
      unite(same, at);
    }
  }
}

// The node with fewer edges goes into the other.
void OrderKnowledge::unite(Slot a, Slot b) {
  if (a == b) return;
  if (outputs_ == 0 ? reaches(a, b) || reaches(b, a) : nodes_[a].above.contains(b) || nodes_[a].below.contains(b)) {
    consistent_ = false;
    return;
  }
  const auto edges = [&](Slot s) { return nodes_[s].above.size() + nodes_[s].below.size(); };
  const Slot into = edges(a) < edges(b) ? b : a;
  const Slot from = into == a ? b : a;
  Node gone = std::move(nodes_[from]);
  nodes_[from] = Node{};
  leader_[index(word_of_[from])] = word_of_[into];
  nodes_[into].single = false;
  for (const Slot high : gone.above) {
    nodes_[high].below.erase(from);
    nodes_[high].below.insert(into);
    nodes_[into].above.insert(high);
  }
  for (const Slot low : gone.below) {
    nodes_[low].above.erase(from);
    nodes_[low].above.insert(into);
    nodes_[into].below.insert(low);
  }
  if (outputs_ > 0 && gone.least == gone.most && with_value_[gone.least] == from) with_value_[gone.least] = into;
  std::erase(changed_, from);
  free_.push_back(from);
  for (const auto& [x, y] : differences_) {
    if (slot(x) == slot(y)) consistent_ = false;
  }
  if (gone.domain) restrict(into, *gone.domain);
  raise(into, gone.least);
  for (const Slot high : gone.above) raise(high, nodes_[into].least + 1);
  if (outputs_ == 0) return;
  lower(into, gone.most);
  if (nodes_[into].most == 0 && !gone.below.empty()) {
    consistent_ = false;
    return;
  }
  for (const Slot low : gone.below) lower(low, nodes_[into].most - 1);
}

void OrderKnowledge::absorb(WordId word) {
  const Slot absorbing = with_value_[index(rule_->output)];
  if (absorbing == no_slot) return;
  for (WordId at : rule_->words.prefixes(word)) {
    if (untouched(at) || slot(at) != absorbing) continue;
    unite(absorbing, slot(word));
    propagate();
    return;
  }
}

// Whether a path of strict answers leads up. Levels grow along it, so only what lies between is looked at, from the end
// with fewer edges.
bool OrderKnowledge::reaches(Slot from, Slot to) {
  if (nodes_[from].least >= nodes_[to].least) return false;
  const bool up = nodes_[from].above.size() <= nodes_[to].below.size();
  const Slot goal = up ? to : from;
  const auto next = [&](Slot at) -> const std::unordered_set<Slot>& {
    return up ? nodes_[at].above : nodes_[at].below;
  };
  const std::size_t low = nodes_[from].least;
  const std::size_t high = nodes_[to].least;
  ++visit_;
  stack_.assign(1, up ? from : to);
  while (!stack_.empty()) {
    const Slot at = stack_.back();
    stack_.pop_back();
    if (next(at).contains(goal)) return true;
    for (const Slot other : next(at)) {
      Node& node = nodes_[other];
      if (node.visited == visit_ || node.least <= low || node.least >= high || next(other).empty()) continue;
      node.visited = visit_;
      stack_.push_back(other);
    }
  }
  return false;
}

bool OrderKnowledge::can_be_equal(Slot a, Slot b) {
  for (const auto& [x, y] : differences_) {
    const Slot left = slot(x);
    const Slot right = slot(y);
    if ((left == a && right == b) || (left == b && right == a)) return false;
  }
  if (outputs_ == 0) return true;
  const std::size_t from = std::max(nodes_[a].least, nodes_[b].least);
  const std::size_t to = std::min(nodes_[a].most, nodes_[b].most);
  OutputSet common = nodes_[a].domain.value_or(OutputSet::all(outputs_));
  if (nodes_[b].domain) common.intersect(*nodes_[b].domain);
  const Output value = common.at_or_after(from);
  return value != no_output && index(value) <= to;
}

std::optional<Preference> OrderKnowledge::implied(const Comparison& comparison) {
  for (const WordId word : {comparison.left, comparison.right}) {
    slot(word);
    if (rule_ && consistent_) absorb(word);
  }
  propagate();
  if (!consistent_) return std::nullopt;
  const Slot a = slot(comparison.left);
  const Slot b = slot(comparison.right);
  if (a == b) return Preference::equal;
  const bool below = reaches(a, b);
  const bool above = !below && reaches(b, a);
  const bool less = below || (!above && nodes_[a].least < nodes_[b].most);
  const bool greater = above || (!below && nodes_[b].least < nodes_[a].most);
  const bool equal = !below && !above && can_be_equal(a, b);
  if (less + greater + equal != 1) return std::nullopt;
  return less ? Preference::less : greater ? Preference::greater : Preference::equal;
}

// With known outputs, what is said about a word reaches others by way of words whose values are not certain yet. A word
// never met is safe all the same: of two values or more it can always have the other's, or another one. With unknown
// outputs it reaches others when it orders what it is compared with now and what it was compared with before.
bool OrderKnowledge::about_left_alone(const Comparison& comparison) {
  if (rule_ || outputs_ == 1 || comparison.left == comparison.right) return false;
  if (untouched(comparison.left)) return true;
  if (untouched(comparison.right)) return false;
  const Slot left = slot(comparison.left);
  const Slot right = slot(comparison.right);
  if (left == right || !nodes_[left].single || (outputs_ > 0 && !forced(right))) return false;
  const auto settled = [&](Slot other) {
    if (other == right) return true;
    return outputs_ > 0 ? forced(other) : reaches(other, right) || reaches(right, other);
  };
  return std::all_of(nodes_[left].above.begin(), nodes_[left].above.end(), settled) &&
         std::all_of(nodes_[left].below.begin(), nodes_[left].below.end(), settled);
}

}  // namespace remap
