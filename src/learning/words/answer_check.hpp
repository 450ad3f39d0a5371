// All that can be wrong with an answer. Sessions, books and beliefs take an answer only after these checks, which throw
// a Misuse that names the question and says what was expected.
//
// `function`: to whom an answer was given, or who gave it. `alphabet`: may be null; letters then have numbers for
// names.
#pragma once

#include <span>
#include <string>

#include "remap/learning/question.hpp"

namespace remap {

constexpr bool is_answer(Preference answer) noexcept { return answer <= Preference::unsure; }

/// Answers must be `no_preference` before the question is asked, so that those that are not given are noticed.
void check_answers(const char* function, const Alphabet* alphabet, const Comparisons& asked,
                   std::span<const Preference> answers);
void check_answer(const char* function, const Alphabet* alphabet, const Word& left, const Word& right,
                  Preference answer);
/// Values must be `no_output` before the question is asked. `outputs`: how many there are.
void check_values(const char* function, const Alphabet* alphabet, const AskedWords& asked,
                  std::span<const Output> values, std::size_t outputs);
void check_word(const char* function, const Alphabet& alphabet, const Word& word);
/// Whether the machine is right where the answer says that it is wrong is another question: see `excludes`.
void check_verdict(const char* function, const EquivalenceQuestion& question, const EquivalenceAnswer& answer);

/// Why an answer to an equivalence question cannot be; empty if it can.
std::string fault_of(const EquivalenceAnswer& answer, const Hypothesis& machine, bool by_order);

/// Whether a value cannot be right by what was said of it. Feedback of kind `none` says nothing.
bool excludes(const Feedback& feedback, Output value);

}  // namespace remap
