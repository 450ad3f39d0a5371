// The server from outside: what it lets in, and what it does with everything else.
#include "web/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"
#include "support/effort.hpp"
#include "web/access.hpp"

namespace remap::web {
namespace {

/// A connection that sends bytes as they are.
class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{20, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const timeval short_patience{3, 0};  // with a server that has stopped reading
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &short_patience, sizeof short_patience);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  /// What comes until the server closes; the status is the second word.
  std::string all() {
    ::shutdown(socket_, SHUT_WR);
    return until_closed();
  }
  std::string until_closed() {
    std::string text;
    char buffer[4096];
    for (ssize_t count = 0; (count = ::recv(socket_, buffer, sizeof buffer, 0)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int socket_;
  bool connected_ = false;
};

// AddressSanitizer keeps freed memory for a while, up to 256 MiB.
#ifdef REMAP_SANITIZED
constexpr std::size_t allowed_growth = std::size_t{320} << 20;
#else
constexpr std::size_t allowed_growth = std::size_t{16} << 20;
#endif

std::size_t memory() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * 4096;
}

class Served : public testing::Test {
 protected:
  explicit Served(HttpLimits limits = {})
      : server(
            "127.0.0.1", 0, [](const HttpRequest&) { return HttpResponse{}; },
            [this](const HttpRequest& request) {
              ++handled;
              return HttpResponse{200, "text/plain", request.method + request.path + request.body};
            },
            limits) {
    server.start();
  }
  [[nodiscard]] std::string ask(const std::string& text) const {
    Client client(server.port());
    client.send(text);
    return client.all();
  }
  [[nodiscard]] std::string simple() const {
    return ask("GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  }

  std::atomic<int> handled = 0;
  HttpServer server;
};

TEST_F(Served, AnswersAndSaysThatNothingElseMayBeLoaded) {
  const std::string said = simple();
  EXPECT_TRUE(said.starts_with("HTTP/1.1 200")) << said;
  EXPECT_NE(said.find("GET/hello"), std::string::npos);
  EXPECT_NE(said.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_NE(said.find("Cache-Control: no-store"), std::string::npos);
}

TEST_F(Served, ReadsABodyUpToItsLimit) {
  const auto post = [&](std::size_t size) {
    return ask(fmt::format("POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", size) +
               std::string(size, 'b'));
  };
  EXPECT_TRUE(post(1000).ends_with(std::string(1000, 'b')));
  const int before = handled;
  EXPECT_EQ(post(1'000'000).find("200 OK"), std::string::npos);
  EXPECT_EQ(handled, before);
}

TEST_F(Served, OtherMethodsAreUnknown) {
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"}) {
    EXPECT_EQ(ask(fmt::format("{} / HTTP/1.1\r\nHost: x\r\n\r\n", method)).find("200 OK"), std::string::npos) << method;
  }
  EXPECT_EQ(handled, 0);
}

TEST_F(Served, LongHeadersEndTheConnectionAndCostNoMemory) {
  static_cast<void>(simple());
  const std::size_t before = memory();
  for (const bool many : {true, false}) {
    Client client(server.port());
    client.send("GET / HTTP/1.1\r\nHost: x\r\n");
    const std::string header = many ? "A: " + std::string(100, 'a') + "\r\n" : std::string(4096, 'a');
    std::size_t sent = 0;
    while (sent < std::size_t{20'000'000} && client.send(header)) sent += header.size();
    EXPECT_LT(sent, std::size_t{8'000'000}) << "it went on reading";
  }
  Client ranges(server.port());
  ranges.send("GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=" + std::string(8000, '9') + "\r\n\r\n");
  Client chunks(server.port());
  chunks.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 1000 && chunks.send("4000\r\n" + std::string(0x4000, 'c') + "\r\n"); ++i) {
  }
  EXPECT_TRUE(simple().starts_with("HTTP/1.1 200"));
  EXPECT_LT(memory(), before + allowed_growth);
}

TEST_F(Served, TenThousandMalformedRequestsChangeNothing) {
  static_cast<void>(simple());
  Random random(7);
  const std::string parts[] = {"GET ",
                               "POST ",
                               "/",
                               "x",
                               " HTTP/1.1\r\n",
                               "\r\n",
                               "Host: x\r\n",
                               ":",
                               "Content-Length: ",
                               "5",
                               "-1",
                               "99999999999999999999",
                               "Transfer-Encoding: chunked\r\n",
                               "%00",
                               "%",
                               std::string(1, '\0'),
                               "\xff\xfe",
                               "Range: bytes=0-",
                               "Expect: 100-continue\r\n",
                               "{",
                               "Content-Type: multipart/form-data; boundary=a\r\n",
                               "--a\r\n",
                               "?a=b&c",
                               "\n",
                               "GET"};
  const int rounds = static_cast<int>(test::effort(10'000));
  std::size_t early = 0;
  for (int i = 0; i < rounds; ++i) {
    std::string text = random.below(3) == 0 ? "" : "GET / HTTP/1.1\r\n";
    for (std::size_t n = random.below(12); n > 0; --n) text += parts[random.below(std::size(parts))];
    if (random.below(20) == 0) text += std::string(random.below(40'000), 'z');
    static_cast<void>(ask(text));
    if (i == rounds / 10) early = memory();
  }
  EXPECT_TRUE(simple().starts_with("HTTP/1.1 200"));
  EXPECT_LT(memory(), early + allowed_growth) << "memory grew";
}

class Crowded : public Served {
 protected:
  Crowded() : Served({.request_seconds = 2, .connections = 40}) {}
};

TEST_F(Crowded, IdleAndSlowConnectionsGiveWay) {
  std::vector<std::unique_ptr<Client>> idle;
  for (int i = 0; i < 120; ++i) {
    idle.push_back(std::make_unique<Client>(server.port()));
    if (i % 2 == 1) idle.back()->send("GET / HTTP/1.1\r\nHo");
  }
  EXPECT_TRUE(simple().starts_with("HTTP/1.1 200"));
}

TEST(Ports, BelongToOneServer) {
  const HttpHandler nothing = [](const HttpRequest&) { return HttpResponse{}; };
  std::optional<HttpServer> first(std::in_place, "127.0.0.1", 0, nothing, nothing);
  first->start();
  const int port = first->port();
  try {
    const HttpServer second("127.0.0.1", port, nothing, nothing);
    ADD_FAILURE() << "two servers share a port";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("in use"), std::string::npos) << error.what();
  }
  Client open(port);  // which remembers the port for a while
  open.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  first.reset();
  EXPECT_NO_THROW(HttpServer("127.0.0.1", port, nothing, nothing));
}

TEST(Refusals, AreAPageWhereABrowserOpensAnAddress) {
  const HttpRequest opened{"GET", "/", "", "", "", "", "text/html,application/xhtml+xml"};
  const HttpResponse page = readable(opened, refusal(403, "no <b> & no"));
  EXPECT_EQ(page.status, 403);
  EXPECT_EQ(page.type, "text/html; charset=utf-8");
  EXPECT_NE(page.body.find("no &lt;b> &amp; no"), std::string::npos) << page.body;
  const HttpRequest fetched{"GET", "/", "", "", "", "", "*/*"};
  EXPECT_EQ(readable(fetched, refusal(403, "no")).type, "application/json");
}

TEST(Addresses, AreKeptBesideALog) {
  const auto log = std::filesystem::path(testing::TempDir()) / "remap_kept.jsonl";
  const std::filesystem::path file = log.string() + ".address";
  std::filesystem::remove(file);
  KeptAddress address = kept_address(log);
  EXPECT_EQ(address.port, 0);
  address.port = 4711;
  keep_address(log, address);
  EXPECT_EQ(kept_address(log).token, address.token);
  EXPECT_EQ(kept_address(log).port, 4711);
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  for (const char* damaged : {"", "abc 4711\n", "../../../../../../aaaaaaaa 1\n"}) {
    std::ofstream(file) << damaged;
    EXPECT_EQ(kept_address(log).token.size(), 26u) << damaged;
    EXPECT_NE(kept_address(log).token, address.token);
  }
  std::filesystem::remove(file);
}

TEST(Stopping, EndsAtOnceAlthoughConnectionsAreOpen) {
  const auto begin = std::chrono::steady_clock::now();
  {
    HttpServer server(
        "127.0.0.1", 0, [](const HttpRequest&) { return HttpResponse{}; },
        [](const HttpRequest&) { return HttpResponse{}; });
    server.start();
    Client open(server.port());
    EXPECT_TRUE(open.connected());
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(AccessRules, KnowNamesAndOrigins) {
  const Access access("127.0.0.1", 8080, "");
  HttpRequest request{"POST", "/", "127.0.0.1:8080", "http://127.0.0.1:8080", "application/json", "{}"};
  EXPECT_EQ(access.check(request).status, 200);
  for (const char* host :
       {"", "localhost", "127.0.0.1", "evil.example", "127.0.0.1:8081", "127.0.0.1:8080.evil.example"}) {
    HttpRequest other = request;
    other.host = host;
    EXPECT_EQ(access.check(other).status, 403) << host;
  }
  for (const char* origin : {"", "null", "https://127.0.0.1:8080", "http://evil.example", "http://127.0.0.1:80800"}) {
    HttpRequest other = request;
    other.origin = origin;
    EXPECT_EQ(access.check(other).status, 403) << origin;
    other.method = "GET";
    EXPECT_EQ(access.check(other).status, 200) << "reading needs no origin";
  }
  request.host = "study.example.org";
  request.origin = "https://study.example.org";
  EXPECT_EQ(Access("0.0.0.0", 8080, "https://study.example.org").check(request).status, 200);
  EXPECT_THROW(Access("0.0.0.0", 8080, ""), InputError);
  EXPECT_THROW(Access("0.0.0.0", 8080, "study.example.org"), InputError);
  EXPECT_THROW(Access("0.0.0.0", 8080, "https://study.example.org/path"), InputError);
}

TEST(Tokens, AreLongAndDiffer) {
  EXPECT_EQ(random_token().size(), 26u);
  EXPECT_NE(random_token(), random_token());
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abc", "abd"));
  EXPECT_FALSE(same_secret("abc", "ab"));
  EXPECT_FALSE(same_secret("", "a"));
}

}  // namespace
}  // namespace remap::web
