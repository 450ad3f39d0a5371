#include "posterior/machines/numbers.hpp"

#include <fmt/format.h>

#include <array>

#include "remap/automata/error.hpp"

namespace remap::posterior {

namespace {

constexpr std::string_view not_measured = "not measured";
constexpr std::string_view fitted = "the tasks' own frequencies; random machines, 16 seeds";

// The minutes are those of the 14 tasks, as people's machines, with nobody erring (bench/posterior_bench.cpp). Most
// were measured with an earlier version of the search, which needed 39 minutes as this one does.
constexpr std::array<NumberInfo, 34> table{{
    {"person_share", &Numbers::person_share, 0, 1, "share of machines that are as people have them in mind",
     "plain machines only 55 minutes, people's only 36 but 18 of 21 random ones right; the mixture 39"},
    {"person_stays", &Numbers::person_stays, 0, 1, "share of letters that change nothing", fitted},
    {"person_moves", &Numbers::person_moves, 0, 1, "share of letters that lead on", fitted},
    {"person_ends", &Numbers::person_ends, 0, 1, "share of letters that end the episode", fitted},
    {"person_counts", &Numbers::person_counts, 0.01, 100, "how many states these shares count as, for each letter",
     fitted},
    {"person_closes", &Numbers::person_closes, 0, 0.999, "share of squares that close (a b leads where b a leads)",
     "without: 26 instead of 28 minutes, but 32 of 42 right"},
    {"person_back", &Numbers::person_back, 0.001, 0.999, "share of moves that go back", "as for squares"},
    {"person_state", &Numbers::person_state, -5, 5, "nats for each state more", "random machines, 16 seeds"},
    {"plain_state", &Numbers::plain_state, 0.01, 100, "factor for each state more",
     "0.8, 2 and 5: 33 of 48, 38 of 44 and 40 of 43 right of those that state 0.9"},
    {"plain_copies", &Numbers::plain_copies, 0.01, 0.99, "share of letters that a state copies from an earlier one",
     not_measured},
    {"missing_class", &Numbers::missing_class, 0, 100, "nats for a declared class that no word has",
     "any number above the information of a few answers"},
    {"needless_event", &Numbers::needless_event, 0, 100, "nats for an event of an example that reaches no new state",
     "8: 35 minutes, but 107 with careless examples; 3: 39 and 49; none: 46"},
    {"open_class", &Numbers::open_class, 0.001, 1, "factor for each class, if classes are not declared", not_measured},
    {"wrong_value", &Numbers::wrong_value, 1e-12, 0.1, "chance that a value given for sure is wrong",
     "at 0.01 the only example of a reward was taken for a slip during 140 questions"},
    {"same_rates", &Numbers::same_rates, 0, 1, "chance that a giver errs like the givers in common", not_measured},
    {"sides_after", &Numbers::sides_after, 0, 1e9, "comparisons from which a preferred side is looked for",
     "fewer cannot show it, and the rates take five times longer"},
    {"forced_after", &Numbers::forced_after, 1, 1e9,
     "comparisons, none of them equal, from which ties are taken to be decided by chance", not_measured},
    {"window", &Numbers::window, 4, 100, "nats below the best machine that are kept", "wider: no difference"},
    {"pool", &Numbers::pool, 10, 100000, "machines kept", "more: no difference"},
    {"walk", &Numbers::walk, 0, 1e6, "proposals from machines of the pool, after an answer", "a sixth: 32 of 42 right"},
    {"temper", &Numbers::temper, 0, 1e6, "proposals of each of 16 chains, after an answer",
     "needed from 8 states: the truth was 20 to 160 nats better and not found"},
    {"grafts", &Numbers::grafts, 0, 1000, "grafts after an answer", "data: 0 to 1 of 4 runs right without, 4 with"},
    {"settle", &Numbers::settle, 0, 100000, "grafts in a row that find nothing, until much evidence is settled",
     "2,000 pairs, 5 % wrong: 60 find office/t4 in 1 of 4 runs, 150 in 5 of 8"},
    {"refresh", &Numbers::refresh, 1, 1e6, "answers until all neighbours of the best machine are looked at again",
     not_measured},
    {"sample", &Numbers::sample, 0, 1e7, "steps of the sample that decides whether to stop; 0: none",
     "without: 33 instead of 39 minutes, but 18 of 21 random machines right"},
    {"goal", &Numbers::goal, 0.5, 0.9999, "share of the best machine at which nothing is left to ask",
     "0.98: 42 minutes, nothing more right"},
    {"judged_by", &Numbers::judged_by, 2, 10000, "machines that judge a question", "600: no difference"},
    {"longest", &Numbers::longest, 1, 200, "events of a question", "6: runs end without a question left"},
    {"stuffed", &Numbers::stuffed, 0, 50, "events put into a word that change nothing in the best machine",
     "without these and without polishing 51 minutes"},
    {"polish", &Numbers::polish, 0, 20, "rounds in which the best words are changed a little", "as for stuffed"},
    {"walks", &Numbers::walks, 0, 1000, "walks through the best machine that are tried as words", not_measured},
    {"flattest", &Numbers::flattest, 0.01, 1,
     "smallest share of the best machine to which weights are flattened while the sample doubts it",
     "34 to 36 minutes any way"},
    {"most_near", &Numbers::most_near, 0, 0.45, "rate of near ties up to which questions are judged",
     "without a limit no question seems worth asking"},
    {"most_wrong", &Numbers::most_wrong, 0, 0.45, "rate of wrong answers up to which questions are judged",
     "as for near ties"},
}};

}  // namespace

std::span<const NumberInfo> number_table() { return table; }

void set_number(Numbers& numbers, std::string_view name, double value) {
  for (const NumberInfo& info : number_table()) {
    if (info.name != name) continue;
    if (!(value >= info.lowest && value <= info.highest)) {
      throw InputError(fmt::format("{} is {}, but from {} to {} was expected", name, value, info.lowest, info.highest));
    }
    numbers.*info.value = value;
    return;
  }
  throw InputError(fmt::format("no number is called '{}'", name));
}

}  // namespace remap::posterior
