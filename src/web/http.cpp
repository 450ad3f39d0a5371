#include "web/http.hpp"

#include <nlohmann/json.hpp>

namespace remap::web {

HttpResponse refusal(int status, const std::string& sentence) {
  return {status, "application/json",
          nlohmann::json{{"error", sentence}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

HttpResponse readable(const HttpRequest& request, HttpResponse response) {
  const bool opened = request.method == "GET" && request.accept.find("text/html") != std::string::npos;
  if (!opened || response.status < 400) return response;
  const nlohmann::json body = nlohmann::json::parse(response.body, nullptr, false);
  std::string text;
  for (const char c : body.is_object() ? body.value("error", "") : "") {
    text += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  response.type = "text/html; charset=utf-8";
  response.body =
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>remap</title>\n<h1>remap</h1>\n<p>This page cannot be shown: " +
      text + ".</p>\n";
  return response;
}

}  // namespace remap::web
