// Questions do not change unnoticed. Every learner, ranker, kind of equivalence and kind of letters learns a few
// machines, and all that the teacher hears, batch by batch, is hashed; questions.txt holds the hashes, and the counts
// beside them say at a glance how a change altered them. A change that is meant refreshes the file:
//
//     REMAP_REFRESH_QUESTIONS=1 ctest --preset release -R Questions
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>

#include "automata/guards.hpp"
#include "learning/word_tree.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"
#include "support/events.hpp"
#include "support/grid.hpp"
#include "support/one_event.hpp"

namespace remap::test::questions {
namespace {

using Machine = std::shared_ptr<const MooreMachine>;

/// Passes everything on and hashes it: words by their letters, or by their sets if letters are not listed, machines by
/// their tables or diagrams.
class HashingTeacher final : public JudgingTeacher, public ValueTeacher {
 public:
  HashingTeacher(Teacher& teacher, const Alphabet& alphabet) : teacher_(teacher), alphabet_(alphabet) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    add(comparisons.size());
    for (const Comparison& comparison : comparisons) {
      add_word(comparisons.words(), comparison.left);
      add_word(comparisons.words(), comparison.right);
    }
    comparisons_ += comparisons.size();
    teacher_.compare(comparisons, answers);
  }
  void values(const AskedWords& asked, std::span<Output> answers) override {
    add(asked.size());
    for (WordId word : asked) add_word(asked.words(), word);
    comparisons_ += asked.size();
    teacher_.value_teacher()->values(asked, answers);
  }
  ValueTeacher* value_teacher() noexcept override { return this; }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    const MooreMachine& machine = question.machine.moore();
    add(machine.size());
    for (std::size_t q = 0; q < machine.size(); ++q) {
      add(index(machine.output(make_id<State>(q))));
      if (alphabet_.listed()) {
        for (State to : machine.row(make_id<State>(q))) add(index(to));
      }
      add_word(question.words, question.representative[index(machine.output(make_id<State>(q)))]);
    }
    if (!alphabet_.listed()) {
      for (const char c : machine.guards()->text()) add(static_cast<unsigned char>(c));
    }
    ++equivalence_questions_;
    return teacher_.equivalence(question);
  }

  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] std::size_t comparisons() const noexcept { return comparisons_; }
  [[nodiscard]] std::size_t equivalence_questions() const noexcept { return equivalence_questions_; }

 private:
  void add(std::uint64_t number) noexcept { hash_ = std::rotl((hash_ ^ number) * 0x9E3779B97F4A7C15ULL, 29); }
  void add_word(const WordTree& words, WordId word) {
    words.spell(word, letters_);
    add(letters_.size());
    for (Letter letter : letters_) add(alphabet_.listed() ? index(letter) : alphabet_.set_of(letter));
  }

  Teacher& teacher_;
  const Alphabet& alphabet_;
  std::uint64_t hash_ = 1;
  std::size_t comparisons_ = 0, equivalence_questions_ = 0;
  Word letters_;
};

enum class Check : std::uint8_t { exact, order, nameless, sampling, comparisons };

template <class Value>
struct Named {
  const char* name;
  Value value;
};

struct LearnerChoice {
  LearnerKind kind;
  Effort effort;
};

constexpr Named<LearnerChoice> learners[] = {{"table", {LearnerKind::table, Effort::full}},
                                             {"tree", {LearnerKind::tree, Effort::full}},
                                             {"tour-full", {LearnerKind::tour, Effort::full}},
                                             {"tour-economy", {LearnerKind::tour, Effort::economy}},
                                             {"tour-lazy", {LearnerKind::tour, Effort::lazy}}};
constexpr Named<RankerKind> rankers[] = {{"quicksort", RankerKind::quicksort},
                                         {"all-pairs", RankerKind::all_pairs},
                                         {"search", RankerKind::search},
                                         {"membership", RankerKind::membership}};
constexpr Named<Check> checks[] = {{"exact", Check::exact},
                                   {"order", Check::order},
                                   {"nameless", Check::nameless},
                                   {"sampling", Check::sampling},
                                   {"comparisons", Check::comparisons}};
constexpr Named<Events> letter_kinds[] = {{"plain", Events::plain}, {"sets", Events::any}, {"single", Events::one}};

struct Run {
  LearnerChoice learner{};
  RankerKind ranker = RankerKind::search;
  Check check = Check::exact;
  CounterexampleOrder order = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  Guess guess = Guess::middle;
  Output absorbing = no_output;
  std::uint64_t seed = 1;
};

std::unique_ptr<Session> make_session(const Run& run, const MooreMachine& hidden) {
  SessionOptions options = SessionOptions::paper();
  options.learner = run.learner.kind;
  options.effort = run.learner.effort;
  options.ranker = run.ranker;
  options.guess = run.guess;
  options.absorbing = run.absorbing;
  options.seed = run.seed;
  if (run.check == Check::comparisons) options.equivalence = Equivalence::order_sampling;
  if (run.check == Check::order || run.check == Check::nameless) options.equivalence = Equivalence::order;
  options.samples = {0, 0.1, 0.1};
  return std::make_unique<Session>(
      hidden.alphabet(), run.check == Check::nameless ? std::nullopt : std::optional(hidden.outputs()), options);
}

std::unique_ptr<Teacher> make_teacher(const Run& run, const Machine& hidden) {
  if (run.check == Check::sampling) {
    return std::make_unique<SamplingTeacher>(*hidden, SamplingOptions{{0, 0.1, 0.1}, 0.2, run.feedback, run.seed + 77});
  }
  return std::make_unique<MachineTeacher>(*hidden, MachineTeacherOptions{run.order, run.feedback});
}

/// Counts and hash of some runs.
class Total {
 public:
  void learn(const Run& run, const Machine& hidden) {
    const std::unique_ptr<Teacher> teacher = make_teacher(run, hidden);
    HashingTeacher hashing(*teacher, hidden->alphabet());
    const std::unique_ptr<Session> session = make_session(run, *hidden);
    drive(*session, hashing);
    hash_ = std::rotl(hash_, 7) ^ hashing.hash();
    comparisons_ += hashing.comparisons();
    equivalence_questions_ += hashing.equivalence_questions();
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("{} {} {:016x}", comparisons_, equivalence_questions_, hash_);
  }

 private:
  std::uint64_t hash_ = 0;
  std::size_t comparisons_ = 0, equivalence_questions_ = 0;
};

Machine family(const std::string& name) { return std::make_shared<const MooreMachine>(*family_machine(name)); }
Machine task(const std::string& name) { return std::make_shared<const MooreMachine>(task_machine(*find_task(name))); }

/// Four machines, different ones for each `number`: three random ones, and one with structure.
std::vector<Machine> machines_for(Events kind, std::size_t number, bool small) {
  std::vector<Machine> machines;
  for (std::size_t i = 0; i < 3; ++i) {
    machines.push_back(read_as(kind, grid_machine(3 * number + i, small ? 6 : 40)));
  }
  const bool odd = number % 2 != 0;
  if (kind == Events::plain) machines.push_back(family(odd ? "counter:12" : "grid:3,4"));
  if (kind == Events::any) machines.push_back(odd && !small ? family("relevant:12,3") : task("craft/t1"));
  if (kind == Events::one) machines.push_back(one_event_task(odd ? "office/t3" : "craft/t9"));
  return machines;
}

struct Case {
  std::string name;
  std::function<Total()> run;
};

void add_grid(std::vector<Case>& cases) {
  std::size_t number = 0;
  for (const auto& learner : learners) {
    for (const auto& ranker : rankers) {
      for (const auto& check : checks) {
        for (const auto& letters : letter_kinds) {
          // Values cannot be asked for without an output alphabet.
          if (ranker.value == RankerKind::membership && check.value == Check::nameless) continue;
          Run run{learner.value, ranker.value, check.value};
          const auto learn = [run, kind = letters.value, n = ++number]() mutable {
            Total total;
            const std::vector<Machine> machines = machines_for(kind, n, run.ranker == RankerKind::all_pairs);
            for (std::size_t i = 0; i < machines.size(); ++i) {
              const std::size_t turn = n + i;
              run.seed = turn;
              run.order = turn % 2 == 0 ? CounterexampleOrder::shortest : CounterexampleOrder::depth_first;
              run.feedback = static_cast<FeedbackStrength>(turn % 3);
              run.guess = turn % 5 == 0 ? Guess::lowest : Guess::middle;
              const bool absorbs = turn % 4 == 0 && run.check != Check::nameless;
              run.absorbing = absorbs ? machines[i]->outputs().find(halt_name) : no_output;
              total.learn(run, machines[i]);
            }
            return total;
          };
          cases.push_back({fmt::format("{}/{}/{}/{}", learner.name, ranker.name, check.name, letters.name), learn});
        }
      }
    }
  }
}

/// More propositions than can be listed.
void add_many(std::vector<Case>& cases) {
  for (const auto& learner : learners) {
    if (learner.value.kind != LearnerKind::tour) continue;
    for (const auto& check : checks) {
      Run run{learner.value, RankerKind::search, check.value};
      cases.push_back({fmt::format("{}/search/{}/many", learner.name, check.name), [run]() mutable {
                         Total total;
                         for (const char* name : {"collect:3,64", "guards:12,64", "parity:3,3,40", "priority:6,20"}) {
                           total.learn(run, family(name));
                           ++run.seed;
                         }
                         return total;
                       }});
    }
  }
}

/// Larger machines, learned as the tool does when nothing else is asked for.
void add_large(std::vector<Case>& cases) {
  const Run tree{{LearnerKind::tree, Effort::full}};
  for (const char* name : {"chain:30", "chain:100", "lock:6,3", "lock:20,4", "counter:10", "counter:50", "counter:120",
                           "permutation:40", "permutation:300", "grid:10,10", "grid:16,16", "collect:3"}) {
    cases.push_back({fmt::format("tree/{}", name), [tree, name] {
                       Total total;
                       total.learn(tree, family(name));
                       return total;
                     }});
  }
  for (const RandomMachineShape shape : {RandomMachineShape{100, 3, 2}, {300, 20, 8}, {1000, 5, 4}, {3000, 2, 2}}) {
    cases.push_back({fmt::format("tree/random:{},{},{}", shape.states, shape.letters, shape.outputs), [tree, shape] {
                       Total total;
                       Run run = tree;
                       for (run.seed = 1; run.seed <= 3; ++run.seed) {
                         total.learn(run, std::make_shared<const MooreMachine>(random_machine(shape, run.seed)));
                       }
                       return total;
                     }});
  }
  for (const auto& learner : learners) {
    if (learner.value.kind != LearnerKind::tour) continue;
    for (const char* name : {"collect:4", "relevant:40,4", "unstructured:30,3", "unstructured:120,4"}) {
      cases.push_back({fmt::format("{}/{}", learner.name, name), [run = Run{learner.value}, name] {
                         Total total;
                         total.learn(run, family(name));
                         return total;
                       }});
    }
    cases.push_back({fmt::format("{}/tasks", learner.name), [run = Run{learner.value}]() mutable {
                       Total total;
                       for (const Task& each : tasks()) {
                         for (run.seed = 1; run.seed <= 2; ++run.seed) total.learn(run, task(std::string(each.name)));
                       }
                       return total;
                     }});
  }
}

std::map<std::string, std::string> read_expected(const std::string& path) {
  std::map<std::string, std::string> expected;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t space = line.find(' ');
    expected[line.substr(0, space)] = line.substr(space + 1);
  }
  return expected;
}

TEST(Questions, AreThoseThatWereAskedBefore) {
  const std::string path = REMAP_SOURCE_DIR "/tests/conformance/questions.txt";
  std::vector<Case> cases;
  add_grid(cases);
  add_many(cases);
  add_large(cases);
  if (std::getenv("REMAP_REFRESH_QUESTIONS") != nullptr) {
    std::ofstream file(path);
    file << "# Who learns what: comparisons (or values), equivalence questions, hash of all. See questions_test.cpp.\n";
    for (const Case& each : cases) file << each.name << ' ' << each.run().text() << '\n';
    ASSERT_TRUE(file.flush()) << path << " cannot be written";
    return;
  }
  const std::map<std::string, std::string> expected = read_expected(path);
  EXPECT_EQ(expected.size(), cases.size()) << "lines of " << path;
#ifdef REMAP_SANITIZED
  constexpr std::size_t stride = 17;
#else
  constexpr std::size_t stride = 1;
#endif
  for (std::size_t i = 0; i < cases.size(); i += stride) {
    const auto found = expected.find(cases[i].name);
    EXPECT_EQ(cases[i].run().text(), found == expected.end() ? "" : found->second) << cases[i].name;
  }
}

}  // namespace
}  // namespace remap::test::questions
