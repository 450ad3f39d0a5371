// The parts of the tool that are loaded when they are needed: at the start none is, and without them the rest works.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "cli/program.hpp"

namespace remap::test {
namespace {

class PartsOfTheTool : public Program {
 protected:
  /// What a shell command prints, and its exit code.
  [[nodiscard]] Said shell(const std::string& command) const {
    Said said;
    FILE* const pipe = popen(("cd '" + folder().string() + "' && { " + command + "; } 2>&1").c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("no shell");
    std::array<char, 4096> some{};
    for (std::size_t count; (count = std::fread(some.data(), 1, some.size(), pipe)) > 0;) {
      said.out.append(some.data(), count);
    }
    said.code = WEXITSTATUS(pclose(pipe));
    return said;
  }
};

TEST_F(PartsOfTheTool, AreNotLoadedAtTheStart) {
  const Said libraries = shell("LD_TRACE_LOADED_OBJECTS=1 '" REMAP_PROGRAM "'");
  EXPECT_NE(libraries.out.find("libc.so"), std::string::npos) << libraries.out;
  for (const char* large : {"httplib", "libssl", "libcrypto", "libz3", "brotli"}) {
    EXPECT_EQ(libraries.out.find(large), std::string::npos) << libraries.out;
  }
}

TEST_F(PartsOfTheTool, AreOnlyNeededByWhatUsesThem) {
  std::filesystem::create_symlink(REMAP_PROGRAM, folder() / "linked");
  EXPECT_EQ(shell("./linked learn craft/t1 --quiet --valuation z3").code, 0);
  std::filesystem::copy_file(REMAP_PROGRAM, folder() / "alone");
  EXPECT_EQ(shell("./alone learn craft/t1 --quiet").code, 0);
  for (const char* command : {"learn craft/t1 --quiet --valuation z3", "serve --demo"}) {
    const Said said = shell(std::string("timeout 20 ./alone ") + command);
    EXPECT_EQ(said.code, 2) << command << ": " << said.out;
    EXPECT_NE(said.out.find("install remap again"), std::string::npos) << said.out;
  }
}

}  // namespace
}  // namespace remap::test
