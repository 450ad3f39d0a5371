// The smallest machines that explain given comparisons, with a proof that there is no smaller one.
//
// Whether there is one with fewer than k states is NP-complete (Rahmani and Fu 2025), so this is for small machines:
// the question for n states is handed to a SAT solver, for n = 1, 2, … The optional part remap::z3 answers it.
#pragma once

#include <memory>
#include <optional>

#include "passive/data.hpp"

namespace remap::passive {

/// All machines with a number of states that explain the data, one after the other.
class ExactSearch {
 public:
  virtual ~ExactSearch() = default;
  enum class Found : std::uint8_t { machine, no_other, gave_up };
  /// Finds a machine different from all before: `machine()`. None: there is no other.
  virtual Found next() = 0;
  /// A machine that starts in state 0.
  struct Tables {
    std::vector<Output> outputs;  // per state, ranks
    std::vector<State> next;      // per state and letter
  };
  /// The last machine found; all its states are reachable.
  [[nodiscard]] virtual const Tables& machine() const = 0;
  /// Whether all machines not yet found relate the values of these two words in this way.
  enum class Agreed : std::uint8_t { yes, no, gave_up };
  virtual Agreed all_agree(const Word& left, const Word& right, Preference relation) = 0;
};

/// `values`: how many different values the states may have. `solver_steps`: the limit per question; unlike a time
/// limit, it is the same on every computer. Throws InputError if this program has no Z3; see remap/learning/z3.hpp.
std::unique_ptr<ExactSearch> make_exact_search(const Data& data, std::size_t states, std::size_t values,
                                               std::uint64_t solver_steps);
[[nodiscard]] bool has_exact_search() noexcept;

using MakeExactSearch = std::unique_ptr<ExactSearch> (*)(const Data&, std::size_t, std::size_t, std::uint64_t);
/// Registration of the optional part remap::z3.
void set_exact_search(MakeExactSearch make) noexcept;

}  // namespace remap::passive
