#include "remap/formats/machine_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "formats/expect.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

namespace fs = std::filesystem;
using testing::message_of;

constexpr const char* two_ways =
    "0\n[1]\n(0,0,'!a&!b',ConstantRewardFunction(0))\n(0,1,'a',ConstantRewardFunction(1))\n"
    "(0,2,'b',ConstantRewardFunction(0))\n";

class MachineFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "remap-formats-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  fs::path path(const std::string& name) const { return folder_ / name; }
  fs::path file(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  static std::string contents(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  /// The message without the folder, which differs from run to run.
  std::string complaint(const std::string& name) const {
    std::string message = message_of([&] { read_machine_file(path(name)); });
    const std::string prefix = folder_.string() + "/";
    for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.erase(at, prefix.size());
    return message;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

const MooreMachine sample = random_machine({.states = 5, .letters = 3, .outputs = 3}, 7);

TEST_F(MachineFile, WritesAndReadsByExtension) {
  for (const char* name : {"m.dot", "m.gv", "m.json", "m.JSON"}) {
    write_machine_file(path(name), sample);
    EXPECT_EQ(std::get<MooreMachine>(read_machine_file(path(name))), sample) << name;
  }
  const AnyMachine reward_machine = read_machine_file(file("a.txt", "0\n[1]\n(0,1,'a',ConstantRewardFunction(1))\n"));
  write_machine_file(path("b.txt"), as_moore(reward_machine));
  EXPECT_EQ(as_moore(read_machine_file(path("b.txt"))), as_moore(reward_machine));
  EXPECT_EQ(files(), 6U);
}

TEST_F(MachineFile, SaysWhyAFileCannotBeRead) {
  fs::create_directory(path("d.txt"));
  file("empty.json", " \n");
  file("m.xml", "<m/>");
  file("bad.txt", "0\n[1]\n(0,1,'a&',ConstantRewardFunction(1))\n");
  file("bad.json", "{\"type\": \"moore\"}");
  file("two.txt", two_ways);
  EXPECT_EQ(complaint("none.txt"), "none.txt: there is no such file");
  EXPECT_EQ(complaint("d.txt"), "d.txt: this is a directory, expected a file");
  EXPECT_EQ(complaint("empty.json"), "empty.json: this file is empty, expected a machine");
  EXPECT_EQ(complaint("m.xml"), "m.xml: machines are read from files that end in .txt, .dot, .gv or .json");
  EXPECT_EQ(complaint("bad.txt").substr(0, 13), "bad.txt:3:9: ");
  EXPECT_EQ(complaint("bad.json"), "bad.json: at the top: the key 'letters' is missing");
  EXPECT_EQ(complaint("two.txt").substr(0, 9), "two.txt: ");
  EXPECT_EQ(complaint("none.txt/x.txt"), "none.txt/x.txt: there is no such file");
}

TEST_F(MachineFile, NondeterministicOnesOnRequest) {
  const AnyMachine read = read_machine_file(file("two.txt", two_ways), {.check_deterministic = false});
  EXPECT_EQ(std::get<RewardMachine>(read).transitions.size(), 3U);
}

TEST_F(MachineFile, FailingToWriteLeavesWhatWasThere) {
  const fs::path kept = file("kept.txt", "precious");
  EXPECT_NE(message_of([&] { write_machine_file(kept, sample); }).find("letters are not sets of propositions"),
            std::string::npos);
  EXPECT_EQ(contents(kept), "precious");
  fs::create_directory(path("d.json"));
  EXPECT_NE(message_of([&] { write_machine_file(path("d.json"), sample); }).find("this is a directory"),
            std::string::npos);
  EXPECT_NE(message_of([&] { write_machine_file(path("no/m.json"), sample); }).find("there is no directory"),
            std::string::npos);
  EXPECT_NE(
      message_of([&] { write_machine_file(path("m.exe"), sample); }).find("machines are written to files that end in"),
      std::string::npos);
  EXPECT_NE(message_of([&] { write_machine_file("/proc/m.json", sample); }).find("cannot be written"),
            std::string::npos);
  EXPECT_EQ(files(), 2U);
}

MooreMachine two_states(const char* first, const char* low, const char* high) {
  const Outputs outputs{low, high};
  return {Alphabet::power_set({"p"}),
          outputs,
          State{0},
          {outputs.find(first), Output{0}},
          {State{0}, State{1}, State{1}, State{1}}};
}

TEST_F(MachineFile, WhatIsWrittenIsWhatWasMeant) {
  // Nothing ends here: the lowest output is a reward like any other.
  const MooreMachine trap = two_states("0", "-1", "0");
  write_machine_file(path("trap.txt"), trap);
  const AnyMachine back = read_machine_file(path("trap.txt"));
  EXPECT_TRUE(std::get<RewardMachine>(back).terminal.empty());
  EXPECT_EQ(as_moore(back), trap);
  const fs::path kept = file("kept.txt", "precious");
  EXPECT_NE(message_of([&] {
              write_machine_file(kept, two_states("5", "-1", "5"));
            }).find("kept.txt: this machine gives 5 for the word ε, where a reward machine gives 0"),
            std::string::npos);
  EXPECT_NE(message_of([&] { write_machine_file(kept, two_states("0", "low", "0")); }).find("'low'"), std::string::npos)
      << message_of([&] { write_machine_file(kept, two_states("0", "low", "0")); });
  EXPECT_EQ(contents(kept), "precious");
}

TEST_F(MachineFile, LearnedOfficeTasksCanBeWrittenAsText) {
  const RewardMachine office{
      {"f", "g", "n"},
      3,
      State{0},
      {State{2}},
      {{State{0}, State{0}, parse_formula("!f&!n", std::vector<std::string>{"f", "g", "n"}), "0"},
       {State{0}, State{1}, parse_formula("f&!n", std::vector<std::string>{"f", "g", "n"}), "0"},
       {State{1}, State{1}, parse_formula("!g&!n", std::vector<std::string>{"f", "g", "n"}), "0"},
       {State{1}, State{2}, parse_formula("g&!n", std::vector<std::string>{"f", "g", "n"}), "1"}}};
  write_machine_file(path("learned.txt"), to_moore(office));
  std::vector<std::string> warnings;
  const AnyMachine back = read_machine_file(
      path("learned.txt"), {.warn = [&](const ParseError& warning) { warnings.emplace_back(warning.what()); }});
  EXPECT_EQ(as_moore(back), to_moore(office));
  EXPECT_TRUE(warnings.empty());
}

TEST_F(MachineFile, WarningsNameTheFile) {
  std::vector<std::string> warnings;
  const ReadOptions options{.warn = [&](const ParseError& warning) { warnings.emplace_back(warning.what()); }};
  read_machine_file(file("m.txt", "0\n[1]\n(0,1,'a',ConstantRewardFunction(1))\n(1,1,'a',ConstantRewardFunction(1))\n"),
                    options);
  read_machine_file(file("m.json", R"({"type":"reward_machine","propositions":["a"],"states":2,"initial":0,
 "terminal":[1],"transitions":[{"from":1,"to":1,"formula":"a","reward":1}]})"),
                    options);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_TRUE(warnings[0].ends_with("m.txt:4:1: state 1 is terminal, so this transition is ignored")) << warnings[0];
  EXPECT_TRUE(warnings[1].ends_with("m.json: state 1 is terminal, so its transitions are ignored")) << warnings[1];
}

// Root may write everywhere, so root becomes nobody for a while.
class AsNobody {
 public:
  explicit AsNobody(const fs::path& folder) {
    if (!root_) return;
    for (const fs::path& path : {folder, folder / "locked.json"}) EXPECT_EQ(chown(path.c_str(), nobody, nobody), 0);
    EXPECT_EQ(seteuid(nobody), 0);
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() {
    if (root_ && seteuid(0) != 0) ADD_FAILURE() << "root could not come back";
  }

 private:
  static constexpr uid_t nobody = 65534;
  bool root_ = geteuid() == 0;
};

TEST_F(MachineFile, UnwritableFolderAndFile) {
  const fs::path locked = file("locked.json", "precious");
  const AsNobody nobody(folder_);
  fs::permissions(locked, fs::perms::none);
  EXPECT_NE(message_of([&] { write_machine_file(locked, sample); }).find("cannot be written"), std::string::npos);
  EXPECT_NE(complaint("locked.json").find("cannot be read"), std::string::npos);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_NE(message_of([&] { write_machine_file(path("new.json"), sample); }).find("cannot be written"),
            std::string::npos);
}

TEST_F(MachineFile, KeepsPermissionsAndLinks) {
  const fs::path real = file("real.json", "old");
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(real, path("link.json"));
  write_machine_file(path("link.json"), sample);
  EXPECT_TRUE(fs::is_symlink(path("link.json")));
  EXPECT_EQ(fs::status(real).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::get<MooreMachine>(read_machine_file(real)), sample);
}

TEST_F(MachineFile, Pictures) {
  write_machine_file(path("m.svg"), sample);
  write_machine_file(path("m.png"), sample);
  write_machine_file(path("m.pdf"), sample);
  EXPECT_NE(contents(path("m.svg")).find("<svg"), std::string::npos);
  EXPECT_EQ(contents(path("m.png")).substr(1, 3), "PNG");
  EXPECT_EQ(contents(path("m.pdf")).substr(0, 4), "%PDF");
}

TEST_F(MachineFile, PicturesWithoutGraphviz) {
  const std::string saved = std::getenv("PATH");
  setenv("PATH", folder_.c_str(), 1);
  const std::string message = message_of([&] { write_machine_file(path("m.svg"), sample); });
  setenv("PATH", saved.c_str(), 1);
  EXPECT_NE(message.find("graphviz is needed for pictures but its program 'dot' was not found"), std::string::npos);
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace remap
