#include "formats/log/session_log_reader.hpp"
#include "fuzz.hpp"

/// Checksums would stop nearly every input at its first line. So, unless the first byte is '!', each line that ends
/// like an object gets those it should have.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  std::string text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with('!')) {
    text.erase(0, 1);
  } else {
    std::string summed;
    LineSums sums;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::size_t begin = summed.size();
      summed += text.substr(at, end - at);
      if (summed.size() > begin && summed.back() == '}') {
        summed.pop_back();
        sums.close(summed, begin);
      }
      summed += '\n';
      at = end + 1;
    }
    text = std::move(summed);
  }
  const std::string file = "log";
  std::vector<LostLine> lost;
  try {
    parse_session(text, file, {}, &lost);
  } catch (const InputError&) {
  }
  return fuzz::run(
      reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
      [&](std::string_view all) { return std::make_shared<LoggedSession>(parse_session(all, file)); },
      [&](const auto& session) {
        LineSums sums, again;
        const std::string head = head_lines(session->head, 0, sums);
        fuzz::require_same(head, head_lines(parse_session(head, file).head, 0, again));
      });
}
