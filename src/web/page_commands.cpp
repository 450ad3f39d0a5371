// What people do on a page: commands are checked, stored, and only then count.
#include <fmt/format.h>

#include <algorithm>

#include "formats/log/session_log.hpp"
#include "logic/letters/shown.hpp"
#include "teachers/person/person.hpp"
#include "web/page_json.hpp"
#include "web/page_session.hpp"

namespace remap::web {

namespace {

/// The command came too late, or from another window.
struct Overtaken : Error {
  using Error::Error;
};

constexpr const char* answered_already = "that question was already answered in another window";
constexpr const char* asked_no_more = "that question is no longer asked, and this answer to it was not stored";

std::string text_in(const Json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : "";
}

void expect(bool fits) {
  if (!fits) throw InputError("this does not answer the current question");
}

QuestionName name_in(const Json& body) {
  const auto name = parse_question_name(text_in(body, "name"));
  if (!name) throw Overtaken(asked_no_more);
  return *name;
}

}  // namespace

PageSession::Reply PageSession::act(const std::string& who, const std::string& action, const Json& body) {
  Lock lock(mutex_);
  if (!rested(lock)) return {503, {{"error", "Not saved: the server is still busy with earlier answers"}}};
  int status = 200;
  std::string error;
  try {
    run_.answered_by(who);
    carry_out(lock, who, action, body);
  } catch (const NotStored& reason) {
    return {503, {{"error", fmt::format("Not saved: {}", reason.cause())}}};
  } catch (const Overtaken& reason) {
    status = 409;
    error = reason.what();
  } catch (const InputError& reason) {
    status = 400;
    error = reason.what();
  }
  if (resting_) surroundings_[who] = surroundings(who);
  Reply reply = state_for(who, lock);
  if (reply.status == 503) reply.body = {{"kind", "working"}};  // of the next question
  if (!error.empty()) reply.body["error"] = safe(error);
  reply.status = status;
  return reply;
}

void PageSession::carry_out(Lock& lock, const std::string& who, const std::string& action, const Json& body) {
  if (action == "answer") return answer(who, body);
  if (action == "accept" || action == "reject") return judge(who, action, body);
  if (action == "undo") return undo(who, body);
  if (action == "change") return change(who, body);
  if (action == "levels") return set_levels(lock, body);
  if (action != "retry") throw InputError(fmt::format("'{}' is unknown", shortened(safe(action), 40)));
  if (failure_.empty()) throw Overtaken("this session goes on already");
  begin_again();
}

void PageSession::answer(const std::string& who, const Json& body) {
  static constexpr std::pair<const char*, Preference> sides[] = {{"left", Preference::greater},
                                                                 {"right", Preference::less},
                                                                 {"equal", Preference::equal},
                                                                 {"unsure", Preference::unsure}};
  const QuestionName name = name_in(body);
  const std::string said = text_in(body, "answer");
  const auto* const found = std::ranges::find(sides, said, [](const auto& side) { return side.first; });
  expect(found != std::end(sides));
  // Of the smaller word.
  const Preference preference = swaps(who, name) ? swapped(found->second) : found->second;
  const LeaseBoard::Match match = board_.match(who, name);
  if (match.kind == LeaseBoard::Match::Kind::answered || match.kind == LeaseBoard::Match::Kind::unknown) {
    const AnswerId id = given_answer(who, name);
    if (id == no_answer) throw Overtaken(asked_no_more);
    const BookEntry& entry = run_.book().at(id);
    const bool turned = run_.book().words().spell(entry.right) < run_.book().words().spell(entry.left);
    if (entry.answer != (turned ? swapped(preference) : preference)) throw Overtaken(answered_already);
    return;  // sent twice, since the first reply was lost
  }
  expect(!match.question.check);
  run_.shown_at(match.since);
  if (match.kind == LeaseBoard::Match::Kind::settles) {
    const bool turned = match.question.second < match.question.first;
    settle_(match.position, turned ? swapped(preference) : preference);
  } else {
    const auto& [low, high] = std::minmax(match.question.first, match.question.second);
    run_.take(low, high, preference);
  }
  board_.answer(who, name, match);
  changed_.notify_all();
}

void PageSession::judge(const std::string& who, const std::string& action, const Json& body) {
  const QuestionName name = name_in(body);
  const LeaseBoard::Match match = board_.match(who, name);
  if (match.kind != LeaseBoard::Match::Kind::settles) {
    const AnswerId id = given_verdict(who, name);
    if (id == no_answer) throw Overtaken("another person has checked this machine");
    const AnswerBook& book = run_.book();
    const bool accepted = book.at(id).kind == BookEntry::Kind::acceptance;
    const bool same = action == "accept" ? accepted
                                         : !accepted && body.contains("word") &&
                                               body["word"] == word_json(book.words().spell(book.at(id).left));
    if (!same) throw Overtaken(answered_already);
    return;
  }
  expect(match.question.check);
  const EquivalenceAnswer verdict =
      action == "accept" ? EquivalenceAnswer{} : parse_rejection(check_, body, run_.head());
  run_.shown_at(match.since);
  conclude_(verdict);
  board_.answer(who, name, match);
  changed_.notify_all();
}

AnswerId PageSession::given_answer(const std::string& who, const QuestionName& name) const {
  const AnswerBook& book = run_.book();
  for (std::size_t i = book.size(); i > 0; --i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book.at(id);
    if (entry.kind != BookEntry::Kind::comparison || !is_of(id, who)) continue;
    if (subject_of(book.words().spell(entry.left), book.words().spell(entry.right)) != name.subject) continue;
    std::size_t turn = 0;
    for (AnswerId earlier = entry.earlier; earlier != no_answer; earlier = book.at(earlier).earlier) ++turn;
    return turn >= name.turn ? id : no_answer;
  }
  return no_answer;
}

AnswerId PageSession::given_verdict(const std::string& who, const QuestionName& name) const {
  std::size_t turn = 0;
  for (std::size_t i = 1; i <= run_.book().size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    if (run_.book().at(id).is_verdict() && turn++ == name.turn) return is_of(id, who) ? id : no_answer;
  }
  return no_answer;
}

AnswerId PageSession::named_answer(const std::string& who, const Json& body) const {
  expect(body.contains("id") && body["id"].is_number_unsigned() && body["id"] >= 1 && body["id"] <= run_.book().size());
  const auto id = make_id<AnswerId>(body["id"].get<std::size_t>());
  expect(is_of(id, who));
  return id;
}

void PageSession::undo(const std::string& who, const Json& body) {
  const AnswerId id = body.contains("id") ? named_answer(who, body)
                                          : last_answer(run_.book(), [&](AnswerId each) { return is_of(each, who); });
  if (id == no_answer) throw InputError("there is nothing to undo");
  if (!run_.book().at(id).valid) return;  // sent twice
  run_.retract(id);
  begin_again();
}

void PageSession::change(const std::string& who, const Json& body) {
  const AnswerId id = named_answer(who, body);
  const std::string text = text_in(body, "answer");
  const std::optional<Preference> answer = parse_answer(text);
  expect(answer.has_value() == !text.empty());
  if (!answer) return undo(who, {{"id", body["id"]}});
  const BookEntry& entry = run_.book().at(id);
  run_.book().check_change(id);
  expect(entry.valid);
  if (entry.changed_at != no_answer && entry.answer == *answer) return;  // sent twice
  run_.change(id, *answer);
  begin_again();
}

void PageSession::set_levels(Lock& lock, const Json& body) {
  expect(body.contains("outputs") && (body["outputs"].is_array() || body["outputs"].is_null()));
  if (trouble_.is_null() || trouble_["kind"] != "levels") {
    expect(body["outputs"] == (run_.head().outputs ? Json(run_.head().outputs->names()) : Json(nullptr)));
    return;  // sent twice
  }
  std::optional<Outputs> outputs;
  if (body["outputs"].is_array()) {
    std::vector<std::string> names;
    for (const Json& name : body["outputs"]) {
      expect(name.is_string());
      names.push_back(name.get<std::string>());
    }
    outputs = with_more_levels(*run_.head().outputs, names);
  }
  bool done = false;
  before_ = [this, outputs, &done] {  // on the run's thread, which must have let go of the answers
    done = true;
    run_.set_outputs(outputs);
  };
  begin_again();
  changed_.wait(lock, [&] { return ending_ || done; });
  if (not_done_) std::rethrow_exception(std::exchange(not_done_, nullptr));
}

}  // namespace remap::web
