// The teacher's side of docs/protocol.md. Questions are put together by hand, answers read by nlohmann's parser; one
// line goes out per batch, and its answers may come back in any order and over several lines.
#include "remap/teachers/process.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "learning/words/word_tree.hpp"
#include "teachers/checklist.hpp"
#include "teachers/process/process_channel.hpp"
#include "teachers/process/protocol_lines.hpp"

namespace remap {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_suggested = 1000;
constexpr std::size_t most_values = 4096;  // asked for together

std::string json_string(const std::string& name) {
  try {
    return Json(name).dump();
  } catch (const Json::exception&) {
    throw InputError(fmt::format("the name '{}' is not UTF-8 and cannot be sent to a teacher", shown(name)));
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

}  // namespace

ProcessTeacher::ProcessTeacher(ProcessTeacherOptions options, Alphabet alphabet, std::optional<Outputs> outputs)
    : options_(std::move(options)), alphabet_(std::move(alphabet)), outputs_(std::move(outputs)) {
  std::string greeting = fmt::format("{{\"remap\":1,\"letters\":{},\"outputs\":{}",
                                     alphabet_.listed() ? json_list(alphabet_.names()) : std::string("null"),
                                     outputs_ ? json_list(outputs_->names()) : "[]");
  if (alphabet_.propositional()) greeting += fmt::format(",\"propositions\":{}", json_list(alphabet_.propositions()));
  channel_ = std::make_unique<Channel>(options_);
  channel_->send(greeting + "}");
  const Greeting answer = read_greeting(channel_->receive());
  judges_ = answer.judges;
  errs_ = answer.errs;
  batch_ = answer.batch;
  gives_values_ = answer.values;
  gives_prefixes_ = answer.prefixes;
}

ProcessTeacher::~ProcessTeacher() = default;

const std::string& ProcessTeacher::letter_text(Letter letter) const {
  if (index(letter) >= letters_.size()) letters_.resize(index(letter) + 1);
  std::string& text = letters_[index(letter)];
  if (text.empty()) text = json_string(alphabet_.name(letter));
  return text;
}

void ProcessTeacher::append_word(std::string& text, std::span<const Letter> word) const {
  text += '[';
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i > 0) text += ',';
    text += letter_text(word[i]);
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
  BatchReader reader(first, answers);
  for (std::size_t open = comparisons.size(); open > 0;) {
    const std::span<const std::size_t> come = reader.read(channel_->receive());
    if (come.empty()) continue;
    arrived(come);
    channel_->got_on();
    open -= come.size();
  }
}

void ProcessTeacher::values(const AskedWords& asked, std::span<Output> answers) {
  if (!outputs_) throw Misuse("ProcessTeacher::values", "the outputs are not known");
  for (std::size_t begin = 0; begin < asked.size();) {
    const std::size_t count = std::min(most_values, asked.size() - begin);
    const AskedWords now(asked.words(), asked.ids().subspan(begin, count), asked.with_prefixes());
    const std::uint64_t first = next_id_;
    next_id_ += count;
    ValueReader reader(first, *outputs_, answers.first(now.values()));
    buffer_ = "{\"values\":[";
    for (std::size_t i = 0; i < count; ++i) {
      buffer_ += i > 0 ? ",{\"id\":" : "{\"id\":";
      buffer_ += fmt::format_int(first + i).c_str();
      buffer_ += ",\"word\":";
      asked.words().spell(now[i], word_);
      append_word(buffer_, word_);
      if (asked.with_prefixes()) buffer_ += ",\"prefixes\":true";
      buffer_ += '}';
      reader.expect(asked.with_prefixes() ? word_.size() + 1 : 0);
    }
    buffer_ += "]}";
    channel_->send(buffer_);
    for (std::size_t open = count; open > 0;) {
      const std::size_t come = reader.read(channel_->receive());
      if (come > 0) channel_->got_on();
      open -= come;
    }
    answers = answers.subspan(now.values());
    begin += count;
  }
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
  return read_verdict(channel_->receive(), id, question.machine, errs_);
}

void ProcessTeacher::done(const Hypothesis& machine) {
  channel_->send(fmt::format("{{\"done\":{{\"machine\":{}}}}}", options_.machine_text(machine)));
}

}  // namespace remap
