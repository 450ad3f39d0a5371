#include "cli/erring_report.hpp"

#include <fmt/format.h>

#include "cli/console.hpp"
#include "cli/output_json.hpp"
#include "cli/text_table.hpp"
#include "logic/letters/shown.hpp"
#include "runs/durable/answer_text.hpp"

namespace remap::cli {

namespace {

constexpr std::size_t doubtful_shown = 10;

// With enough digits to tell it from 100 %.
std::string percent(double share) {
  if (share > 0.999 && share < 1) return "more than 99.9 %";
  return fmt::format("{:.3g} %", 100 * share);
}

// A word as it is written in a log, in quotes.
std::string quoted(const Word& word, const Alphabet& alphabet) {
  return fmt::format("'{}'", shown_word(alphabet, word));
}

const char* json_name(Preference answer) {
  switch (answer) {
    case Preference::less:
      return "less";
    case Preference::equal:
      return "equal";
    case Preference::greater:
      return "greater";
    case Preference::unsure:
      break;
  }
  return "unsure";
}

struct Rate {
  double TeacherErrors::*rate;
  const char* name;  // in JSON
  const char* text;
};

constexpr Rate rates[] = {
    {&TeacherErrors::overall, "overall", "of all answers are wrong"},
    {&TeacherErrors::told_apart, "told_apart", "of equal words are called different"},
    {&TeacherErrors::missed_near, "missed_near", "of words with neighbouring values are called equal"},
    {&TeacherErrors::missed_far, "missed_far", "of words with values further apart are called equal"},
    {&TeacherErrors::reversed_near, "reversed_near", "of words with neighbouring values are put in the wrong order"},
    {&TeacherErrors::reversed_far, "reversed_far", "of words with values further apart are put in the wrong order"},
    {&TeacherErrors::to_longer, "to_longer", "of errors in favour of a word favour the longer one"},
    {&TeacherErrors::to_first, "to_first", "of them favour the one shown first"},
    {&TeacherErrors::persistence, "persistence", "of errors repeat when the same pair is asked again"},
};

std::vector<std::string> names_of(const std::vector<Output>& values, const Outputs& outputs) {
  std::vector<std::string> names;
  for (const Output value : values) names.push_back(outputs.name(value));
  return names;
}

std::string annotators_text(const std::vector<AnnotatorErrors>& annotators) {
  std::string text = "\nThose who answered:\n";
  TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left});
  for (const AnnotatorErrors& annotator : annotators) {
    table.add({annotator.name.empty() ? "(no name)" : safe(annotator.name),
               fmt::format("{:.1f} %", 100 * annotator.errors.overall),
               annotator.unreliable ? "wrong: unreliable" : "wrong"});
  }
  return text + table.text();
}

}  // namespace

std::string erring_text(const ErringResult& result) {
  const Alphabet& alphabet = result.machine.alphabet();
  std::string text;
  for (const Word& word : result.insisted) {
    text += fmt::format("The teacher insists on the counterexample {}, which comparisons do not bear out.\n",
                        quoted(word, alphabet));
  }
  if (result.gave_up && result.insisted.empty() && result.limit == Limit::none) {
    text += "The limit on questions was reached: this is the most likely machine, not a certain one.\n";
  }
  text += fmt::format("The machine is exactly right with a probability of {}, and right about a random word with {}.\n",
                      percent(result.confidence), percent(result.confidence_in_word));
  if (percent(result.ten_more) != percent(result.confidence)) {
    text += fmt::format("Ten more comparisons that confirm it would raise that to {}.\n", percent(result.ten_more));
  }
  for (const std::vector<Output>& values : result.merged) {
    text += fmt::format("The values {} could not be distinguished: the teacher mostly calls them equal.\n",
                        safe(joined(names_of(values, result.machine.outputs()), "and")));
  }
  text += "\nEstimated errors of the teacher:\n";
  TextTable table({TextTable::Align::right, TextTable::Align::left});
  for (const Rate& rate : rates) {
    table.add({fmt::format("{:.1f} %", 100 * (result.errors.*rate.rate)), rate.text});
  }
  text += table.text();
  if (result.annotators.size() > 1) text += annotators_text(result.annotators);
  if (result.doubtful.empty()) return text;
  text += fmt::format("\n{} probably wrong:\n", result.doubtful.size() == 1
                                                    ? "1 answer is"
                                                    : fmt::format("{} answers are", grouped(result.doubtful.size())));
  for (std::size_t i = 0; i < std::min(doubtful_shown, result.doubtful.size()); ++i) {
    const DoubtfulAnswer& answer = result.doubtful[i];
    text += fmt::format("  answer {}: {} {} {} (wrong with probability {}; more likely: {})\n", answer.number,
                        quoted(answer.left, alphabet), relation_text(answer.answer), quoted(answer.right, alphabet),
                        percent(answer.chance), relation_text(answer.likely));
  }
  if (result.doubtful.size() > doubtful_shown) {
    text += fmt::format("  and {} more, which --json lists\n", grouped(result.doubtful.size() - doubtful_shown));
  }
  return text;
}

nlohmann::ordered_json erring_json(const ErringResult& result) {
  nlohmann::ordered_json report;
  report["confidence"] = result.confidence;
  report["confidence_in_word"] = result.confidence_in_word;
  report["confidence_after_ten_more"] = result.ten_more;
  report["gave_up"] = result.gave_up;
  for (const Rate& rate : rates) report["error_rates"][rate.name] = result.errors.*rate.rate;
  for (const AnnotatorErrors& annotator : result.annotators) {
    if (result.annotators.size() < 2) break;
    report["annotators"].push_back({{"name", annotator.name},
                                    {"answers", annotator.answers},
                                    {"error_rate", annotator.errors.overall},
                                    {"unreliable", annotator.unreliable}});
  }
  const Alphabet& alphabet = result.machine.alphabet();
  report["insisted"] = nlohmann::ordered_json::array();
  for (const Word& word : result.insisted) report["insisted"].push_back(word_json(alphabet, word));
  report["merged"] = nlohmann::ordered_json::array();
  for (const std::vector<Output>& values : result.merged) {
    report["merged"].push_back(names_of(values, result.machine.outputs()));
  }
  report["doubtful"] = nlohmann::ordered_json::array();
  for (const DoubtfulAnswer& answer : result.doubtful) {
    report["doubtful"].push_back({{"answer", answer.number},
                                  {"left", word_json(alphabet, answer.left)},
                                  {"right", word_json(alphabet, answer.right)},
                                  {"said", json_name(answer.answer)},
                                  {"likely", json_name(answer.likely)},
                                  {"wrong", answer.chance}});
  }
  return report;
}

}  // namespace remap::cli
