// What the tests of sessions as users have them share: files in a folder, teachers in Python and shell from the page.
#pragma once

#include <regex>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace remap::test {

class SessionCommands : public Program {
 protected:
  void put(const std::string& name, const std::string& text) const { write_file(folder() / name, text); }
  [[nodiscard]] std::string get(const std::string& name) const { return read_file(folder() / name); }

  /// A log without what differs from run to run: times, checksums, the number of the session; the first line once.
  static std::string timeless(const std::string& log) {
    static const std::regex differs(",\"at\":[0-9]+|,\"sum\":\"[0-9a-f]{16}\"|,\"session\":\"[0-9a-f]{32}\"");
    const std::string text = std::regex_replace(log, differs, "");
    const std::string first = text.substr(0, text.find('\n') + 1);
    return text.compare(first.size(), first.size(), first) == 0 ? text.substr(first.size()) : text;
  }
  /// A log of short words as the first version of the format has it, which can be edited.
  static std::string as_version_1(const std::string& log) {
    std::string text = timeless(log);
    return text.replace(text.find("\"remap_session\":2"), 17, "\"remap_session\":1");
  }

  /// The first fenced block of that language on the page of the protocol.
  static std::string block(const std::string& language) {
    const std::string page = read_file(std::filesystem::path(REMAP_SOURCE_DIR) / "docs/protocol.md");
    const std::size_t begin = page.find("```" + language + "\n") + language.size() + 4;
    return page.substr(begin, page.find("\n```", begin) + 1 - begin);
  }

  [[nodiscard]] pid_t start_silent(const std::vector<std::string>& arguments) const {
    return start(arguments, "/dev/null", folder() / "errors.txt");
  }

  [[nodiscard]] std::vector<std::string> learn_with(const std::string& command) const {
    return {"learn", "--teacher", command, "--letters", "a,b", "--outputs", "0,1", "--session", "run.jsonl"};
  }
};

}  // namespace remap::test
