#include "web/site.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/log/session_log_file.hpp"
#include "formats/machines/json.hpp"
#include "formats/machines/picture.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/shown.hpp"
#include "remap/formats/machine_file.hpp"
#include "runs/method/person_settings.hpp"
#include "web/assets.hpp"
#include "web/page_json.hpp"
#include "web/world_json.hpp"

namespace remap::web {

HttpResponse json_response(const Json& body, int status) {
  return {status, "application/json", body.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

HttpResponse json_response(const PageSession::Reply& reply) { return json_response(reply.body, reply.status); }

HttpResponse world_response(const SessionHead& head) {
  const std::string world = read_person(head).world;
  if (world.empty()) return refusal(404, "there is no world");
  return json_response(world_json(world, head.alphabet));
}

std::string_view token_in(std::string_view path) {
  const std::size_t end = path.find('/', 1);
  return path.empty() || end == std::string_view::npos ? std::string_view() : path.substr(1, end - 1);
}

std::string_view media_type(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> types[] = {{".html", "text/html; charset=utf-8"},
                                                                            {".css", "text/css; charset=utf-8"},
                                                                            {".js", "text/javascript; charset=utf-8"},
                                                                            {".svg", "image/svg+xml"},
                                                                            {".json", "application/json"},
                                                                            {".txt", "text/plain; charset=utf-8"},
                                                                            {".dot", "text/plain; charset=utf-8"},
                                                                            {".csv", "text/csv; charset=utf-8"}};
  for (const auto& [end, type] : types) {
    if (name.ends_with(end)) return type;
  }
  return {};
}

HttpResponse page_file(const std::string& name, const std::filesystem::path& folder) {
  const auto all = assets();
  const auto found = std::ranges::find(all, name, &Asset::name);  // only these: no path leads out of the folder
  if (found == all.end()) return refusal(404, "there is no such page");
  return {200, std::string(media_type(name)),
          folder.empty() ? std::string(found->bytes) : read_text_file((folder / name).string())};
}

void check_page_folder(const std::filesystem::path& folder) {
  for (const Asset& asset : assets()) {
    if (!std::filesystem::is_regular_file(folder / asset.name)) {
      fail_at(folder, fmt::format("there is no '{}' here, expected all files of the page", asset.name));
    }
  }
}

HttpResponse Website::respond(const std::string& who, const std::string& sentence,
                              const std::function<HttpResponse()>& response) const {
  try {
    HttpResponse made = response();
    if (made.status >= 500) report(who, Json::parse(made.body, nullptr, false).value("error", "this request failed"));
    return made;
  } catch (const NotStored& error) {
    report(who, error.what());
    return refusal(503, fmt::format("Not saved: {}", error.cause()));
  } catch (const std::exception& error) {
    report(who, error.what());
    return refusal(500, sentence.empty() ? safe(error.what()) : sentence);
  }
}

Site::Site(DurableRun run, const std::string& who, Access access, std::string token, std::filesystem::path folder,
           const FailureReport& report)
    : Website(report),
      pages_(std::move(run), who, {.report = [report](const std::string& sentence) { report("", sentence); }}),
      access_(std::move(access)),
      token_(std::move(token)),
      folder_(std::move(folder)) {}

std::string Site::address() const { return fmt::format("{}/{}/", access_.address(), token_); }

HttpResponse Site::check(const HttpRequest& request) const {
  if (HttpResponse refused = access_.check(request); refused.status != 200) return refused;
  if (!same_secret(token_in(request.path), token_)) {
    return refusal(403, "this address is incomplete: open the one that the server printed when it started");
  }
  return {};
}

HttpResponse Site::handle(const HttpRequest& request) {
  return respond("", "", [&] { return response_to(request); });
}

HttpResponse Site::response_to(const HttpRequest& request) {
  const std::string path = request.path.substr(token_.size() + 2);
  if (request.method == "GET") {
    HttpResponse found = pages_.get(path);
    return found.status == 404 ? page_file(path.empty() ? "index.html" : path, folder_) : found;
  }
  if (!path.starts_with("api/")) return refusal(404, "there is no such page");
  const Json json = Json::parse(request.body, nullptr, false);
  if (!json.is_object()) return refusal(400, "expected a JSON object");
  return json_response(pages_.act(path.substr(4), json));
}

HttpResponse SessionPages::get(const std::string& path) {
  if (path == "api/state") return json_response(state());
  if (path == "api/history") return json_response({{"history", session_.history(who_)}});
  if (path == "api/picture") return machine_.picture();
  if (path == "api/world") return world_response(session_.head());
  if (path.starts_with("machine.")) return machine_.download(path.substr(8));
  return refusal(404, "there is no such page");
}

HttpResponse MachinePages::picture() {
  const std::optional<Hypothesis> machine = machine_(true);
  if (!machine) return refusal(409, "there is no machine at the moment");
  const std::scoped_lock lock(mutex_);
  const std::string text = write_json(as_learned(*machine));
  if (text != pictured_) {
    try {
      picture_ = render_picture(as_learned(*machine), "svg");
      pictured_ = text;
    } catch (const InputError& error) {
      return refusal(409, error.what());  // graphviz is not there, say
    }
  }
  return json_response({{"svg", picture_}, {"states", machine->size()}, {"machine", machine_json(*machine)}});
}

HttpResponse MachinePages::download(const std::string& type) {
  const std::optional<Hypothesis> machine = machine_(type == "svg");
  if (!machine) return refusal(409, "there is no machine at the moment");
  HttpResponse response{200, std::string(media_type("." + type)), "", "machine." + type};
  try {
    if (type == "svg") {
      response.body = render_picture(as_learned(*machine), "svg");
    } else if (type == "txt") {
      response.body = format_machine(as_reward_machine(as_learned(*machine)), MachineFormat::text);
    } else if (type == "dot" || type == "json") {
      response.body = format_machine(as_learned(*machine), type == "dot" ? MachineFormat::dot : MachineFormat::json);
    } else {
      return refusal(404, "there is no such file");
    }
  } catch (const InputError& error) {
    return refusal(409, error.what());
  }
  return response;
}

}  // namespace remap::web
