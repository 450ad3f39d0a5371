// The sampler behind the REMAP paper's correctness figures. Uniform letters seldom walk a long task to its end: of the
// 32 letters of craft/t10 a random word of five hits the five formulas in order once in thousands of tries, so a plain
// sampler takes a wrong machine for right. Hence the true machine's own formulas are sampled first, path by path. Paths
// visit no state twice: with loops their number grows exponentially with the length, and the sizes of the test sets
// that the paper's appendix gives fit paths without loops only. An accepting question costs the sum over all paths
// of length² × letters × samples steps.
#include "teachers/simulated/guided.hpp"

#include <algorithm>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

/// Which sets of the alphabet satisfy a formula over the machine's own propositions.
std::vector<Letter> satisfying(const Formula& formula, const RewardMachine& machine, const Alphabet& alphabet) {
  std::vector<std::size_t> position;
  for (const std::string& name : machine.propositions) {
    const auto& known = alphabet.propositions();
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) throw InputError("the alphabet lacks the proposition " + name + " of the reward machine");
    position.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  std::vector<Letter> letters;
  for (std::size_t a = 0; a < alphabet.size(); ++a) {
    PropositionSet own = 0;
    for (std::size_t p = 0; p < position.size(); ++p) {
      own |= (alphabet.set_of(make_id<Letter>(a)) >> position[p] & 1U) << p;
    }
    if (formula.holds(own)) letters.push_back(make_id<Letter>(a));
  }
  return letters;
}

/// Depth-first search for the paths of exactly one length.
class Search {
 public:
  Search(const RewardMachine& machine, const std::vector<std::vector<Letter>>& letters,
         std::vector<std::vector<std::uint32_t>>& paths, std::size_t most)
      : machine_(machine), letters_(letters), paths_(paths), most_(most), visited_(machine.states, false) {}

  void find(std::size_t length) {
    visited_[index(machine_.initial)] = true;
    extend(machine_.initial, length);
  }

 private:
  void extend(State from, std::size_t missing) {
    if (missing == 0) {
      paths_.push_back(way_);
      return;
    }
    for (std::uint32_t t = 0; t < machine_.transitions.size() && paths_.size() < most_; ++t) {
      const RewardTransition& transition = machine_.transitions[t];
      if (transition.from != from || visited_[index(transition.to)] || letters_[t].empty()) continue;
      visited_[index(transition.to)] = true;
      way_.push_back(t);
      extend(transition.to, missing - 1);
      way_.pop_back();
      visited_[index(transition.to)] = false;
    }
  }

  const RewardMachine& machine_;
  const std::vector<std::vector<Letter>>& letters_;
  std::vector<std::vector<std::uint32_t>>& paths_;
  std::size_t most_;
  std::vector<bool> visited_;
  std::vector<std::uint32_t> way_;
};

}  // namespace

FormulaPaths::FormulaPaths(const RewardMachine& machine, const Alphabet& alphabet, std::size_t most) {
  for (const RewardTransition& transition : machine.transitions) {
    letters_.push_back(satisfying(transition.formula, machine, alphabet));
  }
  for (std::size_t length = 1; length <= machine.states && paths_.size() < most; ++length) {
    const std::size_t before = paths_.size();
    Search(machine, letters_, paths_, most).find(length);
    if (paths_.size() == before) break;
  }
}

std::uint64_t FormulaPaths::total_length() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& path : paths_) sum += path.size();
  return sum;
}

void FormulaPaths::draw(std::size_t path, Random& random, Word& into) const {
  into.clear();
  for (const std::uint32_t transition : paths_[path]) {
    const std::vector<Letter>& letters = letters_[transition];
    into.push_back(letters[random.below(letters.size())]);
  }
}

GuidedTeacher::GuidedTeacher(MooreMachine machine, std::shared_ptr<const FormulaPaths> paths, SamplingOptions options)
    : MachineTeacher(std::move(machine), {CounterexampleOrder::shortest, options.feedback}),
      paths_(std::move(paths)),
      options_(options),
      random_(options.seed) {}

EquivalenceAnswer GuidedTeacher::equivalence(const EquivalenceQuestion& question) {
  const std::vector<Output> label = labels(question);
  const auto wrong = [&](const Word& word) {
    return machine().output_after(word) != label[index(question.machine.output_after(word))];
  };
  Word word;
  if (wrong(word)) return reject(question, word);
  const std::uint64_t samples = options_.size.for_question(question.number);
  for (std::size_t path = 0; path < paths_->size(); ++path) {
    const std::uint64_t words = paths_->length(path) * machine().letters() * samples;
    for (std::uint64_t i = 0; i < words; ++i) {
      paths_->draw(path, random_, word);
      if (wrong(word)) return reject(question, word);
    }
  }
  for (std::uint64_t i = 0; i < samples; ++i) {
    sample_word(random_, options_.stop, machine().letters(), word);
    if (wrong(word)) return reject(question, word);
  }
  return {};
}

}  // namespace remap
