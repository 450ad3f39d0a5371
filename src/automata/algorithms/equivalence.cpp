// Equivalence of machines (Hopcroft and Karp 1971, in the form of Almeida, Moreira and Reis 2009).
//
// Pairs of states reached by a common word must be equal; they are united in a union-find over the states of both
// machines. A pair whose states are already united is not followed further. Each union lowers the number of sets, so at
// most n + m - 1 pairs are followed: (n + m) k steps, near-linear.
//
// Outputs are compared when a pair is met, before asking whether it is united. Breadth first the word found is then
// shortest: if a pair at depth d is skipped and a word of length r tells its states apart, that word tells apart one of
// the pairs that united them, and those were met at depth <= d. A Moore and a Mealy machine are compared alike: then
// states are united that must be equal on all words but the empty one.
#include "remap/automata/equivalence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "logic/guards/guards.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

using Index = std::uint32_t;

class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), Index{0}); }
  /// False when both were in one set already.
  bool unite(std::size_t a, std::size_t b) {
    Index low = find(static_cast<Index>(a));
    Index high = find(static_cast<Index>(b));
    if (low == high) return false;
    if (low > high) std::swap(low, high);
    parent_[high] = low;
    return true;
  }

 private:
  Index find(Index x) {
    for (; parent_[x] != x; x = parent_[x]) parent_[x] = parent_[parent_[x]];
    return x;
  }
  std::vector<Index> parent_;
};

/// A pair of states that is followed, and how it was reached.
struct Pair {
  State a;
  State b;
  std::size_t parent;
  Letter letter;
};

/// A machine with labels: where a letter leads, and the label there.
struct LabelledMoore {
  const MooreMachine& machine;
  std::span<const Output> labels;

  [[nodiscard]] State next(State from, Letter letter) const { return machine.next(from, letter); }
  [[nodiscard]] Output label(State /*from*/, Letter /*letter*/, State to) const { return labels[index(to)]; }
  [[nodiscard]] Output empty_word() const { return labels[index(machine.initial())]; }
  [[nodiscard]] const Guards* guards() const { return machine.guards().get(); }
};

struct LabelledMealy {
  const MealyMachine& machine;
  std::span<const Output> label_of_output;
  Output of_empty_word;

  [[nodiscard]] State next(State from, Letter letter) const {
    return machine.terminal(from) ? from : machine.step(from, letter).to;
  }
  [[nodiscard]] Output label(State from, Letter letter, State /*to*/) const {
    return label_of_output[machine.terminal(from) ? 0 : index(machine.step(from, letter).output)];
  }
  [[nodiscard]] Output empty_word() const { return of_empty_word; }
  [[nodiscard]] const Guards* guards() const { return nullptr; }
};

template <class Second>
class Comparison {
 public:
  Comparison(const LabelledMoore& a, const Second& b) : a_(a), b_(b), united_(a.machine.size() + b.machine.size()) {}

  std::optional<Word> find(CounterexampleOrder order) {
    if (a_.empty_word() != b_.empty_word()) return Word{};
    meet({a_.machine.initial(), b_.machine.initial(), 0, no_letter});
    if (order == CounterexampleOrder::shortest) {
      breadth_first();
    } else {
      depth_first();
    }
    return found_;
  }

 private:
  void breadth_first() {
    for (std::size_t i = 0; i < pairs_.size() && !found_; ++i) each_successor(i, [&](const Pair& pair) { meet(pair); });
  }

  // A stack, as the authors have it: a pair's successors are met letter by letter, and the last new one is followed
  // first.
  void depth_first() {
    std::vector<std::size_t> stack;
    if (!pairs_.empty()) stack.push_back(0);
    while (!stack.empty() && !found_) {
      const std::size_t pair = stack.back();
      stack.pop_back();
      each_successor(pair, [&](const Pair& next) {
        if (meet(next)) stack.push_back(pairs_.size() - 1);
      });
    }
  }

  /// Until a word is found. If letters are not listed, one letter stands for all that go the same way through the
  /// diagrams of both states: the smallest, so the sets in the word are small.
  template <class Visit>
  void each_successor(std::size_t pair, const Visit& visit) {
    const State from_a = pairs_[pair].a, from_b = pairs_[pair].b;
    if (a_.guards() != nullptr) {
      for (const Guards::Joint& each : Guards::joint(*a_.guards(), from_a, *b_.guards(), from_b)) {
        if (found_) return;
        visit(Pair{each.a, each.b, pair, a_.machine.alphabet().letter_of(each.letter)});
      }
      return;
    }
    for (std::size_t i = 0; i < a_.machine.letters() && !found_; ++i) {
      const Letter letter = make_id<Letter>(i);
      visit(Pair{a_.next(from_a, letter), b_.next(from_b, letter), pair, letter});
    }
  }

  /// True when the pair is new and is to be followed.
  bool meet(const Pair& pair) {
    if (pair.letter != no_letter) {
      const Pair& from = pairs_[pair.parent];
      if (a_.label(from.a, pair.letter, pair.a) != b_.label(from.b, pair.letter, pair.b)) {
        found_ = word_to(pair);
        return false;
      }
    }
    if (!united_.unite(index(pair.a), a_.machine.size() + index(pair.b))) return false;
    pairs_.push_back(pair);
    return true;
  }

  [[nodiscard]] Word word_to(Pair pair) const {
    Word word;
    for (; pair.letter != no_letter; pair = pairs_[pair.parent]) word.push_back(pair.letter);
    std::reverse(word.begin(), word.end());
    return word;
  }

  const LabelledMoore a_;
  const Second b_;
  UnionFind united_;
  std::vector<Pair> pairs_;
  std::optional<Word> found_;
};

void check_alphabets(const MooreMachine& a, const MooreMachine& b) {
  if (a.alphabet() == b.alphabet()) return;
  if (!a.alphabet().listed() || !b.alphabet().listed()) {
    throw InputError("the machines have different propositions or letters, expected the same");
  }
  throw InputError(fmt::format(
      "the machines have different alphabets ({} letters from {}, and {} letters from {}), expected the same",
      a.letters(), a.alphabet().names().front(), b.letters(), b.alphabet().names().front()));
}

/// Whether each state of one machine does what the state of the same number does in the other. So it is where a
/// machine was learned that is canonical, and that takes less time to see than to follow pairs.
bool are_numbered_alike(const LabelledMoore& a, const LabelledMoore& b) {
  if (a.guards() != nullptr || a.machine.initial() != b.machine.initial()) return false;
  if (!std::equal(a.labels.begin(), a.labels.end(), b.labels.begin(), b.labels.end())) return false;
  for (std::size_t q = 0; q < a.labels.size(); ++q) {
    const std::span<const State> to_a = a.machine.row(make_id<State>(q)), to_b = b.machine.row(make_id<State>(q));
    if (!std::equal(to_a.begin(), to_a.end(), to_b.begin(), to_b.end())) return false;
  }
  return true;
}

std::vector<Output> outputs_of(const MooreMachine& machine) {
  std::vector<Output> labels(machine.size());
  for (std::size_t q = 0; q < labels.size(); ++q) labels[q] = machine.output(make_id<State>(q));
  return labels;
}

/// The outputs of `machine` as positions in `outputs`; those that are not there get numbers beyond.
std::vector<Output> outputs_within(const MooreMachine& machine, const Outputs& outputs) {
  std::vector<Output> labels = outputs_of(machine);
  if (machine.outputs() == outputs) return labels;
  std::vector<Output> translation;
  for (const std::string& name : machine.outputs().names()) {
    const Output found = outputs.find(name);
    translation.push_back(found == no_output ? make_id<Output>(outputs.size() + translation.size()) : found);
  }
  for (Output& label : labels) label = translation[index(label)];
  return labels;
}

/// The product of two machines: which pairs are reachable, where each letter leads, and where the outputs differ.
struct Product {
  std::vector<Index> next;
  std::vector<bool> differ;
};

Product product(const MooreMachine& a, const MooreMachine& b) {
  const std::vector<Output> labels_a = outputs_of(a);
  const std::vector<Output> labels_b = outputs_within(b, a.outputs());
  std::unordered_map<std::uint64_t, Index> number;
  std::vector<std::pair<State, State>> pairs;
  const auto meet = [&](State p, State q) {
    const auto [place, fresh] = number.try_emplace(index(p) * b.size() + index(q), static_cast<Index>(pairs.size()));
    if (fresh) pairs.emplace_back(p, q);
    return place->second;
  };
  Product result;
  meet(a.initial(), b.initial());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [p, q] = pairs[i];
    result.differ.push_back(labels_a[index(p)] != labels_b[index(q)]);
    for (std::size_t letter = 0; letter < a.letters(); ++letter) {
      result.next.push_back(meet(a.next(p, make_id<Letter>(letter)), b.next(q, make_id<Letter>(letter))));
    }
  }
  return result;
}

}  // namespace

std::optional<Word> find_counterexample(const MooreMachine& a, const MooreMachine& b, CounterexampleOrder order) {
  return find_counterexample(a, outputs_of(a), b, outputs_within(b, a.outputs()), order);
}

std::optional<Word> find_counterexample(const MooreMachine& a, std::span<const Output> labels_a, const MooreMachine& b,
                                        std::span<const Output> labels_b, CounterexampleOrder order) {
  check_alphabets(a, b);
  if (labels_a.size() != a.size() || labels_b.size() != b.size()) {
    throw Misuse("find_counterexample", fmt::format("{} and {} labels for machines of {} and {} states",
                                                    labels_a.size(), labels_b.size(), a.size(), b.size()));
  }
  const LabelledMoore first{a, labels_a}, second{b, labels_b};
  if (are_numbered_alike(first, second)) return std::nullopt;
  return Comparison(first, second).find(order);
}

std::optional<Word> find_counterexample(const MooreMachine& a, std::span<const Output> labels_a, const MealyMachine& b,
                                        std::span<const Output> label_of_output, Output of_empty_word,
                                        CounterexampleOrder order) {
  if (a.alphabet() != b.alphabet()) throw InputError("the machines have different letters, expected the same");
  if (labels_a.size() != a.size() || label_of_output.size() != b.outputs().size()) {
    throw Misuse("find_counterexample", fmt::format("{} and {} labels for {} states and {} outputs", labels_a.size(),
                                                    label_of_output.size(), a.size(), b.outputs().size()));
  }
  return Comparison(LabelledMoore{a, labels_a}, LabelledMealy{b, label_of_output, of_empty_word}).find(order);
}

double disagreement(const MooreMachine& a, const MooreMachine& b, double p) {
  check_alphabets(a, b);
  if (!(p > 0 && p <= 1)) throw InputError(fmt::format("the length parameter {} is not in (0, 1]", p));
  const Product pairs = product(a, b);
  const double share = 1.0 / static_cast<double>(a.letters());
  std::vector<double> now(pairs.differ.size(), 0.0);
  std::vector<double> after(now.size());
  now[0] = 1;
  double total = 0;
  for (double tail = 1; tail >= 1e-12; tail *= 1 - p) {
    std::fill(after.begin(), after.end(), 0.0);
    double differ = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] == 0) continue;
      for (std::size_t letter = 0; letter < a.letters(); ++letter) {
        after[pairs.next[i * a.letters() + letter]] += now[i] * share;
      }
    }
    for (std::size_t i = 0; i < after.size(); ++i) differ += pairs.differ[i] ? after[i] : 0;
    total += tail * p * differ;
    now.swap(after);
  }
  return total;
}

}  // namespace remap
