// Which question is out with whom, when several people answer together.
//
// The questions of a batch are leased: a question is given to one person at a time, and to another one if the first
// takes too long. Every lease is remembered with its pair of sequences, so that no answer is lost: the answer to a
// lease settles an open question about its pair, whichever that is, or is one more opinion about that pair. Nothing
// here knows clocks, threads or files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "remap/learning/question.hpp"

namespace remap {

/// A comparison of two sequences, or, if both are empty, the check of a machine.
struct LeasedQuestion {
  Word first, second;
  bool again = false;
  [[nodiscard]] bool is_check() const noexcept { return first.empty() && second.empty(); }
};

struct Lease {
  std::uint64_t number = 0;  // from 1
  std::string who;
  LeasedQuestion question;
  std::int64_t since = 0;  // milliseconds
  bool answered = false;
};

class LeaseBoard {
 public:
  /// `patience`: milliseconds until a question that is out may be given to someone else.
  explicit LeaseBoard(std::int64_t patience) : patience_(patience) {}

  /// The questions that are open from now on, all different; those that were open before are withdrawn.
  void post(std::vector<LeasedQuestion> questions);
  [[nodiscard]] bool all_answered() const noexcept { return open_ == 0; }
  [[nodiscard]] std::size_t open() const noexcept { return open_; }

  /// The question for a person: the one they have, or one that is free, preferably about sequences that they have not
  /// compared. Null if there is none at the moment. `checks`: whether this person may be given a check.
  const Lease* lease(const std::string& who, std::int64_t now, bool checks);

  enum class Outcome : std::uint8_t {
    settled,   // it answers the open question at `position`
    opinion,   // the question was answered meanwhile: one more opinion about the pair
    repeated,  // this lease was answered before
    unknown,   // there is no such lease of this person
  };
  struct Taken {
    Outcome outcome = Outcome::unknown;
    std::size_t position = 0;
    bool turned = false;  // the open question has the two sequences the other way round
    Lease lease = {};
  };
  /// A lease of this person, answered or not; null if there is none of that number.
  [[nodiscard]] const Lease* find(const std::string& who, std::uint64_t number) const;
  /// Somebody answers a lease. An unsure answer settles a question as any other does.
  Taken take(const std::string& who, std::uint64_t number);
  /// The answer to a lease could not be kept: it may be answered again.
  void take_back(std::uint64_t number);
  /// Somebody has compared these before, with another server, say.
  void note(const std::string& who, const Word& first, const Word& second);
  /// How many leases were given in all.
  [[nodiscard]] std::uint64_t given() const noexcept { return given_; }

 private:
  struct Open {
    LeasedQuestion question;
    bool answered = false;
    std::uint64_t lease = 0;  // the latest; 0: none
  };
  using Key = std::pair<Word, Word>;
  [[nodiscard]] static Key key(const Word& first, const Word& second);
  [[nodiscard]] bool is_open(const Lease& lease) const;
  [[nodiscard]] bool free(const Open& open, std::int64_t now) const;
  void trim();

  std::int64_t patience_;
  std::vector<Open> questions_;
  std::size_t open_ = 0;
  std::uint64_t given_ = 0;
  std::map<std::uint64_t, Lease> leases_;         // by number
  std::map<std::string, std::uint64_t> current_;  // the latest lease of each person
  std::set<std::pair<std::string, Key>> compared_;
};

}  // namespace remap
