// An HTTP server on one address: limits on everything that comes from outside, and a clean end.
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
  int idle_seconds = 30;     // that a connection may wait for its next request
  /// Connections served at the same time; further ones wait. When half of them are taken, idle ones are closed after a
  /// second.
  std::size_t connections = 512;
};

class HttpServer {
 public:
  /// `check` is called before a body is read: what it returns with another status than 200 is the response. Port 0:
  /// any that is free. Throws InputError when the address cannot be had.
  HttpServer(const std::string& host, int port, HttpHandler check, HttpHandler handle, HttpLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] int port() const noexcept;
  /// Serves on threads of its own.
  void start();
  /// Answers what is being answered, then ends.
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace remap::web
