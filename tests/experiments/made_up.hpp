// Experiments whose trials are made up, so that what the report says about them is known beforehand.
#pragma once

#include <functional>
#include <vector>

#include "experiments/folder.hpp"
#include "experiments/report/report.hpp"
#include "experiments/trials/identity.hpp"
#include "remap/automata/error.hpp"

namespace remap::test {

using namespace experiments;

/// As large as the paper's, but with two sample sizes; nothing has been run.
inline ExperimentOptions full_options(std::vector<ExperimentKind> kinds) {
  ExperimentOptions options;
  options.kinds = std::move(kinds);
  options.samples = {25, 5000};
  for (const Task& task : tasks()) options.subjects.push_back(task_subject(task, {options.test_samples, options.seed}));
  return options;
}

/// The right machine, learned at once.
inline LearningResult right_result(const Subject& subject) {
  LearningResult result;
  result.comparisons = result.unique_words = 10;
  result.equivalence_questions = 1;
  result.states = subject.machine->size();
  result.exact = true;
  result.score = {100, 100};
  result.path = "e0,1";
  if (subject.world != nullptr) {
    result.play_text = play_machine(*subject.machine).text;
    result.play_key = fingerprint(result.play_text);
  }
  return result;
}

class MadeUp : public WithFolder {
 protected:
  using Maker = std::function<void(const LearningTrial&, LearningResult&)>;

  explicit MadeUp(ExperimentOptions options)
      : options_(std::move(options)), store_(folder()), experiment_(options_, store_) {
    store_.start_run("made up");
  }

  /// All trials of a block: right ones, as changed by `change`.
  void fill(
      const Block& block, const Maker& change = [](const LearningTrial&, LearningResult&) {}) {
    const std::int64_t series = store_.series("learning", experiment_.series_options(block.setting));
    for (const Subject* subject : block.subjects) {
      store_.add_subject(*subject);
      const LearningResult right = right_result(*subject);
      for (const std::uint64_t samples : block.samples) {
        if (block.setting.asked == Asked::guided && subject->world == &craft_world() && samples > 500) continue;
        for (std::uint64_t number = 0; number < block.trials; ++number) {
          LearningResult result = right;
          change({subject, samples, number}, result);
          store_.add(series, LearningTrial{subject, samples, number}, result, 0);
        }
      }
    }
  }

  void policies(const Subject& subject, const std::string& text, bool reference, const std::vector<double>& own,
                const std::vector<double>& truth) {
    const std::int64_t series = store_.series("policy", experiment_.policy_options());
    store_.add_subject(subject);
    for (std::size_t i = 0; i < own.size(); ++i) {
      store_.add(series, PolicyTrial{&subject, fingerprint(text), text, reference, i}, {i, own[i], truth[i]}, 0);
    }
  }

  /// The claim that begins with, or holds, these words.
  Claim claim(const std::string& words) {
    for (const Section& section : sections(experiment_)) {
      for (const Claim& each : section.claims) {
        if (each.claim.find(words) != std::string::npos) return each;
      }
    }
    throw std::runtime_error("no claim says " + words);
  }
  Verdict verdict(const std::string& words) { return claim(words).verdict; }

  Figure figure(const std::string& name) {
    for (const Section& section : sections(experiment_)) {
      for (const auto& list : {section.figures, section.more_figures}) {
        for (const Figure& each : list) {
          if (each.name == name) return each;
        }
      }
    }
    throw std::runtime_error("no figure " + name);
  }

  /// The rows of the table whose caption holds these words.
  std::vector<std::vector<std::string>> table(const std::string& words) {
    for (const Section& section : sections(experiment_)) {
      for (const ReportTable& each : section.tables) {
        if (each.caption.find(words) != std::string::npos) return each.rows;
      }
    }
    throw std::runtime_error("no table " + words);
  }

  [[nodiscard]] const Subject& subject(const std::string& name) const {
    for (const Subject& each : experiment_.options().subjects) {
      if (each.name == name) return each;
    }
    throw std::runtime_error("no subject " + name);
  }

  ExperimentOptions options_;
  Store store_;
  Experiment experiment_;
};

}  // namespace remap::test
