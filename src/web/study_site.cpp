#include "web/study_site.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/log/session_log_file.hpp"
#include "formats/machines/json.hpp"
#include "logic/letters/shown.hpp"
#include "study/export.hpp"
#include "study/sha256.hpp"
#include "study/summary.hpp"
#include "web/page_json.hpp"

namespace remap::web {

namespace {

constexpr std::size_t most_added = 1000;  // participants at once

DurableRun run_at(const std::filesystem::path& log, const SessionHead& head) {
  return std::filesystem::exists(log) ? DurableRun::open(log) : DurableRun::create(log, head);
}

}  // namespace

StudySite::StudySite(StudyDescription study, Access access, std::filesystem::path folder, std::size_t most_open,
                     FailureReport report)
    : Website(std::move(report)),
      study_(std::move(study)),
      access_(std::move(access)),
      folder_(std::move(folder)),
      participants_(study_, random_token),
      most_open_(most_open),
      machine_([this](bool named) { return together_ ? together_->machine(named) : std::nullopt; }) {
  if (study_.mode == StudyMode::together) {
    together_ = std::make_unique<PageSession>(run_at(study_.session(""), study_.session_head("")), options_for(""));
  } else {
    std::filesystem::create_directories(study_.folder / "sessions");
  }
}

PageOptions StudySite::options_for(const std::string& who) const {
  return {study_.mode == StudyMode::together, study_.lease_seconds * 1000,
          [this, who](const std::string& sentence) { report(who, sentence); }};
}

std::string StudySite::link(const std::string& token) const { return fmt::format("{}/{}/", access_.address(), token); }

HttpResponse StudySite::check(const HttpRequest& request) const {
  if (HttpResponse refused = access_.check(request); refused.status != 200) return refused;
  const std::string token(token_in(request.path));
  const std::scoped_lock lock(mutex_);
  if (same_secret(token, participants_.researcher()) || participants_.by_token(token) != nullptr) return {};
  return refusal(403, "this address is incomplete or no longer valid: ask whoever runs the study for your link");
}

HttpResponse StudySite::handle(const HttpRequest& request) {
  const std::string token(token_in(request.path));
  const std::string path = request.path.substr(token.size() + 2);
  if (same_secret(token, participants_.researcher())) {
    return respond("researcher", "", [&] { return for_researcher(request, path); });
  }
  std::optional<Participant> participant;
  {
    const std::scoped_lock lock(mutex_);
    if (const Participant* found = participants_.by_token(token)) participant = *found;
  }
  if (!participant) return refusal(403, "this link is no longer valid");
  return respond(participant->id, "something is wrong with the server; please tell whoever runs the study",
                 [&] { return for_participant(*participant, request, path); });
}

HttpResponse StudySite::for_participant(const Participant& participant, const HttpRequest& request,
                                        const std::string& path) {
  if (request.method != "GET") {
    const Json body = Json::parse(request.body, nullptr, false);
    if (!path.starts_with("api/")) return refusal(404, "there is no such page");
    if (!body.is_object()) return refusal(400, "expected a JSON object");
    const std::string action = path.substr(4);
    if (action == "consent") return shown(participant, consent(participant, body));
    if (participant.consent.empty()) return json_response(consent_state(participant), 409);
    return shown(participant,
                 together_ ? together_->act(participant.id, action, body) : own(participant.id)->act(action, body));
  }
  if (path == "api/state") return shown(participant, state(participant));
  if (path == "api/world") return world_response(study_.head);
  const bool about_session = path == "api/history" || path == "api/picture" || path.starts_with("machine.");
  if (about_session) {
    const bool visible = !together_ && !participant.consent.empty() && (study_.show_machine || path == "api/history");
    return visible ? own(participant.id)->get(path) : refusal(404, "participants of this study do not see the machine");
  }
  return page_file(path.empty() ? "index.html" : path, folder_);
}

Json StudySite::consent_state(const Participant& participant) const {
  return {{"kind", "consent"},
          {"name", "consent"},
          {"consent", {{"text", study_.consent}, {"hash", study_.consent_hash}}},
          {"study", {{"title", safe(study_.title)}, {"participant", participant.id}, {"aside", study_.show_machine}}}};
}

PageSession::Reply StudySite::consent(const Participant& participant, const Json& body) {
  if (!body.contains("hash") || body["hash"] != study_.consent_hash) {
    Json again = consent_state(participant);
    again["error"] = "the text has changed, please read it again";
    return {400, again};
  }
  {
    const std::scoped_lock lock(mutex_);
    const Participant* now = participants_.by_token(participant.token);
    if (now != nullptr && now->consent.empty()) participants_.consent(participant.id, study_.consent_hash);
  }
  Participant agreed = participant;
  agreed.consent = study_.consent_hash;
  return state(agreed);
}

PageSession::Reply StudySite::state(const Participant& participant) {
  if (participant.consent.empty()) return {200, consent_state(participant)};
  return together_ ? together_->state(participant.id) : own(participant.id)->state();
}

HttpResponse StudySite::shown(const Participant& participant, PageSession::Reply reply) {
  if (reply.status >= 500) return json_response(reply);
  note_end(participant, reply.body);
  reply.body["study"] = {
      {"title", safe(study_.title)}, {"participant", participant.id}, {"aside", study_.show_machine}};
  if (!study_.show_machine) reply.body.erase("result");
  return json_response(reply);
}

// Nobody waits for this: if it cannot be stored, it is tried again with the next request.
void StudySite::note_end(const Participant& participant, const Json& state) try {
  const std::string kind = state.value("kind", "");
  Json end = nullptr;
  if (kind == "done" && !together_) {
    const std::optional<Hypothesis> machine = own(participant.id)->session().machine(false);
    if (!machine) return;
    end = {{"states", machine->size()}, {"machine", sha256(write_json(as_learned(*machine))).substr(0, 8)}};
    for (const char* key : {"confidence", "error_rate"}) {
      if (state["result"].contains(key)) end[key] = state["result"][key];
    }
  }
  const std::scoped_lock lock(mutex_);
  const Participant* now = participants_.by_token(participant.token);
  if (now == nullptr) return;
  if (kind == "done" && (now->finished == 0 || now->result != end)) participants_.finish(participant.id, end);
  if ((kind == "comparison" || kind == "check") && now->finished != 0) participants_.reopen(participant.id);
} catch (const NotStored& error) {
  report(participant.id, error.what());
}

std::shared_ptr<SessionPages> StudySite::own(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  if (!sessions_.contains(id)) {
    if (sessions_.size() >= most_open_) close_one();
    sessions_[id].pages =
        std::make_shared<SessionPages>(run_at(study_.session(id), study_.session_head(id)), id, options_for(id));
  }
  Open& open = sessions_.at(id);
  open.used = ++clock_;
  return open.pages;
}

void StudySite::close_one() {
  auto oldest = sessions_.end();
  for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
    if (each->second.pages.use_count() > 1 || !each->second.pages->session().resting()) continue;
    if (oldest == sessions_.end() || each->second.used < oldest->second.used) oldest = each;
  }
  if (oldest != sessions_.end()) sessions_.erase(oldest);
}

HttpResponse StudySite::for_researcher(const HttpRequest& request, const std::string& path) {
  if (request.method != "GET") {
    const Json body = Json::parse(request.body, nullptr, false);
    if (path != "api/add") return refusal(404, "there is no such page");
    if (!body.is_object() || !body.contains("count") || !body["count"].is_number_unsigned() || body["count"] < 1 ||
        body["count"] > most_added) {
      return refusal(400, fmt::format("expected a number of participants from 1 to {}", most_added));
    }
    {
      const std::scoped_lock lock(mutex_);
      participants_.add(body["count"].get<std::size_t>());
    }
    return json_response(study_json());
  }
  if (path == "api/study") return json_response(study_json());
  if (path == "answers.csv" || path == "answers.jsonl") {
    const bool csv = path == "answers.csv";
    return {200, csv ? "text/csv; charset=utf-8" : "application/jsonl",
            export_study(study_, csv ? ExportFormat::csv : ExportFormat::json_lines).text, path};
  }
  if (path == "api/picture") return machine_.picture();
  if (path.starts_with("machine.")) return machine_.download(path.substr(8));
  return page_file(path.empty() ? "researcher.html" : path, folder_);
}

std::vector<StudyAnswer> StudySite::answers(std::map<std::string, std::string>& unreadable) {
  std::vector<StudyAnswer> all;
  for (const std::filesystem::path& log : study_sessions(study_)) {
    try {
      Read& read = read_[log];
      if (const std::uintmax_t size = std::filesystem::file_size(log); size != read.size) {
        read.answers = study_answers(log);
        read.size = size;
      }
      all.insert(all.end(), read.answers.begin(), read.answers.end());
    } catch (const ParseError& error) {
      unreadable[log.stem().string()] = fmt::format("log damaged at line {}", error.position().line);
    } catch (const InputError& error) {
      unreadable[log.stem().string()] = safe(error.what());
    }
  }
  return all;
}

Json StudySite::study_json() {
  const std::vector<AnnotatorErrors> annotators = together_ ? together_->annotators() : std::vector<AnnotatorErrors>{};
  const Json session = together_ ? together_->progress() : Json(nullptr);
  const std::scoped_lock lock(mutex_);
  std::map<std::string, std::string> unreadable;
  StudySummary summary = summarise(answers(unreadable));
  Json people = Json::array();
  std::map<std::string, std::size_t> machines;
  for (const Participant& each : participants_.all()) {
    const ParticipantSummary& said = summary.participants[each.id];
    Json line = {{"id", each.id},
                 {"link", link(each.token)},
                 {"consented", each.consented},
                 {"finished", each.finished},
                 {"answers", said.answers},
                 {"unsure", said.unsure},
                 {"checks", said.checks},
                 {"median_seconds", said.median_seconds},
                 {"minutes", said.minutes},
                 {"last", said.last},
                 {"result", each.result}};
    if (const auto found = unreadable.find(each.id); found != unreadable.end()) line["unreadable"] = found->second;
    if (each.result.is_object()) ++machines[each.result.value("machine", "")];
    const auto annotator = std::ranges::find(annotators, each.id, &AnnotatorErrors::name);
    if (annotator != annotators.end()) {
      line["error_rate"] = annotator->errors.overall;
      line["unreliable"] = annotator->unreliable;
    }
    people.push_back(std::move(line));
  }
  std::size_t finished = 0, same = 0;
  for (const auto& [machine, count] : machines) {
    finished += count;
    same = std::max(same, count);
  }
  return {{"title", safe(study_.title)},
          {"mode", together_ ? "together" : "own"},
          {"consent", study_.consent_hash},
          {"participants", people},
          {"answers", summary.answers},
          {"agreement", {{"pairs", summary.agreement.pairs}, {"agreeing", summary.agreement.agreeing}}},
          {"machines", {{"finished", finished}, {"same", same}, {"different", machines.size()}}},
          {"session", session}};
}

}  // namespace remap::web
