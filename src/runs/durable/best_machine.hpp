// The best machine that the answers of a run support, even if there are not enough of them, they cannot all hold, or
// all are unsure.
#pragma once

#include <vector>

#include "remap/formats/session_head.hpp"
#include "remap/learning/question.hpp"
#include "remap/runs/settings.hpp"
#include "teachers/book/answer_book.hpp"

namespace remap {

struct BestMachine {
  Hypothesis machine;             // of the kind that the run learns
  std::size_t answers = 0;        // in force and not unsure
  std::vector<AnswerId> against;  // those of them that the machine violates
  /// Comparisons that the machine depends on and that were never answered: they were guessed.
  struct Guess {
    Word left, right;
    Preference answer = Preference::equal;
  };
  std::vector<Guess> guesses;
  bool accepted = false;  // this machine was accepted, or passed all test comparisons
};

/// Asks nothing and changes nothing. Always returns a machine: the best one that the search meets; another one may
/// violate fewer answers.
BestMachine best_machine(const SessionHead& head, const AnswerBook& book, const Method& method);

/// The first machine of that search, within a bounded number of guesses: a preview while answers arrive.
Hypothesis quick_machine(const SessionHead& head, const AnswerBook& book, const Method& method);

}  // namespace remap
