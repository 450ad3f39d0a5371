#include "learning/refining/expectations.hpp"

#include <algorithm>

#include "learning/tuning/tuning.hpp"

namespace remap {

State Expectations::awaited(const Expectation& expectation, Transition transition) const {
  if (expectation.way != 0 || expectation.kind != Expectation::split_from) return no_state;
  const auto& [split_from, reached_from] = relatives_[transition / letters_];
  if (split_from != no_state) return reliable(Expectation::split_from) ? split_from : no_state;
  return reliable(Expectation::reached_from) ? reached_from : no_state;
}

void Expectations::try_kinds(Expectation& expectation, Transition transition, Node node, const DiscriminationTree& tree,
                             std::span<const State> target) {
  for (; expectation.kind < Expectation::kinds; ++expectation.kind) {
    if (!reliable(expectation.kind) && !is_tried_anyway(transition)) continue;
    const State to = target_of(expectation.kind, transition, target);
    if (to == no_state) continue;
    const std::size_t begin = ways_.size();
    Node at = tree.leaf(to);
    for (; index(at) > index(node); at = tree.parent(at)) ways_.push_back(at);  // a parent comes before its children
    if (at == node) {
      std::reverse(ways_.begin() + begin, ways_.end());
      ways_.push_back(no_node);
      expectation.way = static_cast<std::uint32_t>(begin);
      return;
    }
    ways_.resize(begin);  // the leaf is elsewhere
  }
}

// What leads back to the state that was split is likely to lead back to the new one.
State Expectations::target_of(std::uint32_t kind, Transition transition, std::span<const State> target) const {
  if (kind == Expectation::stays) return target[transition];
  const State self = make_id<State>(transition / letters_);
  const bool split = kind == Expectation::split_from;
  const State like = split ? relatives_[index(self)].split_from : relatives_[index(self)].reached_from;
  if (like == no_state) return no_state;
  const State to = target[index(like) * letters_ + transition % letters_];
  return split && to == like ? self : to;
}

void Expectations::note(Expectation& expectation, Node child) {
  const bool right = child == ways_[expectation.way];
  count(record_[expectation.kind], right);
  last_reliable_ = Expectation::kinds;
  while (last_reliable_ > 0 && !reliable(last_reliable_ - 1)) --last_reliable_;
  expectation.way = right ? expectation.way + 1 : 0;
  if (!right) ++expectation.kind;
}

void Expectations::count(Record& record, bool right) {
  ++(right ? record.right : record.wrong);
  if (record.right + record.wrong >= tuning::most_expectations_counted) record = {record.right / 2, record.wrong / 2};
}

ClassId Expectations::output_of(std::uint32_t kind, Transition transition, std::span<const ClassId> outputs) const {
  const Relatives& relatives = relatives_[transition / letters_];
  const State like = kind == Expectation::split_from ? relatives.split_from : relatives.reached_from;
  return like == no_state ? no_class : outputs[index(like) * letters_ + transition % letters_];
}

ClassId Expectations::expected_output(Transition transition, std::span<const ClassId> outputs) const {
  for (const std::uint32_t kind : {Expectation::split_from, Expectation::reached_from}) {
    const ClassId output = output_of(kind, transition, outputs);
    if (output != no_class && reliable(output_record_[kind])) return output;
  }
  return no_class;
}

void Expectations::note_output(Transition transition, ClassId output, std::span<const ClassId> outputs) {
  for (const std::uint32_t kind : {Expectation::split_from, Expectation::reached_from}) {
    const ClassId expected = output_of(kind, transition, outputs);
    if (expected != no_class) count(output_record_[kind], expected == output);
  }
}

}  // namespace remap
