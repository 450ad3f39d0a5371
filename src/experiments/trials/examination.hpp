// The accuracy of a learned machine: the share of test words with the right output.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "learning/words/word_tree.hpp"
#include "remap/automata/random.hpp"
#include "teachers/simulated/guided.hpp"

namespace remap::experiments {

struct Score {
  std::uint64_t tested = 0;
  std::uint64_t right = 0;
  [[nodiscard]] double accuracy() const { return tested == 0 ? 1.0 : double(right) / double(tested); }
};

class Examination {
 public:
  virtual ~Examination() = default;
  /// Thread-safe. The seed matters only to examinations that draw new words each time.
  [[nodiscard]] virtual Score examine(const MooreMachine& learned, std::uint64_t seed) const = 0;
  /// The number of words per examination.
  [[nodiscard]] virtual std::uint64_t words() const = 0;
};

/// The test set of the paper's appendix: `samples` geometric words (stop 0.2) and, for every path, length × letters ×
/// samples words of that path. The same for every machine; drawn when first needed. Words drawn several times count
/// several times. If this gives more than `most_words` words, the multiplier is reduced to fit.
class TestSet final : public Examination {
 public:
  /// `paths` may be null: geometric words only.
  TestSet(std::shared_ptr<const MooreMachine> truth, std::shared_ptr<const FormulaPaths> paths, std::uint64_t samples,
          std::uint64_t seed, std::uint64_t most_words = 40'000'000);

  [[nodiscard]] Score examine(const MooreMachine& learned, std::uint64_t seed) const override;
  [[nodiscard]] std::uint64_t words() const override;

 private:
  void draw() const;
  [[nodiscard]] std::vector<Output> outputs_of(const MooreMachine& machine) const;

  std::shared_ptr<const MooreMachine> truth_;
  std::shared_ptr<const FormulaPaths> paths_;
  std::uint64_t samples_;
  std::uint64_t path_samples_;
  std::uint64_t seed_;
  // Drawn once.
  mutable std::once_flag once_;
  mutable WordTree words_;
  mutable std::vector<std::uint32_t> times_;  // per word
  mutable std::vector<Output> output_;        // per word
};

/// The appendix's test of classifiers: `per_class` words of each output that occurs, drawn each time from geometric
/// words (stop 0.2) of at most 64 letters, conditioned on that output.
class ClassMembers final : public Examination {
 public:
  ClassMembers(std::shared_ptr<const MooreMachine> truth, std::uint64_t per_class);

  [[nodiscard]] Score examine(const MooreMachine& learned, std::uint64_t seed) const override;
  [[nodiscard]] std::uint64_t words() const override { return per_class_ * classes_.size(); }
  /// A word of the n-th class, for tests.
  void draw(std::size_t class_number, Random& random, Word& into) const;
  [[nodiscard]] std::size_t classes() const noexcept { return classes_.size(); }
  [[nodiscard]] Output output(std::size_t class_number) const { return classes_[class_number].output; }

 private:
  static constexpr std::size_t longest = 64;
  struct Class {
    Output output{};
    std::vector<std::vector<double>> chance;  // [letters still to come][state]: probability of ending with this output
    std::vector<double> length;               // cumulative probability of each length, from 1
  };

  std::shared_ptr<const MooreMachine> truth_;
  std::uint64_t per_class_;
  std::vector<Class> classes_;
};

}  // namespace remap::experiments
