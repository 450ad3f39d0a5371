// One entry per setting. Choices are tables of their own, so that names, help texts and messages come from one place.
#include "remap/runs/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <type_traits>

#include "logic/letters/numbers.hpp"
#include "logic/letters/reward_names.hpp"
#include "runs/method/choices.hpp"

namespace remap {

template <>
inline constexpr auto choices<MachineKind> = std::to_array<Choice<MachineKind>>({
    {MachineKind::moore, "moore", "an output per state"},
    {MachineKind::mealy, "mealy",
     "an output per transition, as reward machines have it: fewer states, fewer questions"},
});
template <>
inline constexpr auto choices<Answers> = std::to_array<Choice<Answers>>({
    {Answers::comparisons, "comparisons", "which of two words is better"},
    {Answers::values, "values", "the value of a word, with those of all its prefixes if the teacher can give them"},
    {Answers::single_values, "single-values", "the value of a word alone"},
});
template <>
inline constexpr auto choices<LearnerKind> = std::to_array<Choice<LearnerKind>>({
    {LearnerKind::tour, "tour",
     "learns which propositions matter in each state, tests many guesses with one comparison"},
    {LearnerKind::tree, "tree", "a discrimination tree: few comparisons, large machines"},
    {LearnerKind::table, "table", "the paper's symbolic observation table"},
    {LearnerKind::lstar, "lstar", "the same table filled by asking for values: the baseline, no comparisons"},
});
template <>
inline constexpr auto choices<Effort> = std::to_array<Choice<Effort>>({
    {Effort::full, "full", "as if an equivalence question cost 340 comparisons: the fewest of them"},
    {Effort::economy, "economy", "33 comparisons: fewer comparisons, more equivalence questions"},
    {Effort::lazy, "lazy", "not at all: the fewest comparisons, the most equivalence questions"},
});
template <>
inline constexpr auto choices<RankerKind> = std::to_array<Choice<RankerKind>>({
    {RankerKind::search, "search", "a search tree over the classes, weighted by how common each is"},
    {RankerKind::quicksort, "quicksort", "randomised quicksort, then a merge with the known classes (Algorithm 3)"},
    {RankerKind::all_pairs, "all-pairs", "every pair of words (Algorithm 4)"},
});
template <>
inline constexpr auto choices<Equivalence> = std::to_array<Choice<Equivalence>>({
    {Equivalence::exact, "exact", "a counterexample whenever there is one"},
    {Equivalence::order, "order", "as exact, but only the order of outputs counts, and no values are given"},
    {Equivalence::sampling, "sampling", "tests random words: probably approximately correct"},
    {Equivalence::order_sampling, "order-sampling",
     "no equivalence questions and no values: compares random words with the predicted class"},
});
template <>
inline constexpr auto choices<CounterexampleOrder> = std::to_array<Choice<CounterexampleOrder>>({
    {CounterexampleOrder::shortest, "shortest", "a shortest counterexample"},
    {CounterexampleOrder::depth_first, "depth-first", "the first one in depth-first order, as the paper's authors do"},
});
template <>
inline constexpr auto choices<FeedbackStrength> = std::to_array<Choice<FeedbackStrength>>({
    {FeedbackStrength::value, "value", "the counterexample's value"},
    {FeedbackStrength::not_value, "not-value", "only that it is not the machine's value"},
    {FeedbackStrength::among, "among", "all values on the same side of the machine's value as the true one"},
});
template <>
inline constexpr auto choices<ValuationKind> = std::to_array<Choice<ValuationKind>>({
    {ValuationKind::direct, "direct", "two sweeps over the chain of classes, exact"},
    {ValuationKind::z3, "z3", "constraints solved by Z3"},
});
template <>
inline constexpr auto choices<Guess> = std::to_array<Choice<Guess>>({
    {Guess::lowest, "lowest", "the lowest value the constraints allow"},
    {Guess::middle, "middle", "the middle one"},
});
template <>
inline constexpr auto choices<Confirm> = std::to_array<Choice<Confirm>>({
    {Confirm::off, "off", "none"},
    {Confirm::growth, "growth", "those that would add a class, state or column"},
    {Confirm::all, "all", "all of them"},
});
template <>
inline constexpr auto choices<TeacherErrs> = std::to_array<Choice<TeacherErrs>>({
    {TeacherErrs::off, "off", "no: every answer is taken as correct"},
    {TeacherErrs::on, "on", "yes: answers are evidence, and the result says how sure it is (docs/errors.md)"},
    {TeacherErrs::comparisons, "comparisons", "only to comparisons: verdicts on machines are right"},
});
template <>
inline constexpr auto choices<Preset> = std::to_array<Choice<Preset>>({
    {Preset::best, "default", "fewest questions: tour (plain letters: tree), search, exact, shortest, middle"},
    {Preset::paper, "paper", "the paper's own: table, quicksort, exact, depth-first, value, lowest"},
    {Preset::lstar, "lstar", "the baseline: the paper's table filled by asking for values"},
});

namespace {

constexpr double smallest_fraction = 1e-9;  // keeps the number of samples within 64 bits

double parse_share(const std::string& option, std::string_view text) {
  const double number = parse_fraction(option, text);
  if (number < smallest_fraction) {
    throw InputError(fmt::format("{} must be at least {}, not '{}'", option, smallest_fraction, text));
  }
  return number;
}

/// A number of the kind of a limit; 0: none.
template <class Value>
Value parse_limit(const std::string& option, std::string_view text) {
  if constexpr (std::is_floating_point_v<Value>) {
    const auto number = parse_number(text);
    if (number && *number >= 0 && *number <= 1e12) return *number;
    throw InputError(fmt::format("{} must be a number from 0 (no limit) to 1e12, not '{}'", option, text));
  } else {
    return parse_whole(option, text);
  }
}

double parse_cost(const std::string& option, std::string_view text) {
  const auto number = parse_number(text);
  if (!number || !(*number > 0 && *number <= 1e12)) {
    throw InputError(fmt::format("{} must be a number above 0, at most 1e12, not '{}'", option, text));
  }
  return *number;
}

using Outs = const std::optional<Outputs>&;
using Kind = MethodSetting::Kind;

// Entries for the common kinds. `path` leads from a method to the value, member by member.

template <auto first, auto... rest>
auto& place(auto& whole) {
  if constexpr (sizeof...(rest) == 0) {
    return whole.*first;
  } else {
    return place<rest...>(whole.*first);
  }
}

template <auto... path>
MethodSetting choice(std::string_view name, std::string_view help, bool later = false) {
  using Value = std::remove_cvref_t<decltype(place<path...>(std::declval<Method&>()))>;
  return {name,
          Kind::choice,
          help,
          later,
          choice_list<Value>(),
          [](const MethodSetting& self, Method& method, std::string_view text, Outs) {
            place<path...>(method) = parse_choice<Value>(self.option(), text);
          },
          [](const Method& method, Outs) { return std::string(choice_name(place<path...>(method))); }};
}

/// A number between 0 and 1.
template <auto... path>
MethodSetting fraction(std::string_view name, std::string_view help, bool later = false) {
  return {name,
          Kind::fraction,
          help,
          later,
          {},
          [](const MethodSetting& self, Method& method, std::string_view text, Outs) {
            place<path...>(method) = parse_share(self.option(), text);
          },
          [](const Method& method, Outs) { return format_number(place<path...>(method)); }};
}

template <std::uint64_t least, std::uint64_t most, auto... path>
MethodSetting whole(std::string_view name, std::string_view help, bool later = false) {
  return {name,
          Kind::whole,
          help,
          later,
          {},
          [](const MethodSetting& self, Method& method, std::string_view text, Outs) {
            place<path...>(method) = parse_whole(self.option(), text, least, most);
          },
          [](const Method& method, Outs) { return std::to_string(place<path...>(method)); }};
}

constexpr std::string_view limits = "Limits";  // a topic

/// By default there is none.
template <auto member>
MethodSetting limit(std::string_view name, std::string_view help) {
  using Value = std::remove_cvref_t<decltype(std::declval<Method&>().*member)>;
  return {name,
          std::is_floating_point_v<Value> ? Kind::fraction : Kind::whole,
          help,
          true,
          {},
          [](const MethodSetting& self, Method& method, std::string_view text, Outs) {
            method.*member = parse_limit<Value>(self.option(), text);
          },
          [](const Method& method, Outs) {
            const Value most = method.*member;
            if (!(most > 0)) return std::string();
            if constexpr (std::is_floating_point_v<Value>) return format_number(most);
            return std::to_string(most);
          },
          [](const Method& method) { return method.*member > 0; },
          limits};
}

MethodSetting absorbing_output() {
  return {"absorbing",
          Kind::output,
          "An output that never changes again, such as HALT",
          false,
          {},
          [](const MethodSetting& self, Method& method, std::string_view text, Outs outputs) {
            if (!outputs) throw InputError("--absorbing names an output, but no outputs are given");
            method.absorbing = outputs->find(text);
            if (method.absorbing == no_output) {
              throw InputError(fmt::format("{} cannot be '{}', expected one of the outputs {}", self.option(), text,
                                           joined(outputs->names(), "or")));
            }
          },
          [](const Method& method, Outs outputs) {
            if (method.absorbing == no_output) return std::string();
            return outputs ? outputs->name(method.absorbing) : std::to_string(index(method.absorbing));
          }};
}

MethodSetting equivalence_cost() {
  return {"equivalence-cost",
          Kind::fraction,
          "What an equivalence question costs in comparisons, and so how long tree and tour test",
          true,
          {},
          [](const MethodSetting& self, Method& method, std::string_view text, Outs) {
            method.equivalence_cost = parse_cost(self.option(), text);
          },
          [](const Method& method, Outs) {
            return method.equivalence_cost > 0 ? format_number(method.equivalence_cost) : std::string();
          }};
}

/// Whether the learner tests its shapes.
bool tests(const Method& method) { return method.learner == LearnerKind::tree || method.learner == LearnerKind::tour; }

const std::vector<MethodSetting>& table() {
  using M = Method;
  using S = SampleSize;
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  constexpr auto when = [](MethodSetting entry, bool (*decides)(const M&)) {
    entry.decides = decides;
    return entry;
  };
  constexpr auto about = [](std::string_view topic, MethodSetting entry) {
    entry.topic = topic;
    return entry;
  };
  static const std::vector<MethodSetting> entries = {
      when(choice<&M::machine>("machine",
                               "What is learned; by default what a file holds, and from other teachers moore, or mealy "
                               "if the outputs are HALT and numbers",
                               true),
           [](const M& m) { return m.machine != MachineKind::moore; }),
      when(choice<&M::answers>("answers", "What the teacher says about words", true),
           [](const M& m) { return m.answers != Answers::comparisons; }),
      choice<&M::learner>("learner", "Algorithm that builds the machine"),
      when(choice<&M::effort>("effort", "How long tree and tour test before an equivalence question"),
           [](const M& m) { return tests(m) && m.equivalence_cost == 0; }),
      when(equivalence_cost(), [](const M& m) { return m.equivalence_cost > 0; }),
      when(choice<&M::ranker>("ranker", "Which comparisons find the class of a word"),
           [](const M& m) { return !m.asks_values(); }),
      choice<&M::equivalence>("equivalence", "How a hypothesis is checked"),
      when(choice<&M::counterexample>("counterexample", "Which counterexample an exact check gives"),
           [](const M& m) { return !samples_words(m.equivalence); }),
      when(choice<&M::feedback>("feedback", "What feedback comes with a counterexample"),
           [](const M& m) { return !order_alone(m.equivalence); }),
      choice<&M::valuation>("valuation", "How values are assigned to classes"),
      when(choice<&M::guess>("guess", "Which value a class gets while several are possible"),
           [](const M& m) { return m.valuation == ValuationKind::direct; }),
      about("Sampling", when(whole<1, 1'000'000'000'000, &M::samples, &S::fixed>("samples", "Words tested per check"),
                             [](const M& m) { return samples_words(m.equivalence) && m.samples.fixed > 0; })),
      about("Sampling", when(fraction<&M::samples, &S::epsilon>(
                                 "epsilon", "Error allowed (0.05), with --delta instead of --samples"),
                             [](const M& m) { return samples_words(m.equivalence) && m.samples.fixed == 0; })),
      about("Sampling", when(fraction<&M::samples, &S::delta>("delta", "Probability of a larger error (0.05)"),
                             [](const M& m) { return samples_words(m.equivalence) && m.samples.fixed == 0; })),
      about("Sampling", when(fraction<&M::stop>("stop", "Probability that a word ends after a letter (0.2)"),
                             [](const M& m) { return samples_words(m.equivalence); })),
      when(absorbing_output(), [](const M& m) { return m.absorbing != no_output; }),
      about("", whole<0, any, &M::seed>("seed", "Seed of all random choices (1)")),
      limit<&M::most_comparisons>("max-comparisons", "Comparisons after which the best machine so far is the result"),
      limit<&M::most_seconds>("max-seconds", "Seconds, since the run was started or resumed, after which it ends so"),
      limit<&M::most_states>("max-states", "States of a machine; a run that meets a larger one ends with that"),
      about("Wrong answers",
            when(choice<&M::confirm>("confirm",
                                     "Which questions are repeated, sides swapped, before their answers count", true),
                 [](const M& m) { return m.confirm != Confirm::off; })),
      about("Wrong answers",
            when(fraction<&M::recheck>("recheck",
                                       "Rechecks per comparison: old questions repeated to measure agreement", true),
                 [](const M& m) { return m.recheck > 0; })),
      about("Wrong answers", when(choice<&M::teacher_errs>("teacher-errs", "Whether answers may be wrong", true),
                                  [](const M& m) { return m.teacher_errs != TeacherErrs::off; })),
      about("Wrong answers",
            when(fraction<&M::error_rate>("error-rate", "Share of wrong answers assumed at first (0.05)", true),
                 [](const M& m) { return m.teacher_errs != TeacherErrs::off; })),
      about("Wrong answers",
            when(fraction<&M::confidence>("confidence", "Target probability of a correct machine (0.99)", true),
                 [](const M& m) { return m.teacher_errs != TeacherErrs::off; })),
  };
  return entries;
}

/// Settings that exclude each other, or would be without effect.
void check_together(const AskedSettings& asked, const Method& method) {
  const auto given = [&](const char* name) { return asked.contains(name); };
  const auto refuse = [&](bool when, const char* name, const std::string& reason) {
    if (when && given(name)) throw InputError(fmt::format("--{} has no effect {}", name, reason));
  };
  for (const char* name : {"effort", "equivalence-cost"}) {
    refuse(!tests(method), name, "without --learner tree or tour");
  }
  refuse(given("effort"), "equivalence-cost", "together with --effort");
  const bool lstar = method.learner == LearnerKind::lstar;
  const std::string asking =
      lstar ? std::string("--learner lstar") : fmt::format("--answers {}", choice_name(method.answers));
  refuse(lstar, "answers", "with --learner lstar, which asks for values one by one");
  refuse(method.asks_values(), "ranker", fmt::format("with {}, which asks for values", asking));
  for (const char* name : {"confirm", "recheck", "max-comparisons"})
    refuse(method.asks_values(), name, fmt::format("with {}, which makes no comparisons", asking));
  const std::string_view equivalence = name_of(method.equivalence);
  if (method.asks_values() && (lstar ? order_alone(method.equivalence) : method.equivalence == Equivalence::order)) {
    throw InputError(fmt::format("{} asks for values, which --equivalence {} never gives", asking, equivalence));
  }
  for (const char* name : {"feedback", "guess"}) {
    refuse(order_alone(method.equivalence), name,
           fmt::format("with --equivalence {}, which gives no values", equivalence));
  }
  const bool sampling = samples_words(method.equivalence);
  refuse(sampling, "counterexample",
         fmt::format("with --equivalence {}, which takes the first one found", equivalence));
  for (const char* name : {"samples", "epsilon", "delta", "stop"})
    refuse(!sampling, name, "without --equivalence sampling or order-sampling");
  for (const char* name : {"epsilon", "delta"}) refuse(given("samples"), name, "together with --samples");
  const bool errs = method.teacher_errs != TeacherErrs::off;
  for (const char* name : {"error-rate", "confidence"}) refuse(!errs, name, "without --teacher-errs on");
  for (const char* name : {"confirm", "recheck"}) {
    refuse(errs, name, "with --teacher-errs on, which repeats questions itself");
  }
  if (errs && method.asks_values()) {
    throw InputError(fmt::format("{} makes no comparisons, so --teacher-errs has no effect", asking));
  }
  if (errs && given("absorbing")) throw InputError("--absorbing cannot be combined with --teacher-errs on");
  if (errs && method.error_rate >= 0.5)
    throw InputError("--error-rate must be below 0.5: a worse teacher is not worth asking");
  if (errs && method.confidence > most_confidence) {
    throw InputError(fmt::format("--confidence must be at most {}: more would take tens of thousands of comparisons",
                                 most_confidence));
  }
  refuse(method.valuation == ValuationKind::z3, "guess", "with --valuation z3, which chooses values itself");
}

}  // namespace

std::span<const MethodSetting> method_settings() { return table(); }

const MethodSetting* find_setting(std::string_view name) {
  for (const MethodSetting& each : table()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

bool MethodSetting::is_limit() const { return topic == limits; }

std::vector<SettingChoice> preset_choices() { return choice_list<Preset>(); }

Method make_method(const AskedSettings& asked, const Alphabet& alphabet, const std::optional<Outputs>& outputs) {
  const auto preset = asked.find("preset"), errs = asked.find("teacher-errs");
  Method method =
      preset_method(preset != asked.end() ? parse_choice<Preset>("--preset", preset->second) : Preset::best, alphabet,
                    errs != asked.end() ? parse_choice<TeacherErrs>("--teacher-errs", errs->second) : TeacherErrs::off);
  for (const auto& [name, text] : asked) {
    if (name == "preset") continue;
    const MethodSetting* entry = find_setting(name);
    if (entry == nullptr) throw InputError(fmt::format("there is no setting '{}'", name));
    entry->set(*entry, method, text, outputs);
  }
  check_together(asked, method);
  if (!alphabet.listed() && method.learner != LearnerKind::tour && method.learner != LearnerKind::best) {
    throw InputError(fmt::format(
        "--learner {} needs a list of all letters, which the sets of {} propositions are too many for; choose "
        "those that occur with --events one, at-most:M or a file of sets, or use --learner tour",
        name_of(method.learner), alphabet.propositions().size()));
  }
  if (method.machine == MachineKind::mealy && !alphabet.listed()) {
    throw InputError("--machine mealy needs a list of all letters; choose those that occur with --events");
  }
  return method;
}

Method without_limits(Method method) {
  method.most_comparisons = 0;
  method.most_seconds = 0;
  method.most_states = 0;
  return method;
}

bool same_questions(const Method& a, const Method& b) {
  return std::all_of(table().begin(), table().end(), [&](const MethodSetting& each) {
    if (each.decides(a) != each.decides(b)) return false;
    return !each.decides(a) || each.get(a, std::nullopt) == each.get(b, std::nullopt);
  });
}

Abilities Abilities::of(Teacher& teacher) {
  const ValueTeacher* teller = teacher.value_teacher();
  return {teacher.judges(), teller != nullptr, teller != nullptr && teller->gives_prefixes()};
}

namespace {

// Rewards are given for steps. Tables learn Moore machines.
bool learned_as_mealy(const Method& method, const Alphabet& alphabet, const std::optional<Outputs>& outputs) {
  const bool table = method.learner == LearnerKind::table || method.learner == LearnerKind::lstar;
  return !table && alphabet.listed() && outputs && are_rewards(*outputs);
}

}  // namespace

Method make_method_for_teacher(const AskedSettings& asked, const Alphabet& alphabet,
                               const std::optional<Outputs>& outputs, const std::function<Abilities()>& can) {
  const bool said = asked.contains("equivalence");
  AskedSettings decided = asked;
  if (!said && !can().judges) decided["equivalence"] = name_of(Equivalence::order_sampling);
  Method method = make_method(decided, alphabet, outputs);
  if (!asked.contains("machine") && !asked.contains("preset") && learned_as_mealy(method, alphabet, outputs)) {
    method.machine = MachineKind::mealy;
  }
  if (method.learner == LearnerKind::lstar) {
    throw InputError("--learner lstar is a baseline for known machines; with --teacher try --answers values");
  }
  if (method.answers != Answers::comparisons) {
    if (!outputs) throw InputError("--answers values needs --outputs, the values lowest first");
    if (!can().values) throw InputError("--answers values: the teacher does not say that it gives values");
    if (!can().prefixes) method.answers = Answers::single_values;
  }
  if (said && method.equivalence != Equivalence::exact && method.equivalence != Equivalence::order_sampling) {
    throw InputError(
        fmt::format("--equivalence {} cannot be used with --teacher: the teacher checks a hypothesis itself, or "
                    "order-sampling does it by comparisons",
                    name_of(method.equivalence)));
  }
  if (method.equivalence == Equivalence::exact && !can().judges) {
    throw InputError("--equivalence exact: the teacher says that it does not answer equivalence questions");
  }
  if (!outputs && method.equivalence == Equivalence::exact) {
    throw InputError("--teacher needs --outputs, the values lowest first, unless only the order is learned");
  }
  return method;
}

Settings write_method(const Method& method, const std::optional<Outputs>& outputs) {
  const Method usual;
  Settings settings;
  for (const MethodSetting& each : table()) {
    std::string text = each.get(method, outputs);
    if (text.empty() || (each.later && text == each.get(usual, outputs))) continue;
    settings.emplace_back(each.name, std::move(text));
  }
  return settings;
}

Method read_method(const Settings& settings, const std::optional<Outputs>& outputs) {
  Method method;
  std::size_t used = 0;
  for (const MethodSetting& each : table()) {
    const auto found =
        std::find_if(settings.begin(), settings.end(), [&](const auto& s) { return s.first == each.name; });
    if (found == settings.end()) {
      if (each.later || each.kind == MethodSetting::Kind::output) continue;
      throw InputError(fmt::format("the session lacks the setting '{}'", each.name));
    }
    ++used;
    // A log says 0 where there is no fixed number of samples, and 0 where nothing is rechecked.
    if (found->second == "0" && (each.name == "samples" || each.name == "recheck")) continue;
    try {
      each.set(each, method, found->second, outputs);
    } catch (const InputError& error) {
      throw InputError(fmt::format("the setting '{}' of the session: {}", each.name, error.what()));
    }
  }
  if (used != settings.size()) {
    throw InputError(
        "the session has settings that this version does not know; resume it with the version that began it");
  }
  return method;
}

std::string_view name_of(MachineKind machine) { return choice_name(machine); }
std::string_view name_of(Answers answers) { return choice_name(answers); }
std::string_view name_of(LearnerKind learner) { return choice_name(learner); }
std::string_view name_of(Effort effort) { return choice_name(effort); }
std::string_view name_of(RankerKind ranker) {
  return ranker == RankerKind::membership ? "membership" : choice_name(ranker);
}
std::string_view name_of(Equivalence equivalence) { return choice_name(equivalence); }
std::string_view name_of(CounterexampleOrder order) { return choice_name(order); }
std::string_view name_of(FeedbackStrength feedback) { return choice_name(feedback); }
std::string_view name_of(ValuationKind valuation) { return choice_name(valuation); }
std::string_view name_of(Guess guess) { return choice_name(guess); }
std::string_view name_of(Confirm confirm) { return choice_name(confirm); }
std::string_view name_of(TeacherErrs errs) { return choice_name(errs); }
std::string_view name_of(Preset preset) { return choice_name(preset); }
std::string_view name_of(Limit limit) {
  constexpr std::string_view names[] = {"none", "comparisons", "seconds", "states"};
  return names[static_cast<std::size_t>(limit)];
}

}  // namespace remap
