// A teacher written in Python.
//
// A run does not hold the GIL; the teacher acquires it once per batch. Python exceptions pass through the run
// unchanged, and earlier answers are kept: those of a batch are handed over as they come.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "core.hpp"
#include "remap/teachers/process.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap::python {

/// Builds the words that Python sees: tuples of the letters it gave, or of what its function makes of their numbers.
class Words {
 public:
  explicit Words(py::object letters) : letters_(std::move(letters)) {}
  /// With the GIL held.
  [[nodiscard]] py::tuple operator()(const Word& word) const;

 private:
  py::object letters_;
};

/// What is called for answers about words: a function of two words or of a list of pairs, which compares, or a function
/// of a word that gives the positions of its output or of those of all its prefixes.
enum class Calls : std::uint8_t { pairs, batch, values, prefixes };
/// Of "pairs", "batch", "values" or "prefixes".
Calls calls_of(const std::string& text);

struct Callbacks {
  py::function about_words;
  Calls calls = Calls::pairs;
  py::object equivalence;      // None, or of (machine, representatives); gives None or (letters, kind, outputs)
  py::object after_questions;  // None, or of (comparisons, equivalence questions): called after each batch
};

class PythonTeacher final : public Teacher, public StreamingTeacher, public ValueTeacher {
 public:
  PythonTeacher(py::object letters, Callbacks callbacks);
  ~PythonTeacher() override;
  PythonTeacher(const PythonTeacher&) = delete;
  PythonTeacher& operator=(const PythonTeacher&) = delete;

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  void compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) override;
  void values(const AskedWords& asked, std::span<Output> answers) override;
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override {
    return callbacks_.calls == Calls::values || gives_prefixes() ? this : nullptr;
  }
  [[nodiscard]] bool gives_prefixes() const noexcept override { return callbacks_.calls == Calls::prefixes; }
  [[nodiscard]] bool judges() const noexcept override { return judges_; }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;

 private:
  class Arriving;
  void compare_pairs(const Comparisons& comparisons, Arriving& answers);
  void compare_batch(const Comparisons& comparisons, Arriving& answers);
  void tell(std::size_t comparisons, std::size_t equivalence_questions);

  Words words_;
  Callbacks callbacks_;
  bool judges_;
};

/// -1, 0, 1 (as any number but a boolean) or None. Throws TypeError or ValueError of Python for anything else; with the
/// GIL held.
Preference preference_of(py::handle answer);

/// A counterexample as passed from the package: letters, kind of feedback ("value", "not", "among", "none"), outputs.
using Told = std::tuple<std::vector<std::uint32_t>, std::string, std::vector<std::uint32_t>>;
EquivalenceAnswer answer_of(const Told& told);

}  // namespace remap::python
