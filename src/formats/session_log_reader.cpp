#include "session_log_reader.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "formats/json.hpp"
#include "teachers/json_line.hpp"

namespace remap {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

std::string shortened(std::string_view line) {
  constexpr std::size_t shown = 80;
  return line.size() <= shown ? std::string(line) : std::string(line.substr(0, shown)) + "…";
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  LoggedSession read(std::string_view text) {
    const std::size_t whole = text.rfind('\n') == std::string_view::npos ? 0 : text.rfind('\n') + 1;
    const std::size_t torn = text.size() - whole;
    text = text.substr(0, whole);
    if (text.empty()) throw InputError(fmt::format("{}: this is not a session log: its first line is missing; remove it and begin anew", file_));
    LoggedSession session{read_head(next_line(text)), AnswerBook(0), torn};
    alphabet_ = &session.head.alphabet;
    outputs_ = session.head.outputs ? &*session.head.outputs : nullptr;
    AnswerBook book(outputs_ != nullptr ? outputs_->size() : 0);
    while (!text.empty()) read_record(next_line(text), book);
    session.book = std::move(book);
    return session;
  }

 private:
  std::string_view next_line(std::string_view& text) {
    ++line_;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
  }

  [[noreturn]] void fail(std::string_view line, const std::string& what) const {
    throw ParseError(fmt::format("{}: {}", what, shortened(line)), {line_, 1}, file_);
  }

  Json parse(std::string_view line) const {
    if (line.size() > longest_log_line) fail(line, fmt::format("a line of more than {} MiB", longest_log_line >> 20));
    if (json_depth(line) > deepest_json) {
      fail(line, fmt::format("lists or objects lie more than {} deep", deepest_json));
    }
    Json value = parse_json_line(line);
    if (!value.is_object()) fail(line, "expected a JSON object");
    return value;
  }

  static Alphabet read_alphabet(const Json& head) {
    if (!head.contains("propositions")) return Alphabet::plain(head.at("letters").get<std::vector<std::string>>());
    return Alphabet::of_sets(head.at("propositions").get<std::vector<std::string>>(),
                             head.at("sets").get<std::vector<PropositionSet>>());
  }

  SessionHead read_head(std::string_view line) const {
    const Json value = parse(line);
    if (!value.contains("remap_session") || !value["remap_session"].is_number_integer()) {
      fail(line, "this is not a session log: its first line has no \"remap_session\"");
    }
    if (value["remap_session"] != format_version) {
      throw InputError(
          fmt::format("{}: this log has format {}, but this program ({}) knows only format {}; use a later one", file_,
                      value["remap_session"].dump(), REMAP_VERSION, format_version));
    }
    try {
      SessionHead head{value.at("version").get<std::string>(), read_alphabet(value)};
      if (!value.at("outputs").is_null()) {
        head.outputs = Outputs(value.at("outputs").get<std::vector<std::string>>());
      }
      for (const auto& [name, text] : value.at("settings").items()) head.settings.emplace_back(name, text);
      for (const auto& [name, text] : value.at("teacher").items()) head.teacher.emplace_back(name, text);
      return head;
    } catch (const Json::exception& error) {
      fail(line, fmt::format("the first line of this log is not complete ({})", error.what()));
    } catch (const InputError& error) {
      fail(line, error.what());
    }
  }

  WordId word(std::string_view line, const Json& letters, AnswerBook& book) const {
    if (!letters.is_array()) fail(line, "expected a list of letters");
    Word result;
    for (const Json& name : letters) {
      const Letter letter = name.is_string() ? alphabet_->find(name.get_ref<const std::string&>()) : no_letter;
      if (letter == no_letter) fail(line, fmt::format("{} is not a letter of this session", name.dump()));
      result.push_back(letter);
    }
    return book.words().insert(result);
  }

  Output output(std::string_view line, const Json& name) const {
    const Output found = name.is_string() && outputs_ != nullptr ? outputs_->find(name.get<std::string>()) : no_output;
    if (found == no_output) fail(line, fmt::format("{} is not an output of this session", name.dump()));
    return found;
  }

  Preference preference(std::string_view line, const Json& name) const {
    const auto answer = name.is_string() ? parse_answer(name.get_ref<const std::string&>()) : std::nullopt;
    if (!answer) fail(line, "expected the answer \"a\", \"b\", \"equal\" or \"unsure\"");
    return *answer;
  }

  void read_record(std::string_view line, AnswerBook& book) const {
    const Json value = parse(line);
    if (value.contains("retract")) {
      try {
        const Json& number = value["retract"];
        if (!number.is_number_unsigned() || number.get<std::uint64_t>() > book.size()) {
          fail(line, fmt::format("there is no answer {}, expected a number from 1 to {}", number.dump(), book.size()));
        }
        const auto id = make_id<AnswerId>(number.get<std::uint64_t>());
        if (value.contains("answer")) {
          book.change(id, preference(line, value["answer"]));
        } else {
          book.retract(id);
        }
      } catch (const ParseError&) {
        throw;
      } catch (const std::exception& error) {
        fail(line, error.what());
      }
      return;
    }
    if (!value.contains("id") || value["id"] != book.size() + 1) {
      fail(line, fmt::format("expected answer {}", book.size() + 1));
    }
    if (value.contains("a") && value.contains("b") && value.contains("answer")) {
      Purpose purpose = Purpose::question;
      if (value.contains("again")) {
        const Json& again = value["again"];
        if (again != "confirmation" && again != "recheck") fail(line, "\"again\" is unknown");
        purpose = again == "recheck" ? Purpose::recheck : Purpose::confirmation;
      }
      const WordId left = word(line, value["a"], book);
      book.add_comparison(left, word(line, value["b"], book), preference(line, value["answer"]), purpose);
    } else if (value.contains("word") && value.contains("output")) {
      book.add_value(word(line, value["word"], book), output(line, value["output"]));
    } else if (value.contains("counterexample") && value.contains("among") && value["among"].is_array()) {
      std::vector<Output> allowed;
      for (const Json& name : value["among"]) allowed.push_back(output(line, name));
      book.add_limits(word(line, value["counterexample"], book), OutputSet::only(book.outputs(), allowed));
    } else if (value.contains("counterexample") && value.contains("differs_from")) {
      const WordId left = word(line, value["counterexample"], book);
      book.add_difference(left, word(line, value["differs_from"], book));
    } else if (value.contains("accept") && value.contains("machine")) {
      try {
        book.add_acceptance(as_moore(read_json(value["machine"].dump())));
      } catch (const InputError& error) {
        fail(line, error.what());
      }
    } else {
      fail(line, "this kind of record is unknown; a later version may know it");
    }
  }

  const std::string& file_;
  std::size_t line_ = 0;
  const Alphabet* alphabet_ = nullptr;
  const Outputs* outputs_ = nullptr;
};

Json object(const Settings& settings) {
  Json result = Json::object();
  for (const auto& [name, value] : settings) result[name] = value;
  return result;
}

}  // namespace

LoggedSession parse_session(std::string_view text, const std::string& file) { return Reader(file).read(text); }

std::string head_line(const SessionHead& head) {
  Json value;
  value["remap_session"] = format_version;
  value["version"] = head.version;
  if (head.alphabet.propositional()) {
    value["propositions"] = head.alphabet.propositions();
    value["sets"] = head.alphabet.sets();
  } else {
    value["letters"] = head.alphabet.names();
  }
  value["outputs"] = head.outputs ? Json(head.outputs->names()) : Json(nullptr);
  value["settings"] = object(head.settings);
  value["teacher"] = object(head.teacher);
  try {
    return value.dump() + '\n';
  } catch (const Json::exception&) {
    throw InputError("a name or option is not UTF-8 and cannot be written to a session log");
  }
}

std::string json_string(const std::string& name) {
  try {
    return Json(name).dump();
  } catch (const Json::exception&) {
    throw InputError(fmt::format("the name '{}' is not UTF-8 and cannot be written as JSON", name));
  }
}

std::string_view answer_name(Preference answer) {
  switch (answer) {
    case Preference::greater:
      return "a";
    case Preference::less:
      return "b";
    case Preference::equal:
      return "equal";
    case Preference::unsure:
      break;
  }
  return "unsure";
}

std::optional<Preference> parse_answer(std::string_view text) {
  for (const auto answer : {Preference::greater, Preference::less, Preference::equal, Preference::unsure}) {
    if (answer_name(answer) == text) return answer;
  }
  return std::nullopt;
}

}  // namespace remap
