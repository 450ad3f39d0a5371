// All words that anybody said something about, in one prefix tree.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "posterior/machines/machine.hpp"

namespace remap::posterior {

using Node = std::uint32_t;

class WordTree {
 public:
  WordTree() { add_node(0, 0); }

  /// The node of a word; new if there is none yet. Nodes keep their numbers.
  Node insert(const Word& word);
  [[nodiscard]] Word word(Node node) const;
  [[nodiscard]] std::size_t size() const noexcept { return parents_.size(); }
  [[nodiscard]] Node parent(Node node) const noexcept { return parents_[node]; }
  [[nodiscard]] int letter(Node node) const noexcept { return letters_[node]; }
  [[nodiscard]] std::size_t depth(Node node) const noexcept { return depths_[node]; }

  /// The nodes, each followed by those below it: `place` of a node, and the places that its subtree fills.
  struct Preorder {
    std::vector<Node> place_of;        // by node
    std::vector<Node> parent, end;     // by place: the parent's place; the first place behind the subtree
    std::vector<std::uint8_t> letter;  // by place
  };
  [[nodiscard]] Preorder preorder() const;

 private:
  void add_node(Node parent, int letter);

  std::vector<Node> parents_;
  std::vector<std::uint8_t> letters_;
  std::vector<std::uint32_t> depths_;
  std::vector<std::array<Node, most_letters>> children_;  // 0: none
};

}  // namespace remap::posterior
