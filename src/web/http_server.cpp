#include "web/http_server.hpp"

#include "parts/part.hpp"
#include "remap/automata/error.hpp"
#include "web/part/http_part.hpp"

namespace remap::web {

HttpServer::HttpServer(const std::string& host, int port, HttpHandler check, HttpHandler handle, HttpLimits limits) {
  static const auto make = function_of_part<decltype(remap_http)>("remap_http", "remap_http");
  std::string trouble;
  implementation_.reset(make({host, port, std::move(check), std::move(handle), limits}, trouble));
  if (implementation_ == nullptr) throw InputError(trouble);
}

HttpServer::~HttpServer() { stop(); }

int HttpServer::port() const noexcept { return implementation_->port(); }

void HttpServer::start() { implementation_->start(); }

void HttpServer::stop() { implementation_->stop(); }

}  // namespace remap::web
