#include "web/page_json.hpp"

#include <algorithm>
#include <map>

#include "formats/log/session_log.hpp"
#include "logic/letters/shown.hpp"
#include "runs/method/person_settings.hpp"
#include "teachers/checklist.hpp"

namespace remap::web {

namespace {

constexpr std::size_t most_predictions = 400;

/// Words that comparisons speak of, united where they are equal, and which lies below which.
class BookOrder {
 public:
  explicit BookOrder(const AnswerBook& book) : book_(book) {
    for (std::size_t i = 1; i <= book.size(); ++i) add(book.at(make_id<AnswerId>(i)));
  }

  /// Per level, lowest first, its words; empty when the answers go round in a circle.
  [[nodiscard]] std::vector<std::vector<WordId>> levels() {
    std::map<WordId, std::vector<WordId>> above;  // by leaders
    std::map<WordId, std::size_t> below, level;
    for (const auto& [word, leader] : leader_) below.try_emplace(find(word), 0);
    for (const auto& [low, high] : less_) {
      above[find(low)].push_back(find(high));
      ++below[find(high)];
    }
    std::vector<WordId> free;
    for (const auto& [word, count] : below) {
      if (count == 0) free.push_back(word);
    }
    std::size_t seen = 0, highest = 0;
    for (; seen < free.size(); ++seen) {
      const WordId word = free[seen];
      highest = std::max(highest, level[word]);
      for (const WordId other : above[word]) {
        level[other] = std::max(level[other], level[word] + 1);
        if (--below[other] == 0) free.push_back(other);
      }
    }
    if (seen < below.size() || seen == 0) return {};
    std::vector<std::vector<WordId>> result(highest + 1);
    for (const auto& [word, leader] : leader_) result[level[find(word)]].push_back(word);
    return result;
  }

 private:
  WordId find(WordId word) {
    WordId leader = leader_.try_emplace(word, word).first->second;
    if (leader != word) leader_[word] = leader = find(leader);
    return leader;
  }

  void add(const BookEntry& entry) {
    if (entry.kind != BookEntry::Kind::comparison || !entry.valid) return;
    const auto said = book_.compare(entry.left, entry.right);
    if (!said || *said == Preference::unsure) return;
    const WordId left = find(entry.left), right = find(entry.right);
    if (*said == Preference::equal) leader_[left] = right;
    if (*said == Preference::less) less_.emplace_back(entry.left, entry.right);
    if (*said == Preference::greater) less_.emplace_back(entry.right, entry.left);
  }

  const AnswerBook& book_;
  std::map<WordId, WordId> leader_;
  std::vector<std::pair<WordId, WordId>> less_;
};

}  // namespace

Json word_json(const Word& word) {
  Json letters = Json::array();
  for (const Letter letter : word) letters.push_back(index(letter));
  return letters;
}

Word parse_word_json(const Json& letters, const Alphabet& alphabet) {
  if (!letters.is_array() || letters.size() > 10'000) throw InputError("a sequence must be a list of letter numbers");
  Word word;
  for (const Json& letter : letters) {
    if (!letter.is_number_unsigned() || letter.get<std::uint64_t>() >= alphabet.size()) {
      throw InputError("a sequence must be a list of letter numbers");
    }
    word.push_back(make_id<Letter>(letter.get<std::size_t>()));
  }
  return word;
}

Json task_json(const SessionHead& head, const Wording& wording) {
  const PersonSettings person = read_person(head);
  Json letters = Json::array(), values = nullptr;
  for (std::size_t i = 0; i < head.alphabet.size(); ++i) letters.push_back(wording.letter(make_id<Letter>(i)));
  if (head.outputs) {
    values = Json::array();
    for (std::size_t i = 0; i < head.outputs->size(); ++i) values.push_back(wording.output(make_id<Output>(i)));
  }
  return {{"letters", letters},
          {"values", values},
          {"longest", person.longest},
          {"story", safe_lines(person.story)},
          {"world", person.world.empty() ? Json(nullptr) : Json(person.world)},
          {"sets", head.alphabet.propositional()}};
}

Json answer_json(const DurableRun& run, AnswerId id) {
  const AnswerBook& book = run.book();
  const BookEntry& entry = book.at(id);
  const auto word = [&](WordId each) { return word_json(book.words().spell(each)); };
  Json json = {{"id", index(id)}, {"origin", run.answer_origin(id)}};
  switch (entry.kind) {
    case BookEntry::Kind::comparison:
      json["kind"] = "comparison";
      json["a"] = word(entry.left);
      json["b"] = word(entry.right);
      json["answer"] = answer_name(entry.answer);
      json["again"] = entry.purpose != Purpose::question;
      break;
    case BookEntry::Kind::value:
      json["kind"] = "value";
      json["a"] = word(entry.left);
      json["values"] = Json::array({index(entry.value)});
      break;
    case BookEntry::Kind::limits:
      json["kind"] = "value";
      json["a"] = word(entry.left);
      json["values"] = Json::array();
      for (const Output output : book.allowed(id).members()) json["values"].push_back(index(output));
      break;
    case BookEntry::Kind::difference:
      json["kind"] = "difference";
      json["a"] = word(entry.left);
      json["b"] = word(entry.right);
      break;
    case BookEntry::Kind::acceptance:
      json["kind"] = "accepted";
      json["states"] = book.accepted(id).size();
      break;
  }
  return json;
}

Json order_json(const AnswerBook& book) {
  Json json = Json::array();
  for (const std::vector<WordId>& words : BookOrder(book).levels()) {
    Word shortest = book.words().spell(words.front());
    for (const WordId word : words) {
      if (Word other = book.words().spell(word); other.size() < shortest.size()) shortest = std::move(other);
    }
    json.push_back({{"example", word_json(shortest)}, {"words", words.size()}});
  }
  return json;
}

Json check_json(const EquivalenceQuestion& question, std::size_t longest) {
  const TransitionWords words(question.machine, TransitionWords::shown_longer, question.number);
  Json predictions = Json::array();
  for (std::size_t i = 0; i < words.size() && predictions.size() < most_predictions; ++i) {
    const Word word = words.word(i);
    if (word.size() > longest) continue;
    const Output value = question.machine.output_after(word);
    Json line = {{"word", word_json(word)}, {"value", index(value)}};
    if (question.by_order) line["same_as"] = word_json(question.representative_of(value));
    predictions.push_back(std::move(line));
  }
  return {{"number", question.number},
          {"by_order", question.by_order},
          {"predictions", predictions},
          {"machine", machine_json(question.machine)}};
}

namespace {

Json value_after(const Json& machine, const Word& word) {
  const bool mealy = machine.contains("value");
  std::size_t state = machine["initial"];
  Json value = mealy ? machine["value"] : machine["states"][state]["value"];
  for (const Letter letter : word) {
    const Json& from = machine["states"][state];
    state = from["next"][index(letter)];
    value = mealy ? from["values"][index(letter)] : machine["states"][state]["value"];
  }
  return value;
}

}  // namespace

EquivalenceAnswer parse_rejection(const Json& check, const Json& body, const SessionHead& head) {
  const Word word = parse_word_json(body.contains("word") ? body["word"] : Json(), head.alphabet);
  if (check["by_order"].get<bool>()) return EquivalenceAnswer::wrong(word);
  if (!body.contains("value") || !body["value"].is_number_unsigned() || body["value"] >= head.outputs->size()) {
    throw InputError("the value must be the number of an output");
  }
  const auto value = body["value"].get<std::size_t>();
  if (value_after(check["machine"], word) == value) throw InputError("the machine already says so");
  return EquivalenceAnswer::wrong(word, make_id<Output>(value));
}

namespace {

Json moore_json(const MooreMachine& machine) {
  Json states = Json::array();
  for (std::size_t q = 0; q < machine.size(); ++q) {
    Json next = Json::array();
    for (const State to : machine.row(make_id<State>(q))) next.push_back(index(to));
    states.push_back({{"value", index(machine.output(make_id<State>(q)))}, {"next", next}});
  }
  return {{"initial", index(machine.initial())}, {"states", states}};
}

// After the end nothing changes, and everything has the lowest value.
MealyMachine::Step step_or_end(const MealyMachine& machine, State state, std::size_t letter) {
  if (machine.terminal(state)) return {state, Output{0}};
  return machine.step(state, make_id<Letter>(letter));
}

Json mealy_json(const MealyMachine& machine, Output of_empty_word) {
  Json states = Json::array();
  for (std::size_t q = 0; q < machine.size(); ++q) {
    Json next = Json::array(), values = Json::array();
    for (std::size_t i = 0; i < machine.alphabet().size(); ++i) {
      const MealyMachine::Step step = step_or_end(machine, make_id<State>(q), i);
      next.push_back(index(step.to));
      values.push_back(index(step.output));
    }
    states.push_back({{"next", next}, {"values", values}});
  }
  return {{"initial", index(machine.initial())}, {"value", index(of_empty_word)}, {"states", states}};
}

}  // namespace

Json machine_json(const Hypothesis& machine) {
  if (machine.mealy() == nullptr) return moore_json(machine.moore());
  return mealy_json(*machine.mealy(), machine.output_after({}));
}

Json result_json(const RunResult& result) {
  Json json = {{"machine", machine_json(result.machine)},
               {"values", result.machine.outputs().names()},
               {"comparisons", result.counts.comparisons},
               {"checks", result.counts.equivalence_questions}};
  if (result.erring) {
    json["confidence"] = result.erring->confidence;
    json["error_rate"] = result.erring->errors.overall;
    json["doubtful"] = Json::array();
    for (const DoubtfulAnswer& each : result.erring->doubtful) json["doubtful"].push_back(each.number);
  }
  return json;
}

Hypothesis named_machine(const Hypothesis& machine, const Wording& wording) {
  std::vector<std::string> letters, values;
  for (std::size_t i = 0; i < machine.alphabet().size(); ++i) letters.push_back(wording.letter(make_id<Letter>(i)));
  const bool named = wording.outputs() && *wording.outputs() == machine.outputs();
  for (std::size_t i = 0; named && i < machine.outputs().size(); ++i) {
    values.push_back(wording.output(make_id<Output>(i)));
  }
  Alphabet alphabet = Alphabet::plain(letters);
  const Outputs outputs = named ? Outputs(std::move(values)) : machine.outputs();
  if (const MealyMachine* mealy = machine.mealy()) {
    std::vector<bool> terminal;
    std::vector<MealyMachine::Step> steps;
    for (std::size_t q = 0; q < mealy->size(); ++q) {
      const State state = make_id<State>(q);
      terminal.push_back(mealy->terminal(state));
      for (std::size_t i = 0; i < letters.size(); ++i) steps.push_back(mealy->step(state, make_id<Letter>(i)));
    }
    return {MealyMachine(std::move(alphabet), outputs, mealy->initial(), std::move(terminal), std::move(steps)),
            machine.output_after({})};
  }
  const MooreMachine& moore = machine.moore();
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < moore.size(); ++q) {
    output_of.push_back(moore.output(make_id<State>(q)));
    const auto row = moore.row(make_id<State>(q));
    next.insert(next.end(), row.begin(), row.end());
  }
  return MooreMachine(std::move(alphabet), outputs, moore.initial(), std::move(output_of), std::move(next));
}

}  // namespace remap::web
