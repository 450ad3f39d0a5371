#include "teachers/counting.hpp"

#include <chrono>

namespace remap {

template <class Call>
decltype(auto) CountingTeacher::timed(Call&& call) {
  struct Timer {
    double& seconds;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~Timer() { seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  } timer{seconds_};
  return call();
}

void CountingTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  comparisons_ += comparisons.size();
  ++batches_;
  timed([&] { teacher_.compare(comparisons, answers); });
}

EquivalenceAnswer CountingTeacher::equivalence(const EquivalenceQuestion& question) {
  ++equivalence_questions_;
  return timed([&] { return teacher_.equivalence(question); });
}

void CountingTeacher::values(const AskedWords& asked, std::span<Output> answers) {
  values_ += asked.size();
  ++batches_;
  timed([&] { teacher_.value_teacher()->values(asked, answers); });
}

}  // namespace remap
