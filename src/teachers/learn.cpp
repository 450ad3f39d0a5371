#include "remap/teachers/learn.hpp"

#include "teachers/deadline.hpp"

namespace remap {

bool drive(Session& session, Teacher& teacher, const std::function<bool()>& before_request,
           const std::function<bool()>& after_comparisons) {
  std::vector<Preference> preferences;
  std::vector<Output> values;
  const Deadline deadline(session.options().most_seconds);
  while (!before_request || before_request()) {
    if (deadline.passed()) session.stop(Limit::seconds);
    const Request& request = session.next();
    switch (request.kind) {
      case Request::Kind::comparisons:
        preferences.assign(request.comparisons.size(), no_preference);
        teacher.compare(request.comparisons, preferences);
        if (after_comparisons && !after_comparisons()) return false;
        session.answer(preferences);
        break;
      case Request::Kind::values: {
        ValueTeacher* teller = teacher.value_teacher();
        if (teller == nullptr) throw Misuse("drive", "the session asks for values, which this teacher does not give");
        values.assign(request.values.values(), no_output);
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

namespace {
constexpr const char* or_erring =
    "\nif an answer may be wrong, learn_from_erring(teacher, alphabet, outputs) reckons with that";
}

Learned learn(Teacher& teacher, Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options) {
  SessionOptions chosen = options;
  if (!teacher.judges()) chosen.equivalence = Equivalence::order_sampling;
  if (const ValueTeacher* teller = teacher.value_teacher(); teller != nullptr && !teller->gives_prefixes()) {
    if (chosen.answers == Answers::values) chosen.answers = Answers::single_values;
  }
  Session session(std::move(alphabet), std::move(outputs), chosen);
  try {
    drive(session, teacher);
  } catch (const TooFewOutputs& error) {
    throw TooFewOutputs(error.what() + std::string(or_erring), error.answers(), error.needed());
  } catch (const Contradiction& error) {
    throw Contradiction(error.what() + std::string(or_erring), error.answers());
  }
  return {session.hypothesis(), session.counts(), session.limit()};
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
