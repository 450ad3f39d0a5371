// "Is there a machine with n states?" as a propositional problem for Z3.
//
// Variables: word x leads to state q; letter a leads from q to r; the value of a state, and of a group of equal words,
// is at least j (so a comparison of groups is one clause per value). Words and transitions imply each other along the
// tree of words. States are numbered breadth first over the ordered alphabet, which leaves one numbering per machine
// (Ulyanov, Zakirzyanov and Shalyto 2015): without that, a proof that there is none would be repeated n! times.
#include <z3++.h>

#include <fmt/format.h>

#include "z3/z3_makers.hpp"

namespace remap::passive {
namespace {

class Z3Search final : public ExactSearch {
 public:
  Z3Search(const Data& data, std::size_t states, std::size_t values, std::uint64_t solver_steps)
      : data_(data),
        states_(states),
        values_(values),
        solver_(context_, "QF_FD"),
        next_(context_),
        state_value_(context_),
        group_value_(context_) {
    z3::params params(context_);
    params.set("rlimit", static_cast<unsigned>(std::min<std::uint64_t>(solver_steps, UINT32_MAX)));
    params.set("random_seed", 1U);
    solver_.set(params);
    make_machine();
    number_breadth_first();
    make_groups();
    words_.reserve(data.nodes());
    for (Node node = 0; node < data.nodes(); ++node) {
      words_.push_back(new_word(node == 0 ? nullptr : &words_[data.parent(node)], data.last_letter(node)));
      if (data.group(node) == none) continue;
      for (std::size_t q = 0; q < states_; ++q) {
        for (std::size_t j = 1; j < values_; ++j) {
          const z3::expr here = words_.back()[q], of_group = at_least(group_value_, data.group(node), j);
          const z3::expr of_state = at_least(state_value_, q, j);
          solver_.add(!here || !of_group || of_state);
          solver_.add(!here || of_group || !of_state);
        }
      }
    }
  }

  Found next() override {
    const z3::check_result result = solver_.check();
    if (result == z3::unknown) return Found::gave_up;
    if (result == z3::unsat) return Found::no_other;
    read_machine();
    forbid_machine();
    return Found::machine;
  }

  [[nodiscard]] const Tables& machine() const override { return machine_; }

  Agreed all_agree(const Word& left, const Word& right, Preference relation) override {
    solver_.push();
    const Reached a = reached(left), b = reached(right);
    // Some other relation must hold between the values that the two words reach.
    for (std::size_t q = 0; q < states_; ++q) {
      for (std::size_t r = 0; r < states_; ++r) {
        solver_.add(!a[q] || !b[r] || other_relation(q, r, relation));
      }
    }
    const z3::check_result result = solver_.check();
    solver_.pop();
    return result == z3::unsat ? Agreed::yes : result == z3::sat ? Agreed::no : Agreed::gave_up;
  }

 private:
  using Reached = std::vector<z3::expr>;  // per state

  z3::expr variable(const char* kind) { return context_.bool_const(fmt::format("{}{}", kind, ++variables_).c_str()); }

  z3::expr transition(std::size_t from, std::size_t letter, std::size_t to) const {
    return next_[static_cast<int>((from * data_.letters() + letter) * states_ + to)];
  }

  /// The value is at least j, for 0 <= j <= values.
  z3::expr at_least(const z3::expr_vector& list, std::size_t of, std::size_t j) {
    if (j == 0) return context_.bool_val(true);
    if (j >= values_) return context_.bool_val(false);
    return list[static_cast<int>(of * (values_ - 1) + j - 1)];
  }

  void make_values(z3::expr_vector& list, std::size_t count, const char* kind) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 1; j < values_; ++j) {
        list.push_back(variable(kind));
        if (j > 1) solver_.add(!at_least(list, i, j) || at_least(list, i, j - 1));
      }
    }
  }

  void make_machine() {
    for (std::size_t q = 0; q < states_; ++q) {
      for (std::size_t a = 0; a < data_.letters(); ++a) {
        std::vector<z3::expr> targets;
        for (std::size_t r = 0; r < states_; ++r) {
          targets.push_back(variable("d"));
          next_.push_back(targets.back());
        }
        exactly_one(targets);
      }
    }
    make_values(state_value_, states_, "v");
  }

  void exactly_one(const std::vector<z3::expr>& list) {
    z3::expr_vector all(context_);
    for (std::size_t i = 0; i < list.size(); ++i) {
      all.push_back(list[i]);
      for (std::size_t j = 0; j < i; ++j) solver_.add(!list[i] || !list[j]);
    }
    solver_.add(z3::mk_or(all));
  }

  void make_groups() {
    make_values(group_value_, data_.groups(), "g");
    for (const Above& each : data_.order()) {
      for (std::size_t j = 0; j < values_; ++j) {
        solver_.add(!at_least(group_value_, each.low, j) || at_least(group_value_, each.high, j + 1));
      }
    }
  }

  /// The states that a word can lead to: its beginning and its last letter decide.
  Reached new_word(const Reached* beginning, Letter letter) {
    Reached here;
    for (std::size_t q = 0; q < states_; ++q) {
      here.push_back(beginning == nullptr ? context_.bool_val(q == 0) : variable("w"));
    }
    if (beginning == nullptr) return here;
    exactly_one(here);
    for (std::size_t q = 0; q < states_; ++q) {
      for (std::size_t r = 0; r < states_; ++r) {
        const z3::expr step = transition(q, index(letter), r);
        solver_.add(!(*beginning)[q] || !step || here[r]);
        solver_.add(!(*beginning)[q] || !here[r] || step);
      }
    }
    return here;
  }

  Reached reached(const Word& word) {
    Node node = 0;
    Reached here = words_[0];
    for (const Letter letter : word) {
      if (node != none) node = data_.child(node, letter);
      here = node != none ? words_[node] : new_word(&here, letter);
    }
    return here;
  }

  /// The values of two states relate otherwise than that.
  z3::expr other_relation(std::size_t q, std::size_t r, Preference relation) {
    const auto below = [&](std::size_t low, std::size_t high) {
      z3::expr_vector somewhere(context_);
      for (std::size_t j = 1; j < values_; ++j) {
        somewhere.push_back(!at_least(state_value_, low, j) && at_least(state_value_, high, j));
      }
      return z3::mk_or(somewhere);
    };
    if (relation == Preference::equal) return below(q, r) || below(r, q);
    return relation == Preference::less ? !below(q, r) : !below(r, q);
  }

  /// State j is first entered from state i: parents never decrease with j, nor, from the same parent, first letters.
  void number_breadth_first() {
    const std::size_t n = states_, letters = data_.letters();
    std::vector<std::vector<z3::expr>> parent(n);              // [j][i], i < j
    std::vector<std::vector<std::vector<z3::expr>>> first(n);  // [j][i][a]: a is the first letter from i to j
    for (std::size_t j = 1; j < n; ++j) {
      z3::expr_vector some(context_);
      z3::expr entered = context_.bool_val(false);
      for (std::size_t i = 0; i < j; ++i) {
        z3::expr leads = context_.bool_val(false);
        first[j].emplace_back();
        for (std::size_t a = 0; a < letters; ++a) {
          first[j][i].push_back(named(transition(i, a, j) && !leads, "f"));
          leads = named(leads || transition(i, a, j), "t");
        }
        parent[j].push_back(named(leads && !entered, "p"));
        entered = named(entered || leads, "e");
        some.push_back(parent[j][i]);
      }
      solver_.add(z3::mk_or(some));
    }
    for (std::size_t j = 1; j + 1 < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        for (std::size_t k = 0; k < i; ++k) solver_.add(!parent[j][i] || !parent[j + 1][k]);
        for (std::size_t a = 0; a < letters; ++a) {
          for (std::size_t b = 0; b < a; ++b) {
            solver_.add(!parent[j][i] || !parent[j + 1][i] || !first[j][i][a] || !first[j + 1][i][b]);
          }
        }
      }
    }
  }

  z3::expr named(const z3::expr& what, const char* kind) {
    z3::expr name = variable(kind);
    solver_.add(name == what);
    return name;
  }

  void read_machine() {
    const z3::model model = solver_.get_model();
    const auto holds = [&](const z3::expr& what) { return model.eval(what, true).is_true(); };
    machine_ = {};
    for (std::size_t q = 0; q < states_; ++q) {
      std::size_t value = 0;
      while (holds(at_least(state_value_, q, value + 1))) ++value;
      machine_.outputs.push_back(make_id<Output>(value));
      for (std::size_t a = 0; a < data_.letters(); ++a) {
        std::size_t to = 0;
        while (!holds(transition(q, a, to))) ++to;
        machine_.next.push_back(make_id<State>(to));
      }
    }
  }

  /// Another machine has another transition, or orders two states otherwise.
  void forbid_machine() {
    z3::expr_vector differs(context_);
    for (std::size_t q = 0; q < states_; ++q) {
      for (std::size_t a = 0; a < data_.letters(); ++a) {
        differs.push_back(!transition(q, a, index(machine_.next[q * data_.letters() + a])));
      }
      for (std::size_t r = 0; r < q; ++r) {
        const Preference relation = compared(machine_.outputs[q], machine_.outputs[r]);
        differs.push_back(other_relation(q, r, relation));
      }
    }
    found_.push_back(z3::mk_or(differs));
    solver_.add(found_.back());
  }

  const Data& data_;
  std::size_t states_, values_;
  z3::context context_;
  z3::solver solver_;
  z3::expr_vector next_, state_value_, group_value_;
  std::vector<Reached> words_;  // per node
  std::vector<z3::expr> found_;
  std::size_t variables_ = 0;
  Tables machine_;
};

}  // namespace
}  // namespace remap::passive

namespace remap {

std::unique_ptr<passive::ExactSearch> new_z3_search(const passive::Data& data, std::size_t states, std::size_t values,
                                                    std::uint64_t solver_steps) {
  return std::make_unique<passive::Z3Search>(data, states, values, solver_steps);
}

}  // namespace remap
