// A ranker and a teacher in one, for learners alone: a rule says which value a word has, and words asked about get
// their class from it at once.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "learning/learner/learner.hpp"

namespace remap::test {

using Rule = std::function<std::size_t(const Word&)>;

struct Script {
  explicit Script(Rule given, std::size_t outputs = 0) : rule(std::move(given)), classes(outputs) {}

  void classify(WordId word) {
    const std::size_t value = rule(words.spell(word));
    const auto [found, added] = class_of_value.try_emplace(value, no_class);
    if (added) {
      const auto rank = static_cast<std::size_t>(std::distance(class_of_value.begin(), found));
      found->second = classes.create(word, rank);
    } else {
      classes.join(word, found->second);
    }
  }

  /// Unites two words if they are equal.
  void compare(WordId word, WordId twin) {
    if (rule(words.spell(word)) == rule(words.spell(twin))) classes.unite(word, twin);
  }

  /// Answers until the learner has a shape, which agrees with all it asked about.
  Shape serve(Learner& learner) {
    for (auto asked = learner.advance(); !asked.empty(); asked = learner.advance()) {
      for (const Inquiry& inquiry : asked) {
        EXPECT_EQ(classes.class_of(inquiry.word), no_class) << "asked twice, or known";
        inquiry.twin == no_word ? classify(inquiry.word) : compare(inquiry.word, inquiry.twin);
        inquiries.push_back(inquiry);
      }
    }
    Shape shape = learner.shape();
    for (const Inquiry& inquiry : inquiries) {
      if (classes.class_of(inquiry.word) == no_class) continue;  // of twins
      EXPECT_EQ(predict(shape, words.spell(inquiry.word)), classes.class_of(inquiry.word));
    }
    return shape;
  }

  [[nodiscard]] ClassId predict(const Shape& shape, const Word& word) const {
    const std::size_t letters = shape.next.size() / shape.size();
    State state{0};
    for (Letter letter : word) state = shape.next[index(state) * letters + index(letter)];
    return shape.class_of[index(state)];
  }

  /// The first word up to that length, shortest first, to which the shape gives another class than the rule.
  [[nodiscard]] std::optional<Word> wrong(const Shape& shape, std::size_t longest) const {
    const std::size_t letters = shape.next.size() / shape.size();
    std::vector<Word> queue{Word{}};
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const auto known = class_of_value.find(rule(queue[at]));
      if (known == class_of_value.end() || known->second != predict(shape, queue[at])) return queue[at];
      if (queue[at].size() == longest) continue;
      for (std::size_t letter = 0; letter < letters; ++letter) {
        queue.push_back(queue[at]);
        queue.back().push_back(make_id<Letter>(letter));
      }
    }
    return std::nullopt;
  }

  /// Serves, and gives counterexamples up to that length until there is none. Says how many it took.
  std::size_t teach(Learner& learner, std::size_t longest) {
    for (std::size_t given = 0;; ++given) {
      const std::optional<Word> word = wrong(serve(learner), longest);
      if (!word) return given;
      learner.counterexample(words.insert(*word));
    }
  }

  Rule rule;
  WordTree words;
  Classes classes;
  std::map<std::size_t, ClassId> class_of_value;
  std::vector<Inquiry> inquiries;  // in the order in which they were made
};

/// How often a letter occurs, modulo `modulus`.
inline Rule occurrences(Letter letter, std::size_t modulus) {
  return [=](const Word& word) {
    return static_cast<std::size_t>(std::count(word.begin(), word.end(), letter)) % modulus;
  };
}

/// 1 for words that end with `end`, 0 for others.
inline Rule ends_with(Word end) {
  return [end = std::move(end)](const Word& word) -> std::size_t {
    return word.size() >= end.size() && std::equal(end.rbegin(), end.rend(), word.rbegin()) ? 1 : 0;
  };
}

}  // namespace remap::test
