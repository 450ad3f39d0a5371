// Machines like those of real systems: most letters do nothing or end everything in most states, and rare paths matter.
#include <algorithm>

#include "automata/families/makers.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap::family_makers {

namespace {

constexpr std::size_t ignored = 0, closed = 1, first_reply = 2;  // outputs
constexpr std::size_t most_attempts = 100;

/// A protocol being drawn, as a Mealy machine: the set-up is a path, then comes the session, and the last state is the
/// sink, which answers everything with `closed`.
class Protocol {
 public:
  Protocol(std::size_t states, std::size_t letters, std::size_t outputs, Random random)
      : states_(states), letters_(letters), outputs_(outputs), random_(random) {
    std::vector<bool> strict(letters);
    for (std::size_t a = 0; a < letters; ++a) strict[a] = random_.chance(0.5);
    for (std::size_t q = 0; q < states; ++q) {
      for (std::size_t a = 0; a < letters; ++a) steps_.push_back(strict[a] || q == sink() ? end() : step(q, ignored));
    }
    live_.assign(states * letters, false);
    add_paths();
    for (std::size_t q = setup_; q < sink(); ++q) add_shortcuts(q);
  }

  [[nodiscard]] MealyMachine machine() const {
    return {Alphabet::plain(named("m", letters_)), Outputs(named("", outputs_)), State{0},
            std::vector<bool>(states_, false), steps_};
  }

 private:
  [[nodiscard]] std::size_t sink() const { return states_ - 1; }
  [[nodiscard]] static MealyMachine::Step step(std::size_t to, std::size_t output) {
    return {make_id<State>(to), make_id<Output>(output)};
  }
  [[nodiscard]] MealyMachine::Step end() const { return step(sink(), closed); }
  [[nodiscard]] std::size_t reply() { return first_reply + random_.below(outputs_ - first_reply); }

  /// A letter that does nothing special in a state yet; from now on it leads to `next`.
  bool add_live(std::size_t from, MealyMachine::Step next) {
    const std::size_t first = random_.below(letters_);
    for (std::size_t i = 0; i < letters_; ++i) {
      if (set_live(from, (first + i) % letters_, next)) return true;
    }
    return false;
  }
  bool set_live(std::size_t from, std::size_t letter, MealyMachine::Step next) {
    const std::size_t at = from * letters_ + letter;
    if (live_[at]) return false;
    live_[at] = true;
    steps_[at] = next;
    return true;
  }

  // Every state is led to by an earlier one.
  void add_paths() {
    setup_ = std::max<std::size_t>(2, states_ / 3);
    for (std::size_t q = 1; q <= setup_; ++q) add_live(q - 1, step(q, reply()));
    for (std::size_t q = setup_ + 1; q < sink();) {
      const std::size_t length = std::min<std::size_t>(3 + random_.below(6), sink() - q);
      std::size_t from = q - 1 - random_.below(std::min<std::size_t>(4, q - setup_));
      while (!add_live(from, step(q, reply()))) from = from > setup_ ? from - 1 : q - 1;
      if (length >= 3 && random_.chance(0.25)) {
        add_counter(q, length);
        q += length;
      } else {
        ++q;
      }
    }
  }

  // One letter counts, always with the same reply, and ends everything when it has counted enough; another one resets.
  void add_counter(std::size_t first, std::size_t length) {
    const std::size_t count = random_.below(letters_), reset = (count + 1 + random_.below(letters_ - 1)) % letters_;
    const std::size_t counted = reply(), done = reply();
    for (std::size_t q = first; q < first + length; ++q) {
      set_live(q, count, q + 1 < first + length ? step(q + 1, counted) : end());
      set_live(q, reset, step(first, done));
    }
  }

  // A few more letters that do something: back to an earlier state of the session or to the beginning, or just a reply.
  void add_shortcuts(std::size_t from) {
    for (std::size_t more = 1 + random_.below(2); more > 0; --more) {
      const std::size_t to = random_.chance(0.5)   ? setup_ + random_.below(from - setup_ + 1)
                             : random_.chance(0.5) ? 0
                                                   : from;
      add_live(from, step(to, reply()));
    }
  }

  std::size_t states_, letters_, outputs_;
  Random random_;
  std::size_t setup_ = 0;  // the state in which the session begins
  std::vector<MealyMachine::Step> steps_;
  std::vector<bool> live_;  // per step
};

/// A controller being drawn, as a Mealy machine: jobs that take many ticks, in which nothing shows until the last one.
/// The first letter is the tick. The others come in groups: the letters of a group do the same but for one state each.
class Controller {
 public:
  Controller(std::size_t states, std::size_t letters, std::size_t outputs, Random random)
      : states_(states),
        letters_(letters),
        outputs_(outputs),
        groups_(std::max<std::size_t>(2, letters / letters_per_group)),
        jobs_(std::max<std::size_t>(1, states / ticks)),
        random_(random) {
    for (std::size_t job = 0; job < jobs_; ++job) add_job(job);
    for (std::size_t letter = 1; letter < letters; ++letter) {
      const std::size_t q = random_.below(states);
      if (q % ticks != 0) set(q, letter, any_job(), reply());
    }
  }

  [[nodiscard]] MealyMachine machine() const {
    return {Alphabet::plain(named("c", letters_)), Outputs(named("", outputs_)), State{0},
            std::vector<bool>(states_, false), steps_};
  }

 private:
  static constexpr std::size_t ticks = 24, letters_per_group = 8;
  [[nodiscard]] std::size_t begin(std::size_t job) const { return job < jobs_ ? job * ticks : states_; }
  [[nodiscard]] std::size_t end(std::size_t job) const { return job + 1 < jobs_ ? begin(job + 1) : states_; }
  [[nodiscard]] std::size_t any_job() { return begin(random_.below(jobs_)); }
  [[nodiscard]] std::size_t reply() { return first_reply + random_.below(outputs_ - first_reply); }
  void set(std::size_t from, std::size_t letter, std::size_t to, std::size_t output) {
    steps_[from * letters_ + letter] = {make_id<State>(to), make_id<Output>(output)};
  }

  // At its beginning a group of letters chooses another job, so that all are reached. Later a group is ignored, starts
  // the job again without a word, or ends it.
  void add_job(std::size_t job) {
    steps_.resize(end(job) * letters_);
    const std::size_t after = any_job(), done = reply();
    std::vector<std::size_t> does(groups_), chosen(groups_);
    for (std::size_t g = 0; g < groups_; ++g) {
      does[g] = random_.below(3);
      const std::size_t child = job * groups_ + g + 1;
      chosen[g] = child < jobs_ ? begin(child) : any_job();
    }
    for (std::size_t q = begin(job); q < end(job); ++q) {
      set(q, 0, q + 1 < end(job) ? q + 1 : after, q + 1 < end(job) ? ignored : done);
      for (std::size_t letter = 1; letter < letters_; ++letter) {
        const std::size_t g = (letter - 1) % groups_;
        if (q == begin(job)) {
          set(q, letter, chosen[g], ignored);
        } else {
          set(q, letter, does[g] == 0 ? q : does[g] == 1 ? begin(job) : 0, does[g] == 2 ? closed : ignored);
        }
      }
    }
  }

  std::size_t states_, letters_, outputs_, groups_, jobs_;
  Random random_;
  std::vector<MealyMachine::Step> steps_;
};

/// Drawn until minimal.
template <class System>
MooreMachine draw(const Numbers& n) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const MealyMachine machine = System(n[0], n[1], n[2], split_random(n[3], attempt)).machine();
    if (attempt + 1 < most_attempts && minimise(machine).size() != n[0]) continue;
    return to_moore(machine, {.rule = Undefined::Rule::refuse});
  }
}

}  // namespace

MooreMachine protocol(const Numbers& n) { return draw<Protocol>(n); }

MooreMachine controller(const Numbers& n) { return draw<Controller>(n); }

}  // namespace remap::family_makers
