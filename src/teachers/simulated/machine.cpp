#include "remap/teachers/machine.hpp"

#include <algorithm>
#include <array>

#include "learning/words/word_tree.hpp"

namespace remap {

namespace {
constexpr std::size_t side_by_side = 64;                    // words
constexpr std::size_t most_at_hand = std::size_t{1} << 15;  // transitions that are in the processor's cache anyway
constexpr std::size_t most_in_step = 31;  // letters; what is before them in a longer tail is run alone
constexpr std::size_t long_tail = 64;     // letters
constexpr std::size_t most_left_out = 4;  // likewise
}  // namespace

/// Runs along long tails. The words of a deep machine go through the same thousands of letters again and again, so
/// where blocks of them led is remembered, large ones and small ones, as long as nothing else needs their place.
class LongRuns {
 public:
  explicit LongRuns(const MooreMachine& machine) : machine_(machine) {}

  void forget() noexcept {
    for (Memory& memory : memories_) memory = {};
  }
  /// `place`: where the letters are stored.
  State run(State state, std::span<const Letter> letters, std::size_t place) { return run(0, state, letters, place); }

 private:
  static constexpr std::array<std::size_t, 3> blocks = {1024, 128, 16};  // letters
  static constexpr std::size_t fewest = std::size_t{1} << 10, most = std::size_t{1} << 16;
  struct Known {
    std::size_t number = 0;  // of the block, from 1
    State from{}, to{};
  };
  struct Memory {
    std::vector<Known> known;
    std::size_t missed = 0;
  };

  // By blocks of this size; what is before and after them by smaller ones.
  State run(std::size_t size, State state, std::span<const Letter> letters, std::size_t place) {
    while (size < blocks.size() && letters.size() < 2 * blocks[size]) ++size;
    if (size == blocks.size()) return machine_.run(state, letters);
    const std::size_t block = blocks[size], before = (block - place % block) % block;
    state = run(size + 1, state, letters.first(before), place);
    std::size_t at = before;
    for (; at + block <= letters.size(); at += block) {
      state = run_block(size, state, letters.subspan(at, block), place + at);
    }
    return run(size + 1, state, letters.subspan(at), place + at);
  }

  State run_block(std::size_t size, State state, std::span<const Letter> letters, std::size_t place) {
    Memory& memory = memories_[size];
    if (memory.missed >= memory.known.size() && memory.known.size() < most) {
      memory.known.assign(std::max(fewest, 4 * memory.known.size()), {});
      memory.missed = 0;
    }
    const std::size_t number = place / blocks[size] + 1;
    Known& known = memory.known[(number * 0x9e3779b1U + index(state)) % memory.known.size()];
    if (known.number != number || known.from != state) {
      ++memory.missed;
      known = {number, state, run(size + 1, state, letters, place)};
    }
    return known.to;
  }

  const MooreMachine& machine_;
  std::array<Memory, blocks.size()> memories_;
};

/// A word costs only the letters after its longest prefix in the tree.
class MachineTeacher::Reached {
 public:
  explicit Reached(const MooreMachine& machine)
      : machine_(machine),
        small_(machine.alphabet().listed() && machine.size() * machine.alphabet().size() <= most_at_hand),
        letters_(small_ ? machine.letters() : 0),
        table_(small_ ? machine.row(State{0}).data() : nullptr),
        long_runs_(machine) {}
  void make_room(const WordTree& words);
  State state_after(const WordTree& words, WordId word);
  State state_soon_after(const WordTree& words, WordId word);
  void compare(const Comparisons& comparisons, std::span<Preference> answers);

 private:
  [[nodiscard]] State run_tail(const WordTree& words, WordId word, State before);
  void run_side_by_side(const WordTree& words, std::span<const Comparison> now, std::span<const Comparison> soon);
  [[nodiscard]] State known(WordId word) const noexcept { return state_of_word_[index(word)]; }
  void note(WordId word, State state) noexcept { state_of_word_[index(word)] = state; }

  const MooreMachine& machine_;
  const bool small_;
  const std::size_t letters_;  // of a small machine
  const State* const table_;   // likewise: where they lead
  std::uint64_t tree_ = 0;     // the identity of the tree that state_of_word_ is about
  LargeVector<State> state_of_word_;
  LongRuns long_runs_;
  std::vector<WordId> path_;
};

MachineTeacher::MachineTeacher(MooreMachine machine, MachineTeacherOptions options)
    : machine_(std::move(machine)), options_(options), reached_(std::make_unique<Reached>(machine_)) {}

MachineTeacher::~MachineTeacher() = default;

void MachineTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  reached_->compare(comparisons, answers);
}

void MachineTeacher::Reached::make_room(const WordTree& words) {
  if (words.identity() != tree_) {
    tree_ = words.identity();
    state_of_word_.clear();
    long_runs_.forget();
  }
  state_of_word_.resize(words.size(), no_state);
  note(empty_word, machine_.initial());
}

// Before a long tail is run: the word without its last letters may be a word, too, whose state is known.
State MachineTeacher::Reached::run_tail(const WordTree& words, WordId word, State before) {
  const std::span<const Letter> tail = words.tail(word);
  Print print = words.print(word);
  for (std::size_t left_out = 1; left_out <= most_left_out && tail.size() >= long_tail; ++left_out) {
    print = without_last(print, tail[tail.size() - left_out]);
    const WordId shorter = words.find(print);
    if (shorter == no_word || known(shorter) == no_state) continue;
    return machine_.run(known(shorter), tail.last(left_out));
  }
  return long_runs_.run(before, tail, words.place_of_tail(word));
}

State MachineTeacher::Reached::state_after(const WordTree& words, WordId word) {
  path_.clear();
  State state = no_state;
  while ((state = known(word)) == no_state) {
    path_.push_back(word);
    word = words.parent(word);
  }
  for (std::size_t i = path_.size(); i-- > 0;) {
    state = run_tail(words, path_[i], state);
    note(path_[i], state);
  }
  return state;
}

// The same for a word that is likely to be the extension of one whose state is known.
inline State MachineTeacher::Reached::state_soon_after(const WordTree& words, WordId word) {
  if (const State state = known(word); state != no_state) return state;
  const State before = known(words.parent(word));
  const std::span<const Letter> tail = words.tail(word);
  if (!small_ || before == no_state || tail.size() >= long_tail) return state_after(words, word);
  const auto next = [&](State state, Letter letter) { return table_[index(state) * letters_ + index(letter)]; };
  // Most tails have one letter or two, which is unpredictable: the second step is always taken, and counts or not.
  const std::size_t more = tail.size() > 1 ? 1 : 0;
  const State after_one = next(before, tail.front());
  const std::array after{after_one, next(after_one, tail[more])};
  State state = after[more];
  for (std::size_t i = 2; i < tail.size(); ++i) state = next(state, tail[i]);
  note(word, state);
  return state;
}

// Several words are run side by side, a letter of each in turn: every step is a memory access that has to wait for the
// one before, but not for those of other words. The words with the longest tails come first, so that those that still
// run are always the first few, and the processor has nothing to guess on the way.
void MachineTeacher::Reached::run_side_by_side(const WordTree& words, std::span<const Comparison> now,
                                               std::span<const Comparison> soon) {
  const auto fetch_state = [&](WordId word) { __builtin_prefetch(&state_of_word_[index(word)]); };
  for (const Comparison& comparison : now) {
    if (known(comparison.left) == no_state) fetch_state(words.parent(comparison.left));
  }
  for (const Comparison& comparison : soon) {
    words.prefetch(comparison.left);
    fetch_state(comparison.left);
  }
  struct Runner {
    WordId word;
    State state;
    std::span<const Letter> tail;
  };
  std::array<Runner, side_by_side> found, runners;
  std::size_t running = 0;
  std::array<std::uint8_t, most_in_step + 2> as_long{};  // by length: how many tails are at least as long
  for (const Comparison& comparison : now) {
    const WordId word = comparison.left;
    if (known(word) != no_state) continue;
    const WordId parent = words.parent(word);
    const State before = known(parent);
    Runner& runner =
        found[running++] = {word, before == no_state ? state_after(words, parent) : before, words.tail(word)};
    if (runner.tail.size() > most_in_step) {
      const std::size_t alone = runner.tail.size() - most_in_step;
      runner.state = long_runs_.run(runner.state, runner.tail.first(alone), words.place_of_tail(word));
      runner.tail = runner.tail.subspan(alone);
    }
    ++as_long[runner.tail.size()];
  }
  for (std::size_t length = most_in_step; length > 0; --length) as_long[length] += as_long[length + 1];
  std::array<std::uint8_t, most_in_step + 2> place = as_long;  // for the next tail that is shorter by one
  for (std::size_t i = 0; i < running; ++i) runners[place[found[i].tail.size() + 1]++] = found[i];
  for (std::size_t step = 0; as_long[step + 1] > 0; ++step) {
    for (std::size_t i = 0; i < as_long[step + 1]; ++i) {
      runners[i].state = machine_.next(runners[i].state, runners[i].tail[step]);
    }
  }
  for (std::size_t i = 0; i < running; ++i) note(runners[i].word, runners[i].state);
}

void MachineTeacher::Reached::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  make_room(words);
  for (std::span<const Comparison> rest = comparisons.pairs(); !rest.empty();) {
    const std::span<const Comparison> now = rest.first(std::min(side_by_side, rest.size()));
    rest = rest.subspan(now.size());
    if (!small_) run_side_by_side(words, now, rest.first(std::min(side_by_side, rest.size())));
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Output left = machine_.output(state_soon_after(words, now[i].left));
      answers[i] = compared(left, machine_.output(state_soon_after(words, now[i].right)));
    }
    answers = answers.subspan(now.size());
  }
}

void MachineTeacher::values(const AskedWords& asked, std::span<Output> answers) {
  const WordTree& words = asked.words();
  reached_->make_room(words);
  if (!asked.with_prefixes()) {
    for (std::size_t i = 0; i < asked.size(); ++i) answers[i] = machine_.output(reached_->state_after(words, asked[i]));
    return;
  }
  Word letters;
  auto answer = answers.begin();
  for (WordId word : asked) {
    words.spell(word, letters);
    State state = machine_.initial();
    *answer++ = machine_.output(state);
    for (Letter letter : letters) *answer++ = machine_.output(state = machine_.next(state, letter));
  }
}

std::vector<Output> MachineTeacher::labels(const EquivalenceQuestion& question) {
  reached_->make_room(question.words);
  std::vector<Output> label;
  for (std::size_t i = 0; i < question.machine.outputs().size(); ++i) {
    if (!question.by_order) {
      label.push_back(make_id<Output>(i));
    } else {
      const WordId word = question.representative[i];
      label.push_back(word == no_word ? no_output : machine_.output(reached_->state_after(question.words, word)));
    }
  }
  return label;
}

EquivalenceAnswer MachineTeacher::reject(const EquivalenceQuestion& question, Word counterexample) const {
  if (question.by_order) return EquivalenceAnswer::wrong(std::move(counterexample));
  const Output truth = machine_.output_after(counterexample);
  const Output said = question.machine.output_after(counterexample);
  Feedback feedback;
  switch (options_.feedback) {
    case FeedbackStrength::value:
      return EquivalenceAnswer::wrong(std::move(counterexample), truth);
    case FeedbackStrength::not_value:
      feedback = {Feedback::Kind::not_value, {said}};
      break;
    case FeedbackStrength::among:  // all values on the side where the truth lies
      feedback.kind = Feedback::Kind::among;
      for (std::size_t v = 0; v < machine_.outputs().size(); ++v) {
        const Output value = make_id<Output>(v);
        if (value != said && (value < said) == (truth < said)) feedback.outputs.push_back(value);
      }
      break;
  }
  return EquivalenceAnswer::wrong(std::move(counterexample), std::move(feedback));
}

EquivalenceAnswer MachineTeacher::equivalence(const EquivalenceQuestion& question) {
  std::vector<Output> truth;
  truth.reserve(machine_.size());
  for (std::size_t q = 0; q < machine_.size(); ++q) truth.push_back(machine_.output(make_id<State>(q)));
  const std::vector<Output> label = labels(question);
  std::optional<Word> counterexample;
  if (const MealyMachine* mealy = question.machine.mealy()) {
    const Output of_empty_word = label[index(question.machine.output_after({}))];
    counterexample = find_counterexample(machine_, truth, *mealy, label, of_empty_word, options_.order);
  } else {
    const MooreMachine& asked = question.machine.moore();
    std::vector<Output> said;
    said.reserve(asked.size());
    for (std::size_t q = 0; q < asked.size(); ++q) said.push_back(label[index(asked.output(make_id<State>(q)))]);
    counterexample = find_counterexample(machine_, truth, asked, said, options_.order);
  }
  if (!counterexample) return EquivalenceAnswer::accepted();
  return reject(question, std::move(*counterexample));
}

}  // namespace remap
