#include "study/export.hpp"

#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "formats/data/comparison_data.hpp"
#include "study/answers.hpp"

namespace remap {

namespace {

std::string time_text(std::int64_t milliseconds) {
  const std::time_t seconds = milliseconds / 1000;
  std::tm parts{};
  if (milliseconds <= 0 || gmtime_r(&seconds, &parts) == nullptr) return "";
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, milliseconds % 1000);
}

const char* label_of(Preference answer) {
  switch (answer) {
    case Preference::less:
      return "right";
    case Preference::greater:
      return "left";
    case Preference::equal:
      return "equal";
    case Preference::unsure:
      break;
  }
  return "unsure";
}

std::vector<std::string> letters_of(const Word& word, const Alphabet& alphabet) {
  std::vector<std::string> names;
  for (const Letter letter : word) names.push_back(alphabet.name(letter));
  return names;
}

std::string csv_line(const StudyAnswer& answer, const Alphabet& alphabet) {
  const std::string left = names_text(alphabet, answer.first), right = names_text(alphabet, answer.second);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(left + " | " + right), csv_cell(answer.stamp.by),
                     label_of(answer.answer), time_text(answer.stamp.shown), time_text(answer.stamp.at),
                     answer.seconds() > 0 ? fmt::format("{:.3f}", answer.seconds()) : "", csv_cell(left),
                     csv_cell(right), csv_cell(answer.session), answer.number, answer.retracted ? "yes" : "no");
}

std::string json_line(const StudyAnswer& answer, const StudyDescription& study) {
  const Alphabet& alphabet = study.head.alphabet;
  nlohmann::ordered_json line;
  switch (answer.kind) {
    case StudyAnswer::Kind::comparison:
      line["task"] = names_text(alphabet, answer.first) + " | " + names_text(alphabet, answer.second);
      line["worker"] = answer.stamp.by;
      line["label"] = label_of(answer.answer);
      line["left"] = letters_of(answer.first, alphabet);
      line["right"] = letters_of(answer.second, alphabet);
      break;
    case StudyAnswer::Kind::acceptance:
      line["verdict"] = "accepted";
      line["worker"] = answer.stamp.by;
      line["states"] = answer.states;
      break;
    case StudyAnswer::Kind::counterexample:
      line["verdict"] = "wrong";
      line["worker"] = answer.stamp.by;
      line["word"] = letters_of(answer.first, alphabet);
      for (const Output value : answer.values) line["values"].push_back(study.head.outputs->name(value));
      break;
  }
  line["shown"] = time_text(answer.stamp.shown);
  line["answered"] = time_text(answer.stamp.at);
  line["session"] = answer.session;
  line["number"] = answer.number;
  line["retracted"] = answer.retracted;
  return line.dump() + "\n";
}

}  // namespace

StudyExport export_study(const StudyDescription& study, ExportFormat format) {
  const bool csv = format == ExportFormat::csv;
  StudyExport result;
  std::string& text = result.text;
  text = csv ? "task,worker,label,shown,answered,seconds,left,right,session,number,retracted\n" : "";
  for (const std::filesystem::path& session : study_sessions(study)) {
    std::vector<StudyAnswer> answers;
    try {
      answers = study_answers(session);
    } catch (const InputError& error) {
      result.unreadable.emplace_back(error.what());
    }
    for (const StudyAnswer& answer : answers) {
      if (!csv) {
        text += json_line(answer, study);
      } else if (answer.kind == StudyAnswer::Kind::comparison) {
        text += csv_line(answer, study.head.alphabet);
      }
    }
  }
  return result;
}

}  // namespace remap
