#include "remap/runs/settings.hpp"

namespace remap {

Method preset_method(Preset preset, const Alphabet& alphabet, TeacherErrs errs) {
  Method method;
  method.teacher_errs = errs;
  if (preset == Preset::paper) {
    static_cast<SessionOptions&>(method) = SessionOptions::paper();
    method.counterexample = CounterexampleOrder::depth_first;
  } else if (preset == Preset::lstar) {
    static_cast<SessionOptions&>(method) = SessionOptions::lstar();
  }
  method.learner = method.learner_for(alphabet);
  if (preset == Preset::best && errs != TeacherErrs::off) method.effort = Effort::economy;
  return method;
}

}  // namespace remap
