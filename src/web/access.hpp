// Access control: only clients that know the token in the address, from a page that this server sent.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "web/http.hpp"

namespace remap::web {

/// 128 bits from the operating system, as 26 letters and digits that can be read aloud.
std::string random_token();

/// Takes constant time wherever the two differ.
bool same_secret(std::string_view a, std::string_view b) noexcept;

/// The address of a session, kept beside its log in a file that only its owner can read, so that it stays valid when
/// the server is started again.
struct KeptAddress {
  std::string token;
  int port = 0;  // 0: none
};
/// The address of the last server, or a new one.
KeptAddress kept_address(const std::filesystem::path& log);
/// Throws NotStored.
void keep_address(const std::filesystem::path& log, const KeptAddress& address);

/// The names under which the server is reached.
class Access {
 public:
  /// `host` and `port` as listened on. If given, `origin` is the only one: that of a reverse proxy, such as
  /// https://study.example.org.
  Access(const std::string& host, int port, const std::string& origin);

  /// Status 200, or the reason for refusal: a wrong Host (the name of another site that resolves to this address), a
  /// request sent by another site, a POST that is not JSON.
  [[nodiscard]] HttpResponse check(const HttpRequest& request) const;
  /// The address for people: http://127.0.0.1:8080.
  [[nodiscard]] const std::string& address() const noexcept { return origins_.front(); }

 private:
  std::vector<std::string> hosts_, origins_;
};

}  // namespace remap::web
