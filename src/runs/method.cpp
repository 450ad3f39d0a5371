#include "remap/runs/method.hpp"

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

}  // namespace remap
