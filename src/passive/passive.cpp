#include "passive/passive.hpp"

#include <algorithm>

#include "passive/exact.hpp"
#include "passive/merging.hpp"
#include "remap/automata/equivalence.hpp"

namespace remap::passive {

namespace {

/// Over the outputs when the machine uses as many values as there are, otherwise over ranks without gaps.
MooreMachine with_values(const MooreMachine& machine, const std::optional<Outputs>& outputs) {
  std::vector<bool> used(machine.outputs().size(), false);
  for (std::size_t q = 0; q < machine.size(); ++q) used[index(machine.output(make_id<State>(q)))] = true;
  std::vector<Output> rank(used.size(), no_output);
  std::size_t ranks = 0;
  for (std::size_t value = 0; value < used.size(); ++value) {
    if (used[value]) rank[value] = make_id<Output>(ranks++);
  }
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    output_of.push_back(rank[index(machine.output(make_id<State>(q)))]);
  }
  const bool all = outputs && outputs->size() == ranks;
  return with_outputs(machine, all ? *outputs : Outputs::ranks(ranks), std::move(output_of));
}

class Search {
 public:
  Search(const Alphabet& alphabet, const std::optional<Outputs>& outputs, const Data& data, const Options& options)
      : alphabet_(alphabet), outputs_(outputs), data_(data), options_(options) {}

  Result run() {
    const MooreMachine merged = merge();
    std::size_t at_least = std::max<std::size_t>(1, data_.levels());
    std::unique_ptr<ExactSearch> found;
    for (; at_least < merged.size() && !found; ++at_least) {
      if (!can_search(at_least)) break;
      std::unique_ptr<ExactSearch> search = make(at_least);
      const ExactSearch::Found answer = search->next();
      if (answer == ExactSearch::Found::gave_up) break;
      if (answer == ExactSearch::Found::no_other) continue;
      machines_ = {with_values(found_by(*search), outputs_)};
      found = std::move(search);
      break;
    }
    if (!found && at_least == merged.size() && can_search(at_least)) {
      machines_.clear();
      found = make(at_least);
    }
    Result result{machines_.empty() ? with_values(merged, outputs_) : machines_.front(), at_least, 1, false, {}, {}};
    if (found) {
      result.all_machines = find_others(*found);
      if (!machines_.empty()) result.machine = machines_.front();
      result.open = open_lengths(*found, result.all_machines);
    }
    result.machines = machines_.size();
    result.questions = best_questions(machines_);
    return result;
  }

 private:
  MooreMachine merge() {
    MooreMachine best = merge_states(data_, alphabet_, 0);
    machines_.push_back(with_values(best, outputs_));
    for (std::uint64_t seed = 1; seed < options_.merges; ++seed) {
      MooreMachine other = merge_states(data_, alphabet_, seed);
      const MooreMachine shown = with_values(other, outputs_);
      if (std::find(machines_.begin(), machines_.end(), shown) == machines_.end()) machines_.push_back(shown);
      if (other.size() < best.size()) {
        best = std::move(other);
        std::swap(machines_.front(), machines_.back());
      }
    }
    return best;
  }

  [[nodiscard]] bool can_search(std::size_t states) const {
    return options_.solver_steps > 0 && has_exact_search() &&
           data_.nodes() * states * states <= options_.largest_problem;
  }

  [[nodiscard]] std::unique_ptr<ExactSearch> make(std::size_t states) const {
    return make_exact_search(data_, states, values(states), options_.solver_steps);
  }

  /// How many values the states may have.
  [[nodiscard]] std::size_t values(std::size_t states) const { return data_.outputs() > 0 ? data_.outputs() : states; }

  [[nodiscard]] MooreMachine found_by(const ExactSearch& search) const {
    const ExactSearch::Tables& found = search.machine();
    return {alphabet_, Outputs::ranks(values(found.outputs.size())), State{0}, found.outputs, found.next};
  }

  /// Other machines of the same size; true when these are all.
  bool find_others(ExactSearch& search) {
    while (machines_.size() < options_.machines) {
      const ExactSearch::Found answer = search.next();
      if (answer == ExactSearch::Found::gave_up) return false;
      if (answer == ExactSearch::Found::no_other) return true;
      const MooreMachine machine = with_values(found_by(search), outputs_);
      if (std::find(machines_.begin(), machines_.end(), machine) == machines_.end()) machines_.push_back(machine);
    }
    return false;
  }

  /// A word of the data in the class that the first machine gives this word; none when there is none.
  [[nodiscard]] std::optional<Word> companion(const Word& word) const {
    const MooreMachine& machine = machines_.front();
    const Output wanted = machine.output_after(word);
    for (Group group = 0; group < data_.groups(); ++group) {
      Word known = data_.spell(data_.members(group).front());
      if (machine.output_after(known) == wanted) return known;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool forced(const Word& word, ExactSearch& search, bool all_met) const {
    const std::optional<Word> known = companion(word);
    if (!known) return false;
    const auto agrees = [&](const MooreMachine& machine) {
      return machine.output_after(word) == machine.output_after(*known);
    };
    if (!std::all_of(machines_.begin(), machines_.end(), agrees)) return false;
    return all_met || search.all_agree(word, *known, Preference::equal) == ExactSearch::Agreed::yes;
  }

  [[nodiscard]] std::vector<OpenLength> open_lengths(ExactSearch& search, bool all_met) const {
    constexpr std::uint64_t most_words = 130;  // in all
    std::vector<OpenLength> open;
    std::uint64_t words = 1, looked_at = 0;
    for (std::size_t length = 1;; ++length) {
      words *= alphabet_.size();
      looked_at += words;
      if (looked_at > most_words) return open;
      OpenLength& each = open.emplace_back(OpenLength{length, words, 0});
      for (std::uint64_t number = 0; number < words; ++number) {
        Word word(length);
        std::uint64_t rest = number;
        for (Letter& letter : word) {
          letter = make_id<Letter>(rest % alphabet_.size());
          rest /= alphabet_.size();
        }
        each.forced += forced(word, search, all_met) ? 1 : 0;
      }
    }
  }

  const Alphabet& alphabet_;
  const std::optional<Outputs>& outputs_;
  const Data& data_;
  const Options& options_;
  std::vector<MooreMachine> machines_;  // the result first
};

}  // namespace

Result learn(const Alphabet& alphabet, const std::optional<Outputs>& outputs,
             std::span<const KnownComparison> comparisons, const Options& options) {
  const Data data(alphabet.size(), outputs ? outputs->size() : 0, comparisons);
  return Search(alphabet, outputs, data, options).run();
}

}  // namespace remap::passive
