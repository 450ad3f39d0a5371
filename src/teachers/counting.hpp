// A decorator that counts questions and measures the teacher's time.
#pragma once

#include <cstdint>

#include "remap/teachers/teacher.hpp"

namespace remap {

class CountingTeacher final : public Teacher, public ValueTeacher {
 public:
  explicit CountingTeacher(Teacher& teacher) : teacher_(teacher) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const AskedWords& asked, std::span<Output> answers) override;

  [[nodiscard]] bool judges() const noexcept override { return teacher_.judges(); }
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override {
    return teacher_.value_teacher() != nullptr ? this : nullptr;
  }

  [[nodiscard]] bool gives_prefixes() const noexcept override { return teacher_.value_teacher()->gives_prefixes(); }

  [[nodiscard]] std::uint64_t comparisons() const noexcept { return comparisons_; }
  [[nodiscard]] std::uint64_t values() const noexcept { return values_; }
  [[nodiscard]] std::uint64_t equivalence_questions() const noexcept { return equivalence_questions_; }
  [[nodiscard]] std::uint64_t batches() const noexcept { return batches_; }
  /// Wall time spent inside the teacher.
  [[nodiscard]] double seconds() const noexcept { return seconds_; }

 private:
  template <class Call>
  decltype(auto) timed(Call&& call);

  Teacher& teacher_;
  std::uint64_t comparisons_ = 0, values_ = 0, equivalence_questions_ = 0, batches_ = 0;
  double seconds_ = 0;
};

}  // namespace remap
