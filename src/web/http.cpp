#include "web/http.hpp"

#include <nlohmann/json.hpp>

namespace remap::web {

HttpResponse refusal(int status, const std::string& sentence) {
  return {status, "application/json",
          nlohmann::json{{"error", sentence}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

}  // namespace remap::web
