// Answers that are known before a run begins, from the lines of data files.
#pragma once

#include <string>
#include <vector>

#include "formats/comparison_data.hpp"

namespace remap {

struct GivenAnswers {
  AnswerBook book;
  // Per answer of the book:
  std::vector<std::string> places;  // "data.csv:12"
  std::vector<std::string> givers;  // empty: not known
  std::uint64_t repeated = 0;       // lines that only say again what an earlier one says
  std::uint64_t outvoted = 0;       // with `majority`
  std::uint64_t unsure = 0;         // lines that say nothing
};

/// What is done where lines say different things of the same two words.
enum class Disagreement : std::uint8_t {
  stop,      // it is a contradiction
  majority,  // what was said most often counts; a tie is a contradiction
  keep,      // every line is kept, as evidence about somebody who may err
};

/// Throws Contradiction (TooFewOutputs when only more outputs are needed) with a smallest set of lines that cannot all
/// hold and where they stand; not with `keep`. What session logs say of values and machines is taken over when their
/// letters and outputs are those of `head`.
GivenAnswers given_answers(const ComparisonData& data, const SessionHead& head, Disagreement disagreement,
                           Output absorbing = no_output);

}  // namespace remap
