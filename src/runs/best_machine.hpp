// The best machine that the answers of a run lead to, also when there are not enough of them, when they cannot all
// hold, or when all are unsure.
#pragma once

#include <vector>

#include "remap/formats/session_head.hpp"
#include "remap/runs/method.hpp"
#include "teachers/answer_book.hpp"

namespace remap {

struct BestMachine {
  MooreMachine machine;
  std::size_t answers = 0;        // that count and are not unsure
  std::vector<AnswerId> against;  // those of them that the machine goes against
  /// Comparisons that the machine depends on and nobody has answered: they were guessed.
  struct Guess {
    Word left, right;
    Preference answer = Preference::equal;
  };
  std::vector<Guess> guesses;
  bool accepted = false;  // somebody has accepted this machine, or comparisons were to test it, and all did
};

/// Asks nobody and changes nothing. Always gives a machine. It is the best of those that this search meets; that no
/// other goes against fewer answers is not promised.
BestMachine best_machine(const SessionHead& head, const AnswerBook& book, const Method& method);

/// The first machine of that search, within a bounded number of guesses: good enough to look at while answers come.
MooreMachine quick_machine(const SessionHead& head, const AnswerBook& book, const Method& method);

}  // namespace remap
