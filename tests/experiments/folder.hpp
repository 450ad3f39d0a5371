// A folder of its own for each test, removed at the end.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "experiments/report/experiment.hpp"

namespace remap::test {

using namespace experiments;

class WithFolder : public testing::Test {
 protected:
  WithFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "remap-experiment-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    folder_ = pattern;
  }
  ~WithFolder() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

struct SilentWatcher final : SweepWatcher {
  void on_start(std::string_view, std::size_t missing, std::size_t all) override {
    missing_.push_back(missing);
    all_.push_back(all);
  }
  void on_trial() override { ++trials; }
  std::vector<std::size_t> missing_, all_;  // per part
  std::size_t trials = 0;
};

/// Runs what is missing and returns all trials and policies as CSV.
inline std::string run_and_export(const ExperimentOptions& options, Store& store) {
  static const std::atomic<bool> never{false};
  SilentWatcher watcher;
  EXPECT_TRUE(Experiment(options, store).run(never, watcher));
  return store.csv("trial") + store.csv("policy");
}

}  // namespace remap::test
