#include "posterior/evidence/words.hpp"

namespace remap::posterior {

void WordTree::add_node(Node parent, int letter) {
  parents_.push_back(parent);
  letters_.push_back(static_cast<std::uint8_t>(letter));
  depths_.push_back(static_cast<std::uint32_t>(size() == 1 ? 0 : depths_[parent] + 1));
  children_.push_back({});
}

Node WordTree::insert(const Word& word) {
  Node at = 0;
  for (const Letter letter : word) {
    Node below = children_[at][index(letter)];
    if (below == 0) {
      below = static_cast<Node>(size());
      children_[at][index(letter)] = below;
      add_node(at, static_cast<int>(index(letter)));
    }
    at = below;
  }
  return at;
}

Word WordTree::word(Node node) const {
  Word word(depth(node));
  for (std::size_t i = word.size(); i > 0; node = parent(node)) word[--i] = make_id<Letter>(letters_[node]);
  return word;
}

WordTree::Preorder WordTree::preorder() const {
  Preorder order;
  order.place_of.resize(size());
  std::vector<Node> open{0};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    order.place_of[node] = static_cast<Node>(order.parent.size());
    order.parent.push_back(order.place_of[parents_[node]]);
    order.letter.push_back(letters_[node]);
    for (int a = most_letters - 1; a >= 0; --a) {
      if (children_[node][a] != 0) open.push_back(children_[node][a]);
    }
  }
  order.end.resize(size());
  for (Node place = static_cast<Node>(size()); place-- > 0;) {
    if (order.end[place] == 0) order.end[place] = place + 1;
    Node& above = order.end[order.parent[place]];
    if (place > 0) above = std::max(above, order.end[place]);
  }
  return order;
}

}  // namespace remap::posterior
