// An HTTP server on one address, with limits on all input and a clean shutdown.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "web/http.hpp"

namespace remap::web {

struct HttpLimits {
  std::size_t header_bytes = 16'384;
  std::size_t body_bytes = 65'536;
  int request_seconds = 10;  // from the first byte of a request to its last
  int idle_seconds = 30;     // that a connection may be idle
  /// Connections served at the same time; others wait. If half of them are in use, idle ones are closed after a second.
  std::size_t connections = 512;
};

class HttpServer {
 public:
  class Implementation;  // of a part that is loaded when it is needed

  /// `check` is called before a body is read; if its status is not 200, it is the response. Port 0: any free port.
  /// Throws InputError if the address cannot be used, or the part of the tool that serves is not installed.
  HttpServer(const std::string& host, int port, HttpHandler check, HttpHandler handle, HttpLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] int port() const noexcept;
  /// Serves on its own threads.
  void start();
  /// Finishes the requests in progress, then stops.
  void stop();

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace remap::web
