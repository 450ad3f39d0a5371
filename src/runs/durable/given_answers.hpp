// Answers known before a run starts, from the lines of data files.
#pragma once

#include <string>
#include <vector>

#include "formats/data/comparison_data.hpp"

namespace remap {

struct GivenAnswers {
  AnswerBook book;
  // Per answer of the book:
  std::vector<std::string> places;  // "data.csv:12"
  std::vector<std::string> givers;  // empty: not known
  std::uint64_t repeated = 0;       // lines that repeat an earlier one
  std::uint64_t outvoted = 0;       // with `majority`
  std::uint64_t unsure = 0;         // lines with the answer `unsure`
};

/// What to do if lines disagree about the same two words.
enum class Disagreement : std::uint8_t {
  stop,      // report a contradiction
  majority,  // the most frequent answer counts; a tie is a contradiction
  keep,      // keep every line, as evidence from someone who may err
};

/// Throws Contradiction (TooFewOutputs if more outputs would suffice) with a smallest set of lines that cannot all hold
/// and their positions; not with `keep`. Values and accepted machines are taken from session logs that have the letters
/// and outputs of `head`.
GivenAnswers given_answers(const ComparisonData& data, const SessionHead& head, Disagreement disagreement,
                           Output absorbing = no_output);

}  // namespace remap
