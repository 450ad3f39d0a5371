// What is likely to be the machine, given everything that anybody said about words.
//
// All statements are likelihood terms; the state of knowledge is a posterior over machines with at most 32 live states.
// The caller owns the loop:
//
//     Posterior posterior(Space(letters, ends), {});
//     posterior.add(Value{{}, going_on}, person);              // and an example of each other outcome
//     posterior.think();
//     while (posterior.exactly_right() < 0.95) {
//       const auto questions = posterior.next(1);              // none: nothing is left to ask
//       posterior.add(Placement{questions[0].word, said}, person);
//       posterior.think();
//     }
//     posterior.machines()[0]
//
// The same calls in the same order with the same seed have the same results, on every processor. Nothing here reads a
// clock, starts a thread or waits.
#pragma once

#include <memory>

#include "posterior/questions.hpp"

namespace remap::posterior {

struct Options {
  PriorName prior = PriorName::person;
  bool errors = true;  // false: nobody errs
  std::uint64_t seed = 1;
  Numbers numbers{};
};

/// A machine and its share among those that were found.
struct Weighted {
  const Machine* machine;
  double weight;
};

struct Doubt {
  StatementId statement;
  double wrong;  // the probability that it is
};

class Posterior {
 public:
  explicit Posterior(Space space, Options options = {});
  ~Posterior();
  Posterior(Posterior&&) noexcept;
  Posterior& operator=(Posterior&&) noexcept;

  /// What was said counts from the next `think` on. Throws InputError if it names letters or outcomes that are not
  /// declared.
  StatementId add(Statement statement, GiverId giver = {});
  /// Takes a statement back, as if it had not been made; only the search keeps what it found. False if there is none.
  bool retract(StatementId id);

  /// Searches for likely machines; `effort` multiplies how long. The best machine found is not always the likeliest one
  /// there is; calling it again searches on.
  void think(int effort = 1);

  // As of the last `think`, which these require to have been called.
  /// Best first. Valid until the next `think`.
  [[nodiscard]] std::vector<Weighted> machines(std::size_t most) const;
  [[nodiscard]] const Machine& best() const;
  /// How likely the best machine is to be right about all possible words: by the prior and the machines found, and,
  /// from the goal on, also by a sample that counts others. With open classes there is no sample.
  [[nodiscard]] double exactly_right() const;
  /// The expected rates of a giver, if the best machine is right.
  [[nodiscard]] Rates rates(GiverId giver) const;
  /// The answers that are most likely wrong, worst first; none that is wrong with less than one in ten.
  [[nodiscard]] std::vector<Doubt> doubtful(std::size_t most) const;
  /// Up to `most` questions for a giver that are worth asking together, best first. None: no word is left to ask about
  /// that would tell likely machines apart, or classes are not declared.
  [[nodiscard]] std::vector<Question> next(std::size_t most, GiverId giver = {}, Forms forms = {});

  /// The score of any machine, to be compared with those of `machines`.
  [[nodiscard]] double score(Machine machine) const;
  [[nodiscard]] const Space& space() const noexcept;
  [[nodiscard]] const Evidence& evidence() const noexcept;
  /// How many machines were scored.
  [[nodiscard]] std::uint64_t scored() const noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace remap::posterior
