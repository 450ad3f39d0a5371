// Requests and responses as our own code sees them: nothing of a library, no sockets.
#pragma once

#include <functional>
#include <string>

namespace remap::web {

struct HttpRequest {
  std::string method;                      // GET, POST
  std::string path;                        // decoded, without what follows '?'
  std::string host, origin, content_type;  // headers; empty when there is none
  std::string body;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string file_name = {};  // to be kept under that name, not shown
};

using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// A response that says what is wrong in one sentence: {"error": "…"}.
HttpResponse refusal(int status, const std::string& sentence);

}  // namespace remap::web
