// Choices of commands that are not settings of a method.
#pragma once

#include "remap/formats/machine_file.hpp"
#include "runs/method/choices.hpp"

namespace remap::cli {

enum class NoiseKind : std::uint8_t { transient, persistent };
enum class Form : std::uint8_t { moore, mealy, reward };
enum class PolicyChoice : std::uint8_t { planner, crm, q_learning };

}  // namespace remap::cli

namespace remap {

template <>
inline constexpr auto choices<cli::NoiseKind> = std::to_array<Choice<cli::NoiseKind>>({
    {cli::NoiseKind::transient, "transient", "each answer is drawn independently"},
    {cli::NoiseKind::persistent, "persistent", "the same pair of words always gets the same answer"},
});
template <>
inline constexpr auto choices<cli::Form> = std::to_array<Choice<cli::Form>>({
    {cli::Form::moore, "moore", "an output per state"},
    {cli::Form::mealy, "mealy", "an output per transition"},
    {cli::Form::reward, "reward", "formulas and rewards; needs letters that are sets of propositions"},
});
template <>
inline constexpr auto choices<MachineFormat> = std::to_array<Choice<MachineFormat>>({
    {MachineFormat::text, "txt", "reward machine text"},
    {MachineFormat::dot, "dot", "Graphviz"},
    {MachineFormat::json, "json", "JSON"},
});
template <>
inline constexpr auto choices<cli::PolicyChoice> = std::to_array<Choice<cli::PolicyChoice>>({
    {cli::PolicyChoice::planner, "planner", "the best policy, by value iteration"},
    {cli::PolicyChoice::crm, "crm", "learned, with counterfactual experiences (CRM)"},
    {cli::PolicyChoice::q_learning, "q-learning", "learned, without them"},
});

}  // namespace remap
