#include "remap/teachers/learn.hpp"

namespace remap {

bool drive(Session& session, Teacher& teacher, const std::function<bool()>& before_request,
           const std::function<bool()>& after_comparisons) {
  std::vector<Preference> preferences;
  std::vector<Output> values;
  while (!before_request || before_request()) {
    const Request& request = session.next();
    switch (request.kind) {
      case Request::Kind::comparisons:
        preferences.resize(request.comparisons.size());
        teacher.compare(session.words(), request.comparisons, preferences);
        if (after_comparisons && !after_comparisons()) return false;
        session.answer(preferences);
        break;
      case Request::Kind::values:
        values.resize(request.values.size());
        teacher.values(session.words(), request.values, values);
        session.answer(values);
        break;
      case Request::Kind::equivalence:
        session.answer(teacher.equivalence(session.equivalence_question()));
        break;
      case Request::Kind::done:
        return true;
    }
  }
  return false;
}

MooreMachine learn(Teacher& teacher, Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options) {
  Session session(std::move(alphabet), std::move(outputs), options);
  drive(session, teacher);
  return session.machine();
}

}  // namespace remap
