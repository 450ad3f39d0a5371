#include "web/part/http_part.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remap/automata/error.hpp"
#include "web/part/connection.hpp"

namespace remap::web {

namespace {

// Nothing is loaded from elsewhere, nothing is inline, and the page cannot be framed.
constexpr const char* content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A header that may be there once.
std::string header(const httplib::Request& request, const char* name) {
  return request.get_header_value_count(name) == 1 ? request.get_header_value(name) : "";
}

HttpRequest translated(const httplib::Request& request) {
  HttpRequest result;
  result.method = request.method == "HEAD" ? "GET" : request.method;
  result.path = request.path;
  result.host = header(request, "Host");
  result.origin = header(request, "Origin");
  result.content_type = header(request, "Content-Type");
  result.accept = header(request, "Accept");
  result.body = request.body;
  return result;
}

void translate(const HttpResponse& from, httplib::Response& to) {
  to.status = from.status;
  if (!from.file_name.empty()) {
    to.set_header("Content-Disposition", fmt::format("attachment; filename=\"{}\"", from.file_name));
  }
  to.set_content(from.body, from.type);
}

/// The library's server, with our limits.
class LimitedServer final : public httplib::Server {
 public:
  explicit LimitedServer(HttpPlan plan)
      : check_(std::move(plan.check)), handle_(std::move(plan.handle)), limits_(plan.limits) {
    new_task_queue = [this] { return new ConnectionPool(limits_.connections); };  // the library deletes it
    set_payload_max_length(limits_.body_bytes);
    set_keep_alive_timeout(limits_.idle_seconds);
    set_tcp_nodelay(true);
    set_socket_options([](socket_t socket) {  // the library's own options let two servers share a port
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_default_headers({{"Content-Security-Policy", content_policy},
                         {"X-Content-Type-Options", "nosniff"},
                         {"X-Frame-Options", "DENY"},
                         {"Referrer-Policy", "no-referrer"},
                         {"Cross-Origin-Opener-Policy", "same-origin"},
                         {"Cross-Origin-Resource-Policy", "same-origin"},
                         {"Cache-Control", "no-store"}});
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      if (request.method != "GET" && request.method != "HEAD" && request.method != "POST") {
        return refuse(refusal(405, "only GET and POST are supported"), response);
      }
      const HttpRequest asked = translated(request);
      if (const HttpResponse refused = check_(asked); refused.status != 200) {
        return refuse(readable(asked, refused), response);
      }
      if (request.method == "POST") return HandlerResponse::Unhandled;  // its body is still to be read
      translate(readable(asked, handle_(asked)), response);
      return HandlerResponse::Handled;
    });
    Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
      translate(handle_(translated(request)), response);
    });
    set_exception_handler([](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
      translate(refusal(500, "this request failed"), response);
    });
  }

  /// The library lets five connections wait until they are accepted; a whole class that opens its links needs more.
  void let_more_wait() { ::listen(svr_sock_, SOMAXCONN); }

  StopSignal stop_signal;

 private:
  /// Refuses before a body was read: nothing else can follow on this connection.
  static HandlerResponse refuse(const HttpResponse& refused, httplib::Response& response) {
    translate(refused, response);
    response.set_header("Connection", "close");
    body_unread = true;
    return HandlerResponse::Handled;
  }

  bool process_and_close_socket(socket_t socket) override {
    ++open_;
    LimitedStream stream(socket, limits_, stop_signal);
    const auto crowded = [this] { return open_ * 2 > limits_.connections; };
    for (bool closed = false; !closed && stream.wait(crowded);) {
      body_unread = false;
      if (!process_request(stream, stop_signal.raised(), closed, nullptr)) break;
      if (body_unread) break;  // what follows is no request
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    --open_;
    return true;
  }

  static thread_local bool body_unread;  // of the request that this thread has just refused
  HttpHandler check_, handle_;
  HttpLimits limits_;
  std::atomic<std::size_t> open_ = 0;
};

thread_local bool LimitedServer::body_unread = false;

class HttpPart final : public HttpServer::Implementation {
 public:
  explicit HttpPart(HttpPlan plan) : server_(plan) {
    if (plan.port == 0) {
      port_ = server_.bind_to_any_port(plan.host);
    } else {
      port_ = server_.bind_to_port(plan.host, plan.port) ? plan.port : -1;
    }
    if (port_ <= 0) {
      throw Error(fmt::format("cannot listen on {}:{}: the address is in use, or does not belong to this machine",
                              plan.host, plan.port));
    }
    server_.let_more_wait();
  }

  [[nodiscard]] int port() const noexcept override { return port_; }

  void start() override {
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }

  void stop() override {
    server_.stop_signal.raise();
    if (!thread_.joinable()) return;
    while (!server_.is_running()) std::this_thread::yield();  // it has not begun yet
    server_.stop();
    thread_.join();
  }

 private:
  LimitedServer server_;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace

}  // namespace remap::web

remap::web::HttpServer::Implementation* remap_http(remap::web::HttpPlan plan, std::string& trouble) noexcept {
  try {
    return new remap::web::HttpPart(std::move(plan));  // the tool deletes it
  } catch (const std::exception& error) {
    trouble = error.what();
    return nullptr;
  }
}
