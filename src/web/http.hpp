// Requests and responses, independent of the HTTP library and of sockets.
#pragma once

#include <functional>
#include <string>

namespace remap::web {

struct HttpRequest {
  std::string method;                      // GET, POST
  std::string path;                        // decoded, without the query
  std::string host, origin, content_type;  // headers; empty if absent
  std::string body;
  std::string accept = {};  // likewise a header
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string file_name = {};  // download under this name instead of showing it
};

using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// A response with a one-sentence error message: {"error": "…"}.
HttpResponse refusal(int status, const std::string& sentence);
/// A refusal as a page, where a browser opens an address.
HttpResponse readable(const HttpRequest& request, HttpResponse response);

}  // namespace remap::web
