// Translates words of sessions into words of a book.
//
// A book outlives the sessions that ask, and each session has a word tree of its own.
#pragma once

#include <vector>

#include "teachers/book/answer_book.hpp"

namespace remap {

class BookedWords {
 public:
  explicit BookedWords(AnswerBook& book) : book_(book) {}

  /// The word of the book that a word of a session is.
  WordId find(const WordTree& words, WordId word);
  WordId find(const Word& word) { return book_.words().insert(word); }
  Comparison find(const WordTree& words, const Comparison& comparison) {
    return {find(words, comparison.left), find(words, comparison.right)};
  }

 private:
  AnswerBook& book_;
  std::uint64_t tree_ = 0;      // the identity of the tree of the session that asked last
  std::vector<WordId> booked_;  // per word of the session
  std::vector<WordId> path_;    // scratch
};

}  // namespace remap
