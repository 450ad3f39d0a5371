#include "remap/runs/method.hpp"

#include <tuple>

namespace remap {

Method preset_method(Preset preset, const Alphabet& alphabet) {
  Method method;
  if (preset == Preset::paper) {
    static_cast<SessionOptions&>(method) = SessionOptions::paper();
    method.counterexample = CounterexampleOrder::depth_first;
  } else if (preset == Preset::lstar) {
    static_cast<SessionOptions&>(method) = SessionOptions::lstar();
  }
  method.learner = method.learner_for(alphabet);
  return method;
}

bool same_questions(const Method& a, const Method& b) {
  const auto choices_of = [](const Method& m) {
    // L* does without a ranker.
    const RankerKind ranker = m.learner == LearnerKind::lstar ? RankerKind::membership : m.ranker;
    return std::tuple(m.learner, ranker, m.equivalence, m.valuation, m.guess, m.absorbing, m.confirm, m.recheck,
                      m.seed);
  };
  if (choices_of(a) != choices_of(b)) return false;
  if (a.learner == LearnerKind::tour && a.effort != b.effort) return false;
  if (!order_alone(a.equivalence) && a.feedback != b.feedback) return false;
  if (!samples_words(a.equivalence)) return a.counterexample == b.counterexample;
  return std::tuple(a.samples.fixed, a.samples.epsilon, a.samples.delta, a.stop) ==
         std::tuple(b.samples.fixed, b.samples.epsilon, b.samples.delta, b.stop);
}

}  // namespace remap
