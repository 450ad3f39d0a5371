#include "teachers/process/protocol_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json/json_line.hpp"
#include "learning/words/answer_check.hpp"
#include "logic/letters/shown.hpp"

namespace remap {

namespace {

constexpr std::size_t most_in_batch = 4096;

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& what, std::string_view line) {
  throw TeacherFailure(fmt::format("{}: {}", what, shown(line)));
}

Json parse(std::string_view line, const char* expected) {
  std::optional<Json> parsed = parse_json_line(line);
  if (!parsed) fail(fmt::format("the teacher wrote lists or objects nested more than {} deep", deepest_json), line);
  Json& value = *parsed;
  if (!value.is_object()) fail(fmt::format("the teacher did not answer with {}", expected), line);
  if (value.contains("stop")) {
    const Json& why = value["stop"];
    throw TeacherStopped(
        fmt::format("the teacher stopped: {}", shown(why.is_string() ? why.get<std::string>() : why.dump())));
  }
  if (value.contains("error")) {
    const Json& error = value["error"];
    fail("the teacher gave up", error.is_string() ? error.get<std::string>() : error.dump());
  }
  return std::move(value);
}

Preference preference(const Json& answer, std::string_view line) {
  if (answer == "a") return Preference::greater;
  if (answer == "b") return Preference::less;
  if (answer == "equal") return Preference::equal;
  if (answer == "unsure") return Preference::unsure;
  fail(fmt::format("the teacher answered {}, expected \"a\", \"b\", \"equal\" or \"unsure\"",
                   shown(answer.dump(-1, ' ', false, Json::error_handler_t::replace))),
       line);
}

}  // namespace

std::string shown(std::string_view line) { return shortened(safe(line), 120); }

Greeting read_greeting(std::string_view line) {
  const Json value = parse(line, "{\"ready\":true,\"equivalence\":true}");
  if (!value.contains("ready") || value["ready"] != true) fail("the teacher is not ready", line);
  if (!value.contains("equivalence") || !value["equivalence"].is_boolean()) {
    fail("the teacher does not say whether it answers equivalence questions (\"equivalence\": true or false)", line);
  }
  Greeting greeting{value["equivalence"].get<bool>()};
  if (value.contains("errs")) {
    if (!value["errs"].is_boolean()) fail("the teacher says whether it errs, but not with true or false", line);
    greeting.errs = value["errs"].get<bool>();
  }
  if (value.contains("batch")) {
    const Json& batch = value["batch"];
    if (!batch.is_number_unsigned() || batch < 1 || batch > most_in_batch) {
      fail(fmt::format("the teacher says how many comparisons it takes together, but not with a number from 1 to {}",
                       most_in_batch),
           line);
    }
    greeting.batch = batch.get<std::size_t>();
  }
  if (value.contains("values")) {
    const Json& values = value["values"];
    greeting.prefixes = values == "prefixes";
    if (!values.is_boolean() && !greeting.prefixes) {
      fail("the teacher says whether it gives values, but not with true, false or \"prefixes\"", line);
    }
    greeting.values = greeting.prefixes || values == true;
  }
  return greeting;
}

std::span<const std::size_t> BatchReader::read(std::string_view line) {
  arrived_.clear();
  const Json value = parse(line, "{\"answers\":[…]}");
  if (!value.contains("answers") || !value["answers"].is_array()) {
    fail("the teacher did not answer with {\"answers\":[…]}", line);
  }
  for (const Json& each : value["answers"]) {
    if (!each.is_object() || !each.contains("id") || !each["id"].is_number_unsigned() || !each.contains("answer")) {
      fail("the teacher gave an answer without \"id\" and \"answer\"", line);
    }
    const auto id = each["id"].get<std::uint64_t>();
    if (id < first_ || id - first_ >= answers_.size()) {
      fail(id < first_ && id > 0 ? fmt::format("the teacher answered comparison {} a second time", id)
                                 : fmt::format("the teacher answered comparison {}, which was not asked", id),
           line);
    }
    if (answered_[id - first_]) fail(fmt::format("the teacher answered comparison {} twice", id), line);
    answered_[id - first_] = true;
    answers_[id - first_] = preference(each["answer"], line);
    arrived_.push_back(id - first_);
  }
  std::sort(arrived_.begin(), arrived_.end());
  return arrived_;
}

void ValueReader::expect(std::size_t listed) {
  questions_.push_back({end_, listed});
  end_ += std::max<std::size_t>(1, listed);
}

std::size_t ValueReader::read(std::string_view line) {
  const Json value = parse(line, "{\"answers\":[…]}");
  if (!value.contains("answers") || !value["answers"].is_array()) {
    fail("the teacher did not answer with {\"answers\":[…]}", line);
  }
  const auto output = [&](const Json& name) {
    const std::string text = name.is_string() ? name.get<std::string>() : name.dump();
    const Output found = outputs_.find(text);
    if (found == no_output) fail(fmt::format("'{}' is not an output", shown(text)), line);
    return found;
  };
  for (const Json& each : value["answers"]) {
    if (!each.is_object() || !each.contains("id") || !each["id"].is_number_unsigned()) {
      fail("the teacher gave an answer without \"id\"", line);
    }
    const auto id = each["id"].get<std::uint64_t>();
    if (id < first_ || id - first_ >= questions_.size()) {
      fail(id < first_ && id > 0 ? fmt::format("the teacher answered question {} a second time", id)
                                 : fmt::format("the teacher answered question {}, which was not asked", id),
           line);
    }
    Question& question = questions_[id - first_];
    if (question.answered) fail(fmt::format("the teacher answered question {} twice", id), line);
    question.answered = true;
    if (question.listed == 0) {
      if (!each.contains("output")) fail("the teacher gave an answer without \"output\"", line);
      answers_[question.begin] = output(each["output"]);
      continue;
    }
    if (!each.contains("outputs") || !each["outputs"].is_array() || each["outputs"].size() != question.listed) {
      fail(fmt::format("question {} needs \"outputs\", a list of {}: one for each prefix, from the empty word on", id,
                       question.listed),
           line);
    }
    for (std::size_t i = 0; i < question.listed; ++i) answers_[question.begin + i] = output(each["outputs"][i]);
  }
  return value["answers"].size();
}

EquivalenceAnswer read_verdict(std::string_view line, std::uint64_t id, const Hypothesis& machine, bool errs) {
  const Json value = parse(line, "{\"id\":…,\"accept\":true} or a counterexample");
  if (!value.contains("id") || value["id"] != id) fail(fmt::format("expected the answer to question {}", id), line);
  EquivalenceAnswer answer;
  if (value.contains("accept")) {
    if (value["accept"] != true || value.contains("counterexample")) {
      fail("the teacher neither accepts nor gives a counterexample", line);
    }
    return answer;
  }
  if (!value.contains("counterexample") || !value["counterexample"].is_array()) {
    fail("the teacher neither accepts nor gives a counterexample", line);
  }
  Word word;
  for (const Json& name : value["counterexample"]) {
    word.push_back(name.is_string() ? machine.alphabet().find(name.get_ref<const std::string&>()) : no_letter);
    if (word.back() == no_letter) fail(fmt::format("{} is not a letter", shown(name.dump())), line);
  }
  const auto add_output = [&](const Json& name) {
    const std::string text = name.is_string() ? name.get<std::string>() : name.dump();
    answer.feedback.outputs.push_back(machine.outputs().find(text));
    if (answer.feedback.outputs.back() == no_output) fail(fmt::format("'{}' is not an output", shown(text)), line);
  };
  const auto add_outputs = [&](const char* key, Feedback::Kind kind) {
    if (!value.contains(key)) return;
    if (answer.feedback.kind != Feedback::Kind::none) fail("the teacher gives two kinds of feedback", line);
    answer.feedback.kind = kind;
    if (!value[key].is_array()) return add_output(value[key]);
    for (const Json& name : value[key]) add_output(name);
  };
  add_outputs("output", Feedback::Kind::value);
  add_outputs("not", Feedback::Kind::not_value);
  add_outputs("among", Feedback::Kind::among);
  answer.counterexample = std::move(word);
  if (const std::string fault = fault_of(answer, machine, false); !fault.empty()) fail(fault, line);
  const Output said = machine.output_after(*answer.counterexample);
  if (!errs && answer.feedback.kind != Feedback::Kind::none && !excludes(answer.feedback, said)) {
    fail(fmt::format("this is not a counterexample, the machine itself gives the word the output {}",
                     machine.outputs().name(said)),
         line);
  }
  return answer;
}

}  // namespace remap
