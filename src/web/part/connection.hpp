// Replacements for parts of the HTTP library: a socket stream that limits bytes and seconds, and a thread pool that
// grows with the number of connections.
//
// The library serves a connection on one thread until it closes, and limits neither the size of a header nor the time
// that a client takes to send it. Here the size and duration of a request are limited, and an idle connection is closed
// early if many are open.
#pragma once

#include <httplib.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "web/http_server.hpp"

namespace remap::web {

/// A file descriptor that becomes readable for all waiters, once and permanently.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  void raise() noexcept;
  [[nodiscard]] bool raised() const noexcept { return raised_; }
  [[nodiscard]] int file() const noexcept { return file_; }

 private:
  int file_;
  std::atomic<bool> raised_ = false;
};

class ConnectionPool final : public httplib::TaskQueue {
 public:
  /// The caller of `enqueue` waits while so many connections are open; others wait in the operating system.
  explicit ConnectionPool(std::size_t most) : most_(most) {}
  ~ConnectionPool() override { shutdown(); }
  ConnectionPool(const ConnectionPool&) = delete;
  ConnectionPool& operator=(const ConnectionPool&) = delete;
  void enqueue(std::function<void()> task) override;
  void shutdown() override;

 private:
  void work();

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_, less_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t open_ = 0;  // connections that have a thread, or will have one
  std::size_t idle_ = 0;  // threads
  bool ending_ = false;
};

class LimitedStream final : public httplib::Stream {
 public:
  LimitedStream(socket_t socket, const HttpLimits& limits, const StopSignal& stop)
      : socket_(socket), limits_(limits), stop_(stop) {}

  /// Waits until a request begins; false if none does or the server stops. `crowded` says whether to wait only a
  /// second.
  bool wait(const std::function<bool()>& crowded);

  [[nodiscard]] bool is_readable() const override { return begin_ < end_ || ready(POLLIN); }
  [[nodiscard]] bool is_writable() const override { return ready(POLLOUT); }
  ssize_t read(char* bytes, std::size_t size) override;
  ssize_t write(const char* bytes, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip.clear(), port = 0; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip.clear(), port = 0; }
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// Whether the socket becomes ready before the request's deadline.
  [[nodiscard]] bool ready(short event) const;

  socket_t socket_;
  const HttpLimits& limits_;
  const StopSignal& stop_;
  Clock::time_point deadline_;
  std::size_t taken_ = 0;  // bytes of this request
  std::size_t begin_ = 0, end_ = 0;
  char buffer_[4096];
};

}  // namespace remap::web
