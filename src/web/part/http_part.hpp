// The border between the tool and its part remap_http, which uses the HTTP library.
#pragma once

#include "web/http_server.hpp"

namespace remap::web {

class HttpServer::Implementation {
 public:
  Implementation() = default;
  virtual ~Implementation() = default;
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  [[nodiscard]] virtual int port() const noexcept = 0;
  virtual void start() = 0;
  virtual void stop() = 0;
};

/// What the server is made from.
struct HttpPlan {
  std::string host;
  int port = 0;
  HttpHandler check, handle;
  HttpLimits limits;
};

}  // namespace remap::web

/// A server that is bound to its address, or null and one sentence in `trouble`.
extern "C" [[gnu::visibility("default")]] remap::web::HttpServer::Implementation* remap_http(
    remap::web::HttpPlan plan, std::string& trouble) noexcept;
