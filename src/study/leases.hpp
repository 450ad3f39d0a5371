// Which question is out with whom.
//
// The questions of a batch are leased: a question is given to one person at a time, and to another one if the first
// takes too long. Every lease is remembered with its question, so that no answer is lost: the answer to a lease settles
// an open question about the same, whichever that is, or is one more opinion. An open question can be answered without
// a lease, which was given by another process then. Nothing here knows clocks, threads or files.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "study/question_name.hpp"

namespace remap {

/// A comparison of two sequences, or the check of a machine.
struct LeasedQuestion {
  QuestionName name;
  Word first, second;
  bool again = false;
  bool check = false;
};

struct Lease {
  LeasedQuestion question;
  std::int64_t since = 0;  // milliseconds
  bool answered = false;
};

class LeaseBoard {
 public:
  /// `patience`: milliseconds until a question that is out may be given to someone else.
  explicit LeaseBoard(std::int64_t patience) : patience_(patience) {}

  /// The questions that are open from now on, all about something else; those that were open before are withdrawn.
  void post(std::vector<LeasedQuestion> questions);
  [[nodiscard]] bool all_answered() const noexcept { return open_ == 0; }
  [[nodiscard]] std::size_t open() const noexcept { return open_; }

  /// The question for a person: the one they have, or one that is free, preferably about sequences that they have not
  /// compared. Null if there is none at the moment. `checks`: whether this person may be given a check.
  const Lease* lease(const std::string& who, std::int64_t now, bool checks);

  /// What an answer of this person to a question would be.
  struct Match {
    enum class Kind : std::uint8_t {
      settles,   // the open question at `position`
      opinion,   // the question was answered meanwhile: one more opinion about it
      answered,  // this person has answered it
      unknown,   // they were never given it, or by another process
    };
    Kind kind = Kind::unknown;
    std::size_t position = 0;
    LeasedQuestion question = {};  // the open one, or the one that was leased
    std::int64_t since = 0;        // when it was given to this person; 0: not known
  };
  [[nodiscard]] Match match(const std::string& who, const QuestionName& name) const;
  /// This person has answered: the answer of a match that settles a question or is an opinion was stored.
  void answer(const std::string& who, const QuestionName& name, const Match& match);
  /// Somebody has answered a question about this before, with another server, say.
  void note(const std::string& who, const std::string& subject) { met_.emplace(who, subject); }
  /// How many leases were given in all.
  [[nodiscard]] std::uint64_t given() const noexcept { return given_; }

 private:
  using Key = std::pair<std::string, QuestionName>;  // a lease of this person
  struct Open {
    LeasedQuestion question;
    bool answered = false;
    std::optional<Key> lease = std::nullopt;  // the latest
  };
  [[nodiscard]] const Lease* find(const Key& key) const;
  [[nodiscard]] bool is_open(const Lease& lease) const;
  [[nodiscard]] bool free(const Open& open, std::int64_t now) const;

  std::int64_t patience_;
  std::vector<Open> questions_;
  std::size_t open_ = 0;
  std::uint64_t given_ = 0;
  std::map<Key, Lease> leases_;
  std::deque<Key> oldest_;                             // leases, oldest first
  std::map<std::string, QuestionName> current_;        // the latest lease of each person
  std::set<std::pair<std::string, std::string>> met_;  // who has answered about what
};

}  // namespace remap
