// The teacher's side of docs/protocol.md. Questions are put together by hand, answers read by nlohmann's parser; one
// line goes out per batch, and its answers may come back in any order and over several lines.
#include "remap/teachers/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "learning/word_tree.hpp"
#include "process_channel.hpp"
#include "teachers/checklist.hpp"
#include "teachers/json_line.hpp"

namespace remap {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_suggested = 1000;

std::string json_string(const std::string& name) {
  try {
    return Json(name).dump();
  } catch (const Json::exception&) {
    throw InputError(fmt::format("the name '{}' is not UTF-8 and cannot be told to a teacher", shown(name)));
  }
}

std::string json_list(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) {
    if (text.size() > 1) text += ',';
    text += json_string(name);
  }
  text += ']';
  return text;
}

[[noreturn]] void fail(const std::string& what, std::string_view line) {
  throw TeacherFailure(fmt::format("{}: {}", what, shown(line)));
}

Json parse(std::string_view line, const char* expected) {
  std::optional<Json> parsed = parse_json_line(line);
  if (!parsed) fail(fmt::format("the teacher wrote lists or objects more than {} deep", deepest_json), line);
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

ProcessTeacher::ProcessTeacher(ProcessTeacherOptions options, Alphabet alphabet, std::optional<Outputs> outputs)
    : options_(std::move(options)), alphabet_(std::move(alphabet)), outputs_(std::move(outputs)) {
  for (const std::string& name : alphabet_.names()) letters_.push_back(json_string(name));
  std::string greeting = fmt::format("{{\"remap\":1,\"letters\":{},\"outputs\":{}", json_list(alphabet_.names()),
                                     outputs_ ? json_list(outputs_->names()) : "[]");
  if (alphabet_.propositional()) greeting += fmt::format(",\"propositions\":{}", json_list(alphabet_.propositions()));
  channel_ = std::make_unique<Channel>(options_);
  channel_->send(greeting + "}");
  const std::string_view line = channel_->receive();
  const Json value = parse(line, "{\"ready\":true,\"equivalence\":true}");
  if (!value.contains("ready") || value["ready"] != true) fail("the teacher is not ready", line);
  if (!value.contains("equivalence") || !value["equivalence"].is_boolean()) {
    fail("the teacher does not say whether it answers equivalence questions (\"equivalence\": true or false)", line);
  }
  judges_ = value["equivalence"].get<bool>();
  if (value.contains("errs")) {
    if (!value["errs"].is_boolean()) fail("the teacher says whether it errs, but not by true or false", line);
    errs_ = value["errs"].get<bool>();
  }
}

ProcessTeacher::~ProcessTeacher() = default;

void ProcessTeacher::append_word(std::string& text, std::span<const Letter> word) const {
  text += '[';
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i > 0) text += ',';
    text += letters_[index(word[i])];
  }
  text += ']';
}

void ProcessTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  compare(comparisons, answers, [](std::span<const std::size_t>) {});
}

void ProcessTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) {
  if (comparisons.empty()) return;
  const std::uint64_t first = next_id_;
  next_id_ += comparisons.size();
  buffer_ = "{\"compare\":[";
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    buffer_ += i > 0 ? ",{\"id\":" : "{\"id\":";
    buffer_ += fmt::format_int(first + i).c_str();
    buffer_ += ",\"a\":";
    comparisons.words().spell(comparisons[i].left, word_);
    append_word(buffer_, word_);
    buffer_ += ",\"b\":";
    comparisons.words().spell(comparisons[i].right, word_);
    append_word(buffer_, word_);
    buffer_ += '}';
  }
  buffer_ += "]}";
  channel_->send(buffer_);
  answered_.assign(comparisons.size(), false);
  for (std::size_t open = comparisons.size(); open > 0; open -= arrived_.size()) {
    read_answers(channel_->receive(), first, answers);
    if (arrived_.empty()) continue;
    arrived(arrived_);
    channel_->got_on();
  }
}

void ProcessTeacher::read_answers(std::string_view line, std::uint64_t first, std::span<Preference> answers) {
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
    if (id < first || id - first >= answers.size()) {
      fail(id < first && id > 0 ? fmt::format("the teacher answered comparison {} a second time", id)
                                : fmt::format("the teacher answered comparison {}, which was not asked", id),
           line);
    }
    if (answered_[id - first]) fail(fmt::format("the teacher answered comparison {} twice", id), line);
    answered_[id - first] = true;
    answers[id - first] = preference(each["answer"], line);
    arrived_.push_back(id - first);
  }
  std::sort(arrived_.begin(), arrived_.end());
}

EquivalenceAnswer ProcessTeacher::equivalence(const EquivalenceQuestion& question) {
  if (question.by_order) throw Misuse("ProcessTeacher::equivalence", "the protocol has no question about order alone");
  const std::uint64_t id = next_id_++;
  buffer_ = fmt::format("{{\"equivalence\":{{\"id\":{},\"machine\":{},\"words\":[", id,
                        options_.machine_text(question.machine));
  const std::vector<Word> suggested = checklist(question.machine, most_suggested);
  for (std::size_t i = 0; i < suggested.size(); ++i) {
    if (i > 0) buffer_ += ',';
    append_word(buffer_, suggested[i]);
  }
  buffer_ += "]}}";
  channel_->send(buffer_);
  const std::string_view line = channel_->receive();
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
    word.push_back(name.is_string() ? alphabet_.find(name.get_ref<const std::string&>()) : no_letter);
    if (word.back() == no_letter) fail(fmt::format("{} is not a letter", shown(name.dump())), line);
  }
  const auto add_output = [&](const Json& name) {
    const std::string text = name.is_string() ? name.get<std::string>() : name.dump();
    answer.feedback.outputs.push_back(outputs_->find(text));
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
  if (answer.feedback.kind == Feedback::Kind::value && answer.feedback.outputs.size() != 1) {
    fail("the teacher gives a counterexample with more or less than one output", line);
  }
  const Output said = question.machine.output_after(word);
  const auto& told = answer.feedback.outputs;
  const bool names_it = std::find(told.begin(), told.end(), said) != told.end();
  if ((answer.feedback.kind == Feedback::Kind::value || answer.feedback.kind == Feedback::Kind::among) && names_it) {
    fail(
        fmt::format("this is no counterexample, the machine gives the word the output {} itself", outputs_->name(said)),
        line);
  }
  if (answer.feedback.kind == Feedback::Kind::not_value && !names_it) {
    fail(fmt::format("this is no counterexample, the machine gives the word the output {}", outputs_->name(said)),
         line);
  }
  answer.counterexample = std::move(word);
  return answer;
}

void ProcessTeacher::done(const MooreMachine& machine) {
  channel_->send(fmt::format("{{\"done\":{{\"machine\":{}}}}}", options_.machine_text(machine)));
}

}  // namespace remap
