// Who may ask for anything: those who know the token in the address, from a page that we served ourselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "web/http.hpp"

namespace remap::web {

/// 128 bits from the operating system, as 26 letters and digits that can be read aloud.
std::string random_token();

/// Takes the same time wherever the two differ.
bool same_secret(std::string_view a, std::string_view b) noexcept;

/// Under which names the server is reached.
class Access {
 public:
  /// `host` and `port` as listened on. `origin`, when given, is the only one: that of a proxy in front, as in
  /// https://study.example.org.
  Access(const std::string& host, int port, const std::string& origin);

  /// Status 200, or why not: a wrong Host (the name of another site that resolves to this address), a request that
  /// another site sends, a POST that is not JSON.
  [[nodiscard]] HttpResponse check(const HttpRequest& request) const;
  /// Where people reach it: http://127.0.0.1:8080.
  [[nodiscard]] const std::string& address() const noexcept { return origins_.front(); }

 private:
  std::vector<std::string> hosts_, origins_;
};

}  // namespace remap::web
