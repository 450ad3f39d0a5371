// The numbers that decide which questions are asked: name, value, the range in which it makes sense, and what it is.
//
// They are constants. With REMAP_TUNABLE, for measurements alone, the environment variable REMAP_TUNE changes some of
// them (`tests_per_state=0.5,audit_size=6`): bench/ablate.py learns many machines with several values of one. What each
// is worth, and who measured it how, stands in docs/tuning.md. Numbers that decide how fast something is, or the limits
// of a format, stay where they are used.
#pragma once

#include <cstddef>
#ifdef REMAP_TUNABLE
#include <cstdlib>
#include <string>
#include <string_view>
#endif

// clang-format off
#define REMAP_TUNING(NUMBER) \
  /* tests that look for states not found yet (learning/testing) */ \
  NUMBER(double, tests_per_price, 0.12, 0.03, 0.5, \
         "tests that must find nothing, per comparison that an equivalence question costs") \
  NUMBER(double, care_for_guesses, 2, 1, 8, "so many times more tests where transitions are guesses") \
  NUMBER(double, tests_per_state, 0.25, 0, 2, "tests of a large machine that must find nothing, per state") \
  NUMBER(double, tests_per_transition, 0.005, 0, 0.1, "likewise, per transition") \
  NUMBER(double, most_tests_per_transition, 1.5, 0.5, 6, \
         "tests per transition after which a tiny machine has been tested through") \
  NUMBER(double, care_if_incomplete, 4, 1, 16, "so many times more tests while an output has not been met") \
  NUMBER(double, comparisons_per_find, 5, 1, 20, \
         "comparisons that a find is taken to cost, when an equivalence question is weighed against it") \
  NUMBER(double, more_finds, 4, 1.5, 16, "finds grow by this factor between two equivalence questions") \
  NUMBER(size_t, states_per_find, 4, 1, 16, "of a large shape, states per find that counts") \
  NUMBER(double, kind_found_before, 1, 0.1, 5, "finds that each kind of test begins with") \
  NUMBER(double, kind_tests_before, 20, 2, 100, "tests that each kind begins with") \
  NUMBER(double, tests_remembered, 1000, 100, 10000, "tests after which the rate of a kind has faded") \
  NUMBER(double, also_one_up, 0.5, 0, 1, "chance that a test of memory is about the next relatives") \
  NUMBER(double, from_new_state, 0.5, 0, 1, "chance that a test starts from one of the newest states") \
  NUMBER(double, one_older, 0.5, 0, 1, "chance to pass over the newest of them, for longer tests") \
  NUMBER(double, one_older_else, 0.8, 0, 1, "the same for other kinds of tests") \
  NUMBER(size_t, most_nearer, 3, 1, 20, "the path of a test leads to one of so many nearest states") \
  NUMBER(size_t, most_live, 3, 0, 10, "live letters after the transition of a test") \
  NUMBER(double, follow_live, 0.7, 0, 1, "chance that a live letter follows") \
  NUMBER(double, tests_per_far_search, 10, 1, 100, "tests that find nothing, in which one far search may be made") \
  NUMBER(size_t, draws_per_test, 20, 1, 100, "draws without a test before the shape is offered, per test needed") \
  NUMBER(size_t, fewest_draws, 200, 10, 2000, "draws without a test before the shape is offered, at least") \
  NUMBER(double, price_with_values, 1, 0.1, 10, "cost of an equivalence question in output words") \
  NUMBER(double, part_with_values, 0.5, 0, 1, "part of the tests by size that output words leave necessary") \
  NUMBER(double, part_of_mealy, 0.125, 0, 1, "the same for Mealy machines") \
  NUMBER(size_t, shortest_walk, 3, 1, 10, "letters of the first random tests, at most") \
  NUMBER(size_t, walk_growth, 2, 0, 10, "letters more per test that agrees") \
  NUMBER(double, suffix_found_before, 0.2, 0.02, 2, "finds that each splitting suffix begins with") \
  NUMBER(double, suffix_tests_before, 10, 1, 100, "tests that each splitting suffix begins with") \
  NUMBER(double, suffix_promise, 0.3, 0, 2, "what an end of a counterexample is worth, in finds") \
  NUMBER(double, any_letter, 5, 0.5, 50, "splits shared out among all letters before the first one") \
  NUMBER(size_t, index_stale_share, 64, 4, 512, \
         "the index of a shape is renewed when this part of the states is new") \
  NUMBER(size_t, transitions_per_draw, 1024, 64, 16384, "transitions looked at that are worth a draw") \
  NUMBER(size_t, most_path_looks, 400, 20, 4000, "states that a path search looks at") \
  NUMBER(size_t, most_state_draws, 20, 2, 200, "states drawn until one has transitions into it") \
  /* the learner for sets of propositions (learning/tour) */ \
  NUMBER(size_t, audit_size, 12, 1, 100, "plain letters asked about in an audit") \
  NUMBER(size_t, tour_batch_divisor, 16, 2, 128, "of many states, this part is sifted side by side") \
  NUMBER(double, most_paired, 0.12, 0, 1, "tours that fail likelier are compared alone") \
  NUMBER(int, most_replans, 8, 0, 64, "plans made again when a tour turns out to be known") \
  NUMBER(size_t, more_records, 32, 2, 256, "records grow by this part before evidence is gathered again") \
  NUMBER(double, tour_fails_enough, 0.65, 0.2, 0.95, "a tour that fails so likely is not made longer") \
  NUMBER(size_t, most_ends_looked_at, 20, 2, 200, "ends of a tour looked at") \
  NUMBER(size_t, most_entries, 24, 2, 200, "rules into a state considered per step") \
  NUMBER(size_t, many_states, 60, 10, 1000, "states from which on fewer walks are made") \
  NUMBER(double, staying, 1.5, 0.5, 5, "what a step that stays is worth more") \
  NUMBER(size_t, small_cube, 9, 2, 14, "propositions a cube may leave open to be looked through") \
  NUMBER(int, most_letter_tries, 6, 1, 50, "tries to draw a letter that is new") \
  NUMBER(double, worth_without_questions, 0.75, 0.2, 2, "worth of tours if there are no equivalence questions") \
  NUMBER(double, one_of_two, 0.7, 0.3, 1, "worth of a tour that shares its comparison with another") \
  NUMBER(double, chance_to_show, 0.25, 0.02, 0.9, "chance that a state not met yet shows at the end of a word") \
  NUMBER(double, composing_rate, 0.6, 0.05, 1, \
         "share of composed predictions that must have been right for more of them") \
  NUMBER(size_t, few_letters, 1024, 16, 65536, "cubes of fewer letters can be exhausted") \
  NUMBER(double, least_step_weight, 2e-4, 1e-06, 0.01, "steps of less weight are left out") \
  NUMBER(double, most_impurity_prior, 0.98, 0.5, 0.999, "the most that is believed of impurity beforehand") \
  /* refining a shape (learning/refining) */ \
  NUMBER(double, least_saved_by_lookalike, 2, 0.1, 10, "transitions that a question about a lookalike must save") \
  NUMBER(double, least_saved_by_staying, 0.5, 0.1, 10, "transitions that a question about a sink must save") \
  NUMBER(size_t, confirming_letters, 8, 1, 64, "letters that confirm a lookalike, besides suffixes") \
  NUMBER(size_t, staying_letters, 2, 1, 10, "letters that stay before all are tried") \
  NUMBER(size_t, most_expectations_counted, 1024, 32, 65536, "expectations before both counts are halved") \
  NUMBER(size_t, most_transitions_looked_at, 513, 8, 8192, "transitions looked at for the start of a test") \
  NUMBER(size_t, batch_divisor, 16, 2, 128, "this part of the states is tested or analysed side by side") \
  NUMBER(size_t, costly_steps, 256, 16, 4096, "steps of a search from which on fewer are made at once") \
  NUMBER(size_t, more_of_probe, 8, 0, 64, "letters of a probe beyond those that tell states apart") \
  NUMBER(size_t, longest_common_suffix, 24, 2, 200, "letters of the suffix that all words have in common") \
  /* the discrimination tree (learning/discrimination) */ \
  NUMBER(size_t, most_likely_targets, 64, 4, 1024, "an output with more targets says little") \
  NUMBER(double, cost_of_wrong_guess, 300, 10, 10000, "questions that a wrong guess costs") \
  NUMBER(size_t, separated_states, 64, 4, 1024, "states of a sample that a suffix shall tell apart") \
  NUMBER(size_t, separated_nodes, 16, 2, 256, "nodes whose suffixes are tried at a time") \
  NUMBER(size_t, separating_parts, 4, 1, 16, "parts of a separating suffix after the first letters") \
  NUMBER(size_t, balance_samples, 32, 4, 1024, "leaves by which a suffix is judged") \
  NUMBER(size_t, balance_retry_share, 4, 1, 64, \
         "states grow by this part before a tree that cannot be balanced is looked at again") \
  /* sampled words (learning/learner) */ \
  NUMBER(size_t, sampled_at_once, 8, 1, 64, "sampled words asked about side by side")
// clang-format on

namespace remap::tuning {

using std::size_t;

#ifdef REMAP_TUNABLE
/// The value that REMAP_TUNE gives a number, or the usual one.
inline double tuned(std::string_view name, double usual) {
  const char* said = std::getenv("REMAP_TUNE");
  const std::string text = said == nullptr ? "" : "," + std::string(said);
  const std::size_t found = text.find("," + std::string(name) + "=");
  return found == std::string::npos ? usual : std::strtod(text.c_str() + found + name.size() + 2, nullptr);
}
#define REMAP_NUMBER(type, name, value, lowest, highest, effect) \
  inline const type name = static_cast<type>(tuned(#name, static_cast<double>(value)));
#else
#define REMAP_NUMBER(type, name, value, lowest, highest, effect) inline constexpr type name = value;
#endif
REMAP_TUNING(REMAP_NUMBER)
#undef REMAP_NUMBER

}  // namespace remap::tuning
