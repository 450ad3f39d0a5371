#include "web/access.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>

#include "formats/log/session_log_file.hpp"

namespace remap::web {

namespace {

bool any(const std::string& host) { return host == "0.0.0.0" || host == "::"; }

constexpr std::string_view token_digits = "abcdefghjkmnpqrstuvwxyz23456789";  // none that look alike
constexpr std::size_t token_length = 26;

std::filesystem::path address_path(const std::filesystem::path& log) {
  std::filesystem::path path = log;
  return path += ".address";
}

}  // namespace

std::string random_token() {
  static constexpr std::string_view digits = token_digits;
  std::string token;
  while (token.size() < token_length) {
    std::array<unsigned char, 32> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
      throw Error("the operating system provides no random bytes");
    }
    for (const unsigned char byte : bytes) {
      if (byte < 256 / digits.size() * digits.size() && token.size() < token_length)
        token += digits[byte % digits.size()];
    }
  }
  return token;
}

bool same_secret(std::string_view a, std::string_view b) noexcept {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

KeptAddress kept_address(const std::filesystem::path& log) {
  std::ifstream file(address_path(log));
  KeptAddress address;
  file >> address.token >> address.port;
  const bool whole = file && address.token.size() == token_length &&
                     address.token.find_first_not_of(token_digits) == std::string::npos && address.port > 0 &&
                     address.port <= UINT16_MAX;
  return whole ? address : KeptAddress{random_token()};
}

void keep_address(const std::filesystem::path& log, const KeptAddress& address) {
  const std::filesystem::path path = address_path(log);
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file.get() < 0) throw NotStored(path, "the address of this session cannot be kept", errno);
  AppendFile(path, std::move(file), 0, "the address of this session")
      .append(fmt::format("{} {}\n", address.token, address.port));
}

Access::Access(const std::string& host, int port, const std::string& origin) {
  if (!origin.empty()) {
    const std::size_t scheme = origin.find("://");
    const std::string_view name = std::string_view(origin).substr(scheme == std::string::npos ? 0 : scheme + 3);
    if ((!origin.starts_with("http://") && !origin.starts_with("https://")) || name.empty() ||
        name.find_first_of("/?# ") != std::string_view::npos) {
      throw InputError(fmt::format("'{}' is not an origin, expected one such as https://study.example.org", origin));
    }
    origins_.push_back(origin);
    hosts_.emplace_back(name);
    return;
  }
  if (any(host)) throw InputError(fmt::format("--listen {} needs --origin, the address that people open", host));
  for (const std::string& name : {host, std::string("localhost")}) {
    const bool loopback = host == "127.0.0.1" || host == "localhost" || host == "::1";
    if (name != host && !loopback) continue;
    const std::string shown = name.find(':') == std::string::npos ? name : fmt::format("[{}]", name);
    hosts_.push_back(fmt::format("{}:{}", shown, port));
    origins_.push_back(fmt::format("http://{}:{}", shown, port));
  }
}

HttpResponse Access::check(const HttpRequest& request) const {
  const auto one_of = [](const std::vector<std::string>& known, const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (!one_of(hosts_, request.host)) return refusal(403, "this server does not have that name");
  if (request.method != "POST") return {};  // other sites can ask, but not read
  if (!one_of(origins_, request.origin)) return refusal(403, "this request comes from another site");
  if (request.content_type != "application/json") return refusal(415, "expected application/json");
  return {};
}

}  // namespace remap::web
