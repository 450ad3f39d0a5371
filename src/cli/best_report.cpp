#include "cli/best_report.hpp"

#include <fmt/format.h>

#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/output_json.hpp"
#include "cli/report.hpp"
#include "formats/machines/json.hpp"
#include "logic/letters/shown.hpp"
#include "runs/durable/answer_text.hpp"

namespace remap::cli {

namespace {

constexpr std::size_t most_shown = 10;

std::string guess_text(const Alphabet& alphabet, const BestMachine::Guess& guess) {
  return fmt::format("'{}' {} '{}'", shown_word(alphabet, guess.left), relation_text(guess.answer),
                     shown_word(alphabet, guess.right));
}

std::string and_more(std::size_t all) {
  return all > most_shown ? fmt::format("  and {} more\n", grouped(all - most_shown)) : "";
}

}  // namespace

std::string best_text(const DurableRun& run, const BestMachine& best) {
  const Alphabet& alphabet = run.head().alphabet;
  std::string text = fmt::format("The best machine so far has {} over {}, outputs {}\n\n",
                                 counted(best.machine.size(), "state", "states"), letters_shown(alphabet),
                                 safe(output_list(best.machine.outputs())));
  text += machine_table(readable(as_learned(best.machine)), 60) + '\n';
  if (best.against.empty()) {
    text += fmt::format("It contradicts none of {}.\n", counted(best.answers, "answer", "answers"));
  } else {
    text += fmt::format("It contradicts {} of {}:\n", grouped(best.against.size()),
                        counted(best.answers, "answer", "answers"));
    for (std::size_t i = 0; i < best.against.size() && i < most_shown; ++i) {
      text += fmt::format("  {}\n", run.answer_text(best.against[i]));
    }
    text += and_more(best.against.size());
  }
  if (!best.guesses.empty()) {
    text += fmt::format("{} without an answer, guessed:\n", counted(best.guesses.size(), "comparison", "comparisons"));
    for (std::size_t i = 0; i < best.guesses.size() && i < most_shown; ++i) {
      text += fmt::format("  {}\n", guess_text(alphabet, best.guesses[i]));
    }
    text += and_more(best.guesses.size());
  }
  text += best.accepted ? "It was accepted.\n" : "It was not accepted yet.\n";
  return text;
}

std::string best_json(const DurableRun& run, const BestMachine& best) {
  nlohmann::ordered_json report;
  report["states"] = best.machine.size();
  report["answers"] = best.answers;
  report["accepted"] = best.accepted;
  auto& against = report["against"] = nlohmann::ordered_json::array();
  for (const AnswerId id : best.against) against.push_back(index(id));
  const Alphabet& alphabet = run.head().alphabet;
  auto& guesses = report["guesses"] = nlohmann::ordered_json::array();
  for (const BestMachine::Guess& each : best.guesses) {
    guesses.push_back({{"a", word_json(alphabet, each.left)},
                       {"b", word_json(alphabet, each.right)},
                       {"answer", answer_name(each.answer)}});
  }
  report["machine"] = nlohmann::ordered_json::parse(write_json(as_learned(best.machine)));
  return report.dump() + '\n';
}

}  // namespace remap::cli
