// The smallest machines that explain given comparisons, with a proof that there is none smaller.
//
// Whether there is one with fewer than k states is NP-complete (Rahmani and Fu 2025), so this is for small machines:
// the question for n states is handed to a SAT solver, for n = 1, 2, … The optional part remap::z3 answers it.
#pragma once

#include <memory>
#include <optional>

#include "learning/passive/data.hpp"

namespace remap::passive {

/// All machines with a number of states that explain the data, one after the other.
class ExactSearch {
 public:
  virtual ~ExactSearch() = default;
  enum class Found : std::uint8_t { machine, no_other, gave_up };
  /// Another machine, which differs from all before: `machine()`. None: there is no other.
  virtual Found next() = 0;
  /// All states reachable, over ranks; of machines found it is the last.
  [[nodiscard]] virtual MooreMachine machine() const = 0;
  /// Whether all machines that were not found yet relate the values of these two words so.
  enum class Agreed : std::uint8_t { yes, no, gave_up };
  virtual Agreed all_agree(const Word& left, const Word& right, Preference relation) = 0;
};

/// `values`: how many different ones the states may have. `solver_steps`: how many one question may take; the same on
/// every computer, unlike a time. Throws InputError when this program has no Z3; see
/// remap/learning/z3.hpp.
std::unique_ptr<ExactSearch> make_exact_search(const Data& data, const Alphabet& alphabet, std::size_t states,
                                               std::size_t values, std::uint64_t solver_steps);
[[nodiscard]] bool has_exact_search() noexcept;

using MakeExactSearch = std::unique_ptr<ExactSearch> (*)(const Data&, const Alphabet&, std::size_t, std::size_t,
                                                         std::uint64_t);
/// How the optional part remap::z3 makes itself known.
void set_exact_search(MakeExactSearch make) noexcept;

}  // namespace remap::passive
