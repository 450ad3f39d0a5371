// The least bound T for which a greedy walk needs no more than N parts is found by bisection: the walk adds pieces to a
// part until the next one would exceed T, and greedy is optimal for runs of a fixed order. The costs were fitted to
// times of single trials; they are right within a factor of about two, which is what balance needs.
#include "experiments/store/shards.hpp"

#include <algorithm>
#include <numeric>

#include "remap/automata/error.hpp"

namespace remap::experiments {

namespace {

/// Parts that this bound makes; fills `part_of` when it is given.
std::size_t walk(std::span<const SweepPiece> pieces, std::span<const std::size_t> order, std::uint64_t bound,
                 std::vector<std::size_t>* part_of, std::uint64_t* largest) {
  std::size_t part = 0;
  std::uint64_t cost = 0;
  const SweepPiece* last = nullptr;
  for (const std::size_t i : order) {
    const SweepPiece& piece = pieces[i];
    // A setup is paid by the first piece of its group that has one, so within a part the largest seen counts.
    const std::uint64_t paid = last != nullptr && last->group == piece.group ? last->setup : 0;
    std::uint64_t more = piece.cost + (piece.setup > paid ? piece.setup - paid : 0);
    if (last != nullptr && cost + more > bound) {
      ++part;
      cost = 0;
      more = piece.cost + piece.setup;
    }
    cost += more;
    last = &piece;
    if (largest != nullptr) *largest = std::max(*largest, cost);
    if (part_of != nullptr) (*part_of)[i] = part;
  }
  return part + 1;
}

}  // namespace

std::uint64_t expected_cost(const LearningSetting& setting, const LearningTrial& trial) {
  const MooreMachine& machine = *trial.subject->machine;
  const std::uint64_t size = machine.letters() * machine.size();
  constexpr std::uint64_t stored = 60;
  std::uint64_t cost = stored + 2 * size;
  if (setting.way == Way::standard && machine.alphabet().propositional()) cost += 100 * size;
  if (setting.asked == Asked::geometric) cost += trial.samples / 20;
  if (setting.asked == Asked::guided && trial.subject->paths) {
    cost += trial.subject->paths->total_length() * machine.letters() * trial.samples / 2;
  }
  return cost;
}

std::uint64_t expected_setup(const LearningSetting& setting, const Subject& subject) {
  // Members of classes are redrawn each time; they need no preparation.
  if (setting.asked == Asked::exact || !subject.paths || !subject.examination) return 0;
  return subject.examination->words();
}

std::uint64_t expected_cost(const PolicySetting& setting, const PolicyTrial& trial) {
  return 60 + setting.steps(trial.subject->task->world) / 4;
}

Split split(std::span<const SweepPiece> pieces, std::size_t parts) {
  if (parts == 0) throw Misuse("split", "there must be at least one part");
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Pieces with a setup come first in their group: a shard that has one of them has paid for the rest.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(pieces[a].group, pieces[b].setup) < std::pair(pieces[b].group, pieces[a].setup);
  });
  Split result{std::vector<std::size_t>(pieces.size(), 0), 0};
  std::uint64_t low = 0, high = 1;
  for (const SweepPiece& piece : pieces) high += piece.cost + piece.setup;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (walk(pieces, order, middle, nullptr, nullptr) <= parts)
      high = middle;
    else
      low = middle + 1;
  }
  walk(pieces, order, high, &result.part_of, &result.largest);
  return result;
}

}  // namespace remap::experiments
