// The loop: learner -> ranker -> teacher and back, then valuation and the equivalence question.
#include "learning/session/session_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "learning/order/order_knowledge.hpp"
#include "learning/questions/sample_size.hpp"
#include "learning/session/make_learner.hpp"
#include "learning/words/answer_check.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {

namespace {

constexpr std::size_t most_guesses = 100'000;  // for a machine of a run that is stopped before it has one

std::unique_ptr<Valuation> make_valuation(const SessionOptions& options) {
  if (options.valuation == ValuationKind::z3) return make_z3_valuation();
  return std::make_unique<DirectValuation>(options.guess);
}

template <class Value>
Hypothesis mealy_of(const Shape& shape, const Alphabet& alphabet, Outputs outputs, const Value& value) {
  std::vector<MealyMachine::Step> steps;
  steps.reserve(shape.next.size());
  for (std::size_t i = 0; i < shape.next.size(); ++i) {
    steps.push_back({shape.next[i], value(shape.class_of_step[i])});
  }
  std::vector<bool> terminal(shape.size(), false);
  return {end_at_halt({alphabet, std::move(outputs), State{0}, std::move(terminal), std::move(steps)}),
          value(shape.class_of.front())};
}

template <class Value>
Hypothesis moore_of(Shape shape, const Alphabet& alphabet, Outputs outputs, const Value& value) {
  std::vector<Output> output_of;
  output_of.reserve(shape.size());
  for (ClassId id : shape.class_of) output_of.push_back(value(id));
  if (shape.guards != nullptr) {
    return MooreMachine(alphabet, std::move(outputs), State{0}, std::move(output_of), std::move(shape.guards));
  }
  return MooreMachine(alphabet, std::move(outputs), State{0}, std::move(output_of), std::move(shape.next));
}

}  // namespace

SessionEngine::SessionEngine(Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options,
                             SessionWatcher* watcher)
    : alphabet_(std::move(alphabet)),
      outputs_(std::move(outputs)),
      options_(options),
      watcher_(watcher),
      classes_(outputs_ ? outputs_->size() : 0),
      known_(alphabet_, words_, classes_),
      ranker_(make_ranker(options.asks_values() ? RankerKind::membership : options.ranker, classes_, options.seed)),
      learner_(
          make_learner(options.learner_for(alphabet_),
                       {alphabet_, words_, classes_, options.effort, options.equivalence == Equivalence::order_sampling,
                        options.seed, watcher, &known_, options.equivalence_cost, options.longest_test, options.machine,
                        options.answers, options.pairs && ranker_->pairs()})),
      valuation_(make_valuation(options)) {
  if (!outputs_ && !order_alone(options_.equivalence))
    throw Misuse("Session", "without outputs only the order can be learned");
  if (options_.machine == MachineKind::mealy && !alphabet_.listed()) {
    throw InputError("a Mealy machine needs a list of all letters");
  }
  if (options_.equivalence == Equivalence::order_sampling) {
    const std::uint64_t seed = split_random(options_.seed, 2).next();
    sampling_.emplace(options_.samples, options_.stop, seed, alphabet_, words_, classes_,
                      options_.pairs && ranker_->pairs());
  }
  if (options_.absorbing != no_output) {
    if (!outputs_ || index(options_.absorbing) >= outputs_->size()) {
      throw Misuse("Session", "the absorbing output is not among the outputs");
    }
    absorption_.emplace(words_, classes_, options_.absorbing);
  }
}

const Request& SessionEngine::next() {
  if (failed_) throw Misuse("Session::next", "the session has ended: its answers contradict each other or are unsure");
  if (waiting_) return request_;
  try {
    while (!finished_) {
      const Questions questions = ranker_->questions();
      if (!questions.empty()) {
        const bool with_prefixes = options_.answers == Answers::values;
        request_ = {questions.comparisons.empty() ? Request::Kind::values : Request::Kind::comparisons,
                    Comparisons(words_, questions.comparisons),
                    AskedWords(words_, with_prefixes ? longest(questions.values) : questions.values, with_prefixes)};
        const Limit limit = exceeded_by(questions.comparisons.size());
        if (limit == Limit::none) return wait();
        waiting_ = true;
        stop(limit);
        break;
      }
      if (absorption_) {
        absorption_->check();
        if (absorption_->holding()) {
          submit({});
          continue;
        }
      }
      if (advance()) continue;
      if (const Limit limit = exceeded_by(0); limit != Limit::none) {
        stop(limit);
        break;
      }
      request_ = {Request::Kind::equivalence, {}, {}};
      return wait();
    }
  } catch (const Conflict&) {
    contradiction("the answers contradict each other");
  } catch (const Undecided& undecided) {
    unsettled(undecided);
  }
  request_ = {Request::Kind::done, {}, {}};
  return request_;
}

const Request& SessionEngine::wait() {
  for (; classes_seen_ < classes_.size(); ++classes_seen_) {
    grounds_.growth.push_back(classes_.representative(make_id<ClassId>(classes_seen_)));
  }
  counts_.words = classes_.words();
  waiting_ = true;
  return request_;
}

void SessionEngine::submit(std::span<const Inquiry> inquiries) {
  inquiries_ = absorption_ ? absorption_->admit(inquiries) : inquiries;
  ranker_->submit(inquiries_);
}

// One step of the tests of a shape: true when words are to be classified or the shape was refuted.
template <class Tests>
bool SessionEngine::advance(Tests& tests) {
  const std::span<const Inquiry> inquiries = tests.advance();
  if (!inquiries.empty()) {
    submit(inquiries);
    return true;
  }
  const WordId word = tests.counterexample();
  if (word == no_word) return false;
  reject(word, words_.spell(word), {});
  return true;
}

// One step of the learner, or of the test of its shape: by what is known, then by comparisons. False when there is a
// hypothesis to ask about.
bool SessionEngine::advance() {
  const bool testing = known_.running() || (sampling_ && sampling_->running());
  if (!testing) {
    const std::span<const Inquiry> inquiries = learner_->advance();
    grounds_.append(learner_->grounds());
    if (!inquiries.empty()) {
      submit(inquiries);
      return true;
    }
    make_hypothesis();
    if (!known_.comparisons().empty()) known_.start(learner_->shape());
  }
  if (known_.running() && advance(known_)) return true;
  if (!sampling_) return false;
  if (!sampling_->running()) sampling_->start(learner_->shape());
  if (!advance(*sampling_)) accept();
  return true;
}

void SessionEngine::know(const Word& left, const Word& right, Preference answer) {
  if (waiting_ || counts_.comparisons > 0 || finished_) throw Misuse("Session::know", "the run has begun");
  if (answer == Preference::unsure) throw Misuse("Session::know", "unsure is not an answer");
  for (const Word& word : {left, right}) check_word("Session::know", alphabet_, word);
  check_answer("Session::know", &alphabet_, left, right, answer);
  known_.add(left, right, answer);
}

void SessionEngine::make_hypothesis() {
  Shape shape = learner_->shape();
  std::vector<Output> value_of_rank;
  std::optional<Outputs> outputs = outputs_;
  if (outputs && order_alone(options_.equivalence) && !options_.asks_values() && classes_.size() < outputs->size()) {
    outputs.reset();
  }
  if (outputs) {
    auto values = valuation_->solve(classes_.problem());
    if (!values) throw Conflict{};
    value_of_rank = std::move(*values);
  } else {
    outputs = Outputs::ranks(classes_.size());
    for (std::size_t rank = 0; rank < classes_.size(); ++rank) value_of_rank.push_back(make_id<Output>(rank));
  }
  representative_.assign(outputs->size(), no_word);
  for (std::size_t rank = 0; rank < classes_.size(); ++rank) {
    representative_[index(value_of_rank[rank])] = classes_.representative(classes_.at_rank(rank));
  }
  const auto value = [&](ClassId id) { return value_of_rank[classes_.rank(id)]; };
  hypothesis_ = shape.is_mealy() ? mealy_of(shape, alphabet_, *std::move(outputs), value)
                                 : moore_of(std::move(shape), alphabet_, *std::move(outputs), value);
  if (options_.machine == MachineKind::mealy && hypothesis_->mealy() == nullptr) {
    const MooreMachine& moore = hypothesis_->moore();
    hypothesis_.emplace(to_mealy(moore), moore.output(moore.initial()));
  }
  if (watcher_ != nullptr) watcher_->on_hypothesis(*hypothesis_);
}

void SessionEngine::expect(Request::Kind kind, const char* what) const {
  if (!waiting_ || request_.kind != kind) {
    throw Misuse("Session::answer", fmt::format("{} were answered, but next() did not ask for them", what));
  }
}

void SessionEngine::answer(std::span<const Preference> answers) {
  expect(Request::Kind::comparisons, "comparisons");
  if (answers.size() != request_.comparisons.size()) {
    throw Misuse("Session::answer",
                 fmt::format("{} answers for {} comparisons", answers.size(), request_.comparisons.size()));
  }
  check_answers("Session::answer", &alphabet_, request_.comparisons, answers);
  comparison_answers_.add(request_.comparisons.pairs(), answers);
  if (any_unsure(answers)) {
    counts_.unsure += static_cast<std::size_t>(std::count(answers.begin(), answers.end(), Preference::unsure));
  }
  counts_.comparisons += answers.size();
  waiting_ = false;
  grounds_.clear();
  try {
    ranker_->answer(answers);
  } catch (const Conflict&) {
    contradiction("the answers contradict each other");
  } catch (const Undecided& undecided) {
    unsettled(undecided);
  }
}

void SessionEngine::answer(std::span<const Output> values) {
  expect(Request::Kind::values, "values");
  if (values.size() != request_.values.values()) {
    throw Misuse("Session::answer", fmt::format("{} answers for {} values", values.size(), request_.values.values()));
  }
  check_values("Session::answer", &alphabet_, request_.values, values, classes_.outputs());
  counts_.values += request_.values.size();
  counts_.value_letters += request_.values.letters();
  waiting_ = false;
  grounds_.clear();
  try {
    if (request_.values.with_prefixes()) return tell_prefixes(values);
    for (std::size_t i = 0; i < values.size(); ++i) value_answers_.emplace_back(request_.values[i], values[i]);
    ranker_->answer(values);
  } catch (const Conflict&) {
    contradiction("the values contradict other answers");
  }
}

// Those words that no other one begins with, whose output word would tell the same.
std::span<const WordId> SessionEngine::longest(std::span<const WordId> asked) {
  covered_in_.resize(words_.size(), 0);
  ++batch_;
  for (WordId word : asked) {
    for (WordId prefix : words_.prefixes(word)) covered_in_[index(prefix)] = batch_;
  }
  output_words_.clear();
  for (WordId word : asked) {
    if (covered_in_[index(word)] != batch_) output_words_.push_back(word);
  }
  return output_words_;
}

void SessionEngine::tell_prefixes(std::span<const Output> values) {
  Word letters;
  for (WordId asked : output_words_) {
    words_.spell(asked, letters);
    WordId word = empty_word;
    for (std::size_t i = 0; i <= letters.size(); ++i) {
      if (i > 0) word = words_.child(word, letters[i - 1]);
      const ClassId id = classes_.class_of(word);
      if (id != no_class && classes_.certain_value(id) == values[i]) continue;
      value_answers_.emplace_back(word, values[i]);
      ranker_->tell(word, values[i]);
    }
    values = values.subspan(letters.size() + 1);
  }
}

EquivalenceQuestion SessionEngine::equivalence_question() const {
  if (!waiting_ || request_.kind != Request::Kind::equivalence) {
    throw Misuse("Session::equivalence_question", "next() did not announce one");
  }
  return {*hypothesis_, representative_, words_, order_alone(options_.equivalence), counts_.equivalence_questions + 1};
}

Limit SessionEngine::exceeded_by(std::size_t comparisons) const {
  if (options_.most_comparisons > 0 && counts_.comparisons + comparisons > options_.most_comparisons) {
    return Limit::comparisons;
  }
  return options_.most_states > 0 && learner_->states() > options_.most_states ? Limit::states : Limit::none;
}

// As the learner expects, otherwise equal.
Preference SessionEngine::guess(const Comparison& asked) const {
  const auto sought = std::find_if(inquiries_.begin(), inquiries_.end(),
                                   [&](const Inquiry& inquiry) { return inquiry.word == asked.left; });
  const ClassId other = classes_.class_of(asked.right);
  if (sought == inquiries_.end() || sought->expected == no_class || other == no_class) return Preference::equal;
  return compared(classes_.rank(sought->expected), classes_.rank(other));
}

// What is not known is guessed, until that gives a machine.
void SessionEngine::guess_hypothesis() {
  std::optional<AbsorbingRule> rule;
  if (absorption_) rule.emplace(AbsorbingRule{words_, options_.absorbing});
  OrderKnowledge knowledge(classes_.outputs(), rule);
  for (const Answer& answer : all_answers()) knowledge.add(answer);
  const SessionOptions options = options_;
  options_.most_comparisons = 0;
  options_.most_states = 0;
  const SessionCounts counts = counts_;
  try {
    for (std::size_t guesses = 0; !hypothesis_ && guesses < most_guesses;) {
      if (next().kind != Request::Kind::comparisons) break;
      std::vector<Preference> answers;
      for (const Comparison& asked : request_.comparisons) {
        answers.push_back(knowledge.implied(asked).value_or(guess(asked)));
        knowledge.add(ComparisonAnswer{asked, answers.back()});
      }
      guesses += answers.size();
      answer(answers);
    }
  } catch (const Error&) {  // then there is none
    failed_ = false;
  }
  options_ = options;
  counts_ = counts;
}

void SessionEngine::stop(Limit limit) {
  if (finished_ || failed_) return;
  counts_.words = classes_.words();
  if (!hypothesis_) guess_hypothesis();
  if (!hypothesis_) {
    MooreMachine machine = constant_machine(alphabet_, outputs_ ? *outputs_ : Outputs::ranks(1), Output{0});
    if (options_.machine == MachineKind::mealy) {
      hypothesis_.emplace(to_mealy(machine), Output{0});
    } else {
      hypothesis_.emplace(std::move(machine));
    }
  }
  limit_ = limit;
  waiting_ = false;
  finished_ = true;
}

void SessionEngine::accept() {
  counts_.words = classes_.words();
  finished_ = true;
  if (watcher_ != nullptr) watcher_->on_accepted();
}

void SessionEngine::answer(const EquivalenceAnswer& verdict) {
  expect(Request::Kind::equivalence, "equivalence questions");
  check_verdict("Session::answer", equivalence_question(), verdict);
  ++counts_.equivalence_questions;
  waiting_ = false;
  grounds_.clear();
  if (!verdict.counterexample) return accept();
  const WordId word = words_.insert(*verdict.counterexample);
  const Output said = hypothesis_->output_after(*verdict.counterexample);
  try {
    if (order_alone(options_.equivalence)) {
      const WordId representative = representative_[index(said)];
      other_answers_.emplace_back(comparison_answers_.size(), DifferenceAnswer{word, representative});
      if (classes_.class_of(word) == classes_.class_of(representative)) throw Conflict{};
    } else {
      const OutputSet allowed = allowed_by(verdict.feedback, said, outputs_->size());
      other_answers_.emplace_back(comparison_answers_.size(), ValueAnswer{word, allowed});
      if (allowed.size() == 0 || (allowed.size() == 1 && allowed.contains(said))) {
        failed_ = true;
        const std::string own = safe(outputs_->name(said));
        throw Contradiction(
            fmt::format("the teacher rejects the machine at '{}', but {}",
                        shown_word(alphabet_, *verdict.counterexample),
                        allowed.size() == 0 ? fmt::format("there is no other output than {}", own)
                                            : fmt::format("the value it allows there is the machine's own, {}", own)),
            1);
      }
      classes_.restrict(word, allowed);
    }
  } catch (const Conflict&) {
    contradiction("the counterexample contradicts earlier answers");
  }
  reject(word, *verdict.counterexample, verdict.feedback);
}

void SessionEngine::reject(WordId counterexample, const Word& word, const Feedback& feedback) {
  counts_.counterexample_lengths.push_back(word.size());
  if (watcher_ != nullptr) watcher_->on_counterexample(word, feedback);
  learner_->counterexample(counterexample);
}

void SessionEngine::unsettled(const Undecided& undecided) {
  failed_ = true;
  std::string sentence = "the run cannot continue without an answer to one of these, to which the answer was unsure:";
  for (const Comparison& comparison : undecided.comparisons) {
    sentence += fmt::format("\n  '{}' against '{}'", shown_word(alphabet_, words_.spell(comparison.left)),
                            shown_word(alphabet_, words_.spell(comparison.right)));
  }
  throw Unsettled(sentence, undecided.comparisons);
}

std::vector<Answer> SessionEngine::all_answers() const {
  std::vector<Answer> answers;
  answers.reserve(value_answers_.size() + comparison_answers_.size() + other_answers_.size());
  for (const auto& [word, value] : value_answers_) {
    answers.emplace_back(ValueAnswer{word, OutputSet::only(outputs_->size(), {value})});
  }
  auto comparison = comparison_answers_.begin();
  std::size_t taken = 0;
  const auto take_comparisons = [&](std::size_t until) {
    for (; taken < until; ++taken, ++comparison) answers.emplace_back(*comparison);
  };
  for (const auto& [before, answer] : other_answers_) {
    take_comparisons(before);
    answers.push_back(answer);
  }
  take_comparisons(comparison_answers_.size());
  return answers;
}

void SessionEngine::contradiction(std::string sentence) {
  failed_ = true;
  std::optional<AbsorbingRule> rule;
  if (absorption_) rule.emplace(AbsorbingRule{words_, options_.absorbing});
  const std::vector<Answer> core = minimal_contradiction(all_answers(), classes_.outputs(), rule);
  const std::size_t needed = values_needed(core, classes_.outputs());
  if (needed > 0) {
    sentence =
        fmt::format("the answers need {} different values, but there are only {} outputs; these need them:", needed,
                    classes_.outputs());
  } else {
    sentence += absorption_ ? fmt::format("; with {} declared absorbing these cannot all hold:",
                                          safe(outputs_->name(options_.absorbing)))
                            : "; these cannot all hold:";
  }
  for (const Answer& answer : core) sentence += "\n  " + describe(answer, words_, alphabet_, outputs_);
  if (needed > 0) throw TooFewOutputs(sentence, core.size(), needed);
  throw Contradiction(sentence, core.size());
}

const Hypothesis& SessionEngine::hypothesis() const {
  if (!hypothesis_) throw Misuse("Session::hypothesis", "there is no hypothesis yet");
  return *hypothesis_;
}

}  // namespace remap
