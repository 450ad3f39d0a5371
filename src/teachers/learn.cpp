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
        teacher.compare(request.comparisons, preferences);
        if (after_comparisons && !after_comparisons()) return false;
        session.answer(preferences);
        break;
      case Request::Kind::values: {
        ValueTeacher* teller = teacher.value_teacher();
        if (teller == nullptr) throw Misuse("drive", "the session asks for values, which this teacher does not give");
        values.resize(request.values.values());
        teller->values(request.values, values);
        session.answer(values);
        break;
      }
      case Request::Kind::equivalence:
        session.answer(teacher.equivalence(session.equivalence_question()));
        break;
      case Request::Kind::done:
        return true;
    }
  }
  return false;
}

Learned learn(Teacher& teacher, Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options) {
  SessionOptions chosen = options;
  if (!teacher.judges()) chosen.equivalence = Equivalence::order_sampling;
  if (const ValueTeacher* teller = teacher.value_teacher(); teller != nullptr && !teller->gives_prefixes()) {
    if (chosen.answers == Answers::values) chosen.answers = Answers::single_values;
  }
  Session session(std::move(alphabet), std::move(outputs), chosen);
  drive(session, teacher);
  return {session.hypothesis(), session.counts()};
}

Learned learn(Alphabet alphabet, Outputs outputs, FunctionTeacher::Function compare, const SessionOptions& options) {
  FunctionTeacher teacher(std::move(compare));
  return learn(teacher, std::move(alphabet), std::move(outputs), options);
}

Learned learn(Alphabet alphabet, FunctionTeacher::Function compare, const SessionOptions& options) {
  FunctionTeacher teacher(std::move(compare));
  return learn(teacher, std::move(alphabet), std::nullopt, options);
}

Learned learn_from_values(Alphabet alphabet, Outputs outputs, const std::function<double(const Word&)>& value,
                          const SessionOptions& options) {
  const auto compare = [&](const Word& left, const Word& right) { return compared(value(left), value(right)); };
  return learn(std::move(alphabet), std::move(outputs), compare, options);
}

}  // namespace remap
