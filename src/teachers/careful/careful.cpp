// Votes are counted by the book, whose revision changes whenever what counts does: then a new session begins. All
// that is decided here depends on the book and the session alone, so a resumed or replayed run decides the same: a pair
// that is settled is not confirmed again, and the k-th recheck falls due with question k / share and picks one of those
// before it. A run that has ended, repeated with its book, has nothing left to ask. So whatever is missing
// from the whole book is asked before the end, and answers that came after the session had done without them,
// those about neighbours, do not count as unconfirmed then.
//
// A contradiction is settled by votes. A minimal contradicting set has few answers, and a wrong one among them is
// outvoted by its second and third asking; each round asks only those with the fewest votes. `Settle::ask` leaves it at
// three votes. Errors that come back every time (persistent noise) leave the votes as they are: with `Settle::vote`,
// after `most_votes` the latest of them is called unsure, and the ranker looks for another word to compare with.
//
// A restart costs a replay of the answers so far. With noise p about p times the number of questions are restarts, so
// this is made for thousands of questions, not for millions.
#include "teachers/careful/careful.hpp"
#include "learning/session/session_engine.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "remap/teachers/learn.hpp"

namespace remap {

namespace {

constexpr std::size_t few_votes = 3;        // on a pair of words, with `Settle::ask`
constexpr std::size_t most_votes = 15;      // likewise, with `Settle::vote`
constexpr std::uint64_t first_check = 256;  // comparisons before neighbouring classes are compared for the first time
constexpr std::uint64_t first_vote = 64;    // questions before all are put to the vote for the first time

std::size_t votes_at_most(Settle settle) { return settle == Settle::vote ? most_votes : few_votes; }

class CarefulDriver {
 public:
  CarefulDriver(RecordingTeacher& teacher, const Care& care, Session& session)
      : teacher_(teacher), care_(care), session_(session), revision_(teacher.book().revision()) {}

  /// False when what counts has changed under way.
  bool drive() {
    return remap::drive(
        session_, teacher_, [this] { return before_request(); }, [this] { return after_comparisons(); });
  }

 private:
  bool before_request() {
    if (care_.most_answers > 0 && teacher_.book().size() > care_.most_answers) {
      throw GaveUp("the run was given up: it reached its limit on questions");
    }
    session_.next();  // takes the steps by which it grows
    if (care_.confirm == Confirm::growth && !confirm_growth()) return false;
    compare_neighbours();
    check_consistent();
    return true;
  }

  bool after_comparisons() {
    if (care_.confirm == Confirm::all) confirm_all(session_.next().comparisons);
    if (care_.recheck > 0) recheck();
    if (care_.settle != Settle::off) vote_again();
    check_consistent();
    return current();
  }

  void check_consistent() {
    if (!teacher_.consistent()) throw Contradiction("the answers contradict each other", 0);
  }

  [[nodiscard]] bool current() const { return teacher_.book().revision() == revision_; }

  // A wrong answer can make two classes of one. Words that belong there then equal whichever of the two they are
  // compared with, no answer contradicts another, and the machine grows without end. So whenever the number of
  // comparisons has doubled, some word of each class is compared with some word of the next, although the answer is
  // implied. Which words depends on the session alone, so a new session looks these answers up.
  void compare_neighbours() {
    if (session_.counts().comparisons < next_check_) return;
    Random random = split_random(care_.seed ^ 0x6e65696768U, next_check_);
    while (next_check_ <= session_.counts().comparisons) next_check_ *= 2;
    const Classes& classes = session_.engine().classes();
    std::vector<WordId> member(classes.size(), no_word);
    std::vector<std::uint64_t> met(classes.size(), 0);
    for (std::size_t w = 0; w < session_.engine().words().size(); ++w) {
      const ClassId id = classes.class_of(make_id<WordId>(w));
      if (id != no_class && random.below(++met[index(id)]) == 0) member[index(id)] = make_id<WordId>(w);
    }
    std::vector<Comparison> pairs;
    for (std::size_t rank = 0; rank + 1 < classes.size(); ++rank) {
      const Comparison pair{member[index(classes.at_rank(rank))], member[index(classes.at_rank(rank + 1))]};
      pairs.push_back(teacher_.words().find(session_.engine().words(), pair));
    }
    try {
      teacher_.asker().ask_anyway(pairs);
    } catch (const NobodyLeft&) {
      // Nothing rests on these answers, and a log that another version wrote has those about other words.
    }
  }

  bool confirm_growth() {
    ids_.clear();
    for (const WordId word : session_.engine().growth()) {
      for (const AnswerId id : teacher_.decisive(session_.engine().words(), word)) {
        if (std::find(ids_.begin(), ids_.end(), id) == ids_.end()) ids_.push_back(id);
      }
    }
    teacher_.asker().confirm(ids_);
    return current();
  }

  void confirm_all(std::span<const Comparison> comparisons) {
    ids_.clear();
    for (const Comparison& each : comparisons) {
      const AnswerId id = teacher_.latest(session_.engine().words(), each);
      if (id != no_answer) ids_.push_back(id);  // none: it was inferred
    }
    teacher_.asker().confirm(ids_);
  }

  void recheck() {
    const AnswerBook& book = teacher_.book();
    ids_.clear();
    for (std::uint64_t k = book.asked(Purpose::recheck) + 1;; ++k) {
      const auto due = static_cast<std::uint64_t>(static_cast<double>(k) / care_.recheck);
      if (due > book.asked(Purpose::question)) break;
      const AnswerId id = pick(k, std::max<std::uint64_t>(due, 1));
      if (id == no_answer) break;
      ids_.push_back(id);
    }
    teacher_.asker().ask_again(ids_, Purpose::recheck);
    std::erase_if(ids_, [&](AnswerId id) {
      const AnswerBook::Votes votes = book.votes(book.at(id).left, book.at(id).right);
      return votes.agreeing == votes.all;
    });
    if (!ids_.empty()) level_ = 0;  // a majority that was clear enough may not be so any more
    teacher_.asker().confirm(ids_);
  }

  // A wrong answer that was not found out makes a run grow without end, since it asks about machines that do not exist
  // and is answered wrongly again. So once the teacher was caught erring, all answers are put to the vote whenever the
  // number of questions has doubled; with `Settle::vote` each time for a clearer majority.
  void vote_again() {
    const AnswerBook& book = teacher_.book();
    if (book.revision() == 0) return;
    const std::size_t most = votes_at_most(care_.settle);
    for (; book.asked(Purpose::question) >= first_vote << level_; ++level_) {
      scan(first_vote << level_);
      for (;;) {
        ids_.clear();
        for (std::size_t i = 0; i < first_vote << level_ && i < questions_.size(); ++i) {
          const BookEntry& entry = book.at(questions_[i]);
          if (!entry.valid || entry.changed_at != no_answer) continue;
          const AnswerBook::Votes votes = book.votes(entry.left, entry.right);
          const std::size_t lead = care_.settle == Settle::vote ? level_ + 2 : 2;
          if (votes.all < most && 2 * votes.agreeing < votes.all + lead) ids_.push_back(questions_[i]);
        }
        if (ids_.empty()) break;
        teacher_.asker().ask_again(ids_, Purpose::confirmation);
      }
    }
  }

  /// Finds the first questions up to the given number of them.
  void scan(std::uint64_t wanted) {
    const AnswerBook& book = teacher_.book();
    for (; scanned_ < book.size() && questions_.size() < wanted; ++scanned_) {
      const BookEntry& entry = book.at(make_id<AnswerId>(scanned_ + 1));
      if (entry.kind == BookEntry::Kind::comparison && entry.purpose == Purpose::question) {
        questions_.push_back(make_id<AnswerId>(scanned_ + 1));
      }
    }
  }

  /// A first question among the first `due` of them.
  [[nodiscard]] AnswerId pick(std::uint64_t k, std::uint64_t due) {
    scan(due);
    const AnswerBook& book = teacher_.book();
    Random random = split_random(care_.seed ^ 0x7265636865636bU, k);
    for (int tries = 0; tries < 20; ++tries) {
      const AnswerId id = questions_[random.below(std::min<std::uint64_t>(due, questions_.size()))];
      if (book.at(id).valid) return id;
    }
    return no_answer;
  }

  RecordingTeacher& teacher_;
  const Care& care_;
  Session& session_;
  std::uint64_t revision_;
  std::vector<AnswerId> ids_;
  std::uint64_t next_check_ = first_check;
  std::size_t level_ = 0;            // how often all was put to the vote
  std::size_t scanned_ = 0;          // answers of the book
  std::vector<AnswerId> questions_;  // first questions among them
};

/// Asks the comparisons among these answers again whose votes are least clear. False when nothing can be done.
bool ask_weakest(RecordingTeacher& teacher, std::vector<AnswerId> ids, Settle settle) {
  const AnswerBook& book = teacher.book();
  std::erase_if(ids, [&](AnswerId id) { return book.at(id).kind != BookEntry::Kind::comparison; });
  const auto votes = [&](AnswerId id) { return book.votes(book.at(id).left, book.at(id).right); };
  const auto lead = [&](AnswerId id) { return 2 * votes(id).agreeing + most_votes - votes(id).all; };
  std::vector<AnswerId> open = ids;
  std::erase_if(open, [&](AnswerId id) {
    return votes(id).all >= votes_at_most(settle) ||
           book.at(book.latest(book.at(id).left, book.at(id).right)).changed_at != no_answer;
  });
  if (open.empty()) {
    if (ids.empty() || settle != Settle::vote) return false;
    const AnswerId latest = *std::max_element(ids.begin(), ids.end());
    teacher.asker().change(latest, Preference::unsure);
    return true;
  }
  std::size_t least = lead(open.front());
  for (const AnswerId id : open) least = std::min(least, lead(id));
  std::erase_if(open, [&](AnswerId id) { return lead(id) > least; });
  teacher.asker().ask_again(open, Purpose::confirmation);
  return true;
}

/// Answers that were taken from other words of the same state. Which words these are is what the learner believes, so
/// such an answer is the first to go when answers contradict each other.
class OtherWords {
 public:
  explicit OtherWords(RecordingTeacher& teacher) : teacher_(teacher) {}

  /// Where a word cannot be compared, others are that lead to the same state. True when one of the comparisons has an
  /// answer now.
  bool ask(const Session& session, const std::vector<Comparison>& comparisons) {
    const std::uint64_t revision = teacher_.book().revision();
    std::unordered_map<WordId, std::vector<Word>> others;
    std::size_t most = 0;
    for (const Comparison& each : comparisons) {
      if (others.contains(each.left)) continue;
      others[each.left] = session.engine().learner().same_state(each.left);
      most = std::max(most, others[each.left].size());
    }
    for (std::size_t k = 0; k < most && teacher_.book().revision() == revision; ++k) {
      ask_one_each(session.engine().words(), comparisons, others, k);
    }
    return teacher_.book().revision() != revision;
  }

  /// Takes one of these answers back, if it came from another word. False when none did.
  bool take_back(std::span<const AnswerId> contradicting) {
    for (std::size_t i = contradicting.size(); i-- > 0;) {
      if (taken_.erase(contradicting[i]) == 0) continue;
      teacher_.asker().change(contradicting[i], Preference::unsure);
      refuted_.insert(contradicting[i]);
      return true;
    }
    return false;
  }

 private:
  /// Of each word the k-th of the others is compared in its place.
  void ask_one_each(const WordTree& words, const std::vector<Comparison>& comparisons,
                    const std::unordered_map<WordId, std::vector<Word>>& others, std::size_t k) {
    std::vector<Comparison> asked, meant;
    for (const Comparison& each : comparisons) {
      const std::vector<Word>& list = others.at(each.left);
      if (k >= list.size()) continue;
      const Comparison pair{teacher_.words().find(list[k]), teacher_.words().find(words, each.right)};
      if (pair.left == pair.right) continue;
      asked.push_back(pair);
      meant.push_back(each);
    }
    teacher_.asker().ask_anyway(asked);
    std::vector<std::optional<Preference>> answers;
    for (const Comparison& each : asked) answers.push_back(teacher_.book().compare(each.left, each.right));
    for (std::size_t i = 0; i < meant.size(); ++i) {
      if (answers[i] && *answers[i] != Preference::unsure) take(words, meant[i], *answers[i]);
    }
  }

  void take(const WordTree& words, const Comparison& comparison, Preference answer) {
    const AnswerBook& book = teacher_.book();
    const Comparison asked = teacher_.words().find(words, comparison);
    const AnswerId id = book.latest(asked.left, asked.right);
    if (id == no_answer || refuted_.contains(id)) return;
    if (book.compare(asked.left, asked.right) != Preference::unsure) return;
    teacher_.asker().change(id, book.at(id).left == asked.left ? answer : swapped(answer));
    taken_.insert(id);
  }

  RecordingTeacher& teacher_;
  std::unordered_set<AnswerId> taken_, refuted_;
};

/// True when the book is free of contradictions again. Each contradiction is stayed with until it is gone: others may
/// say the same in other words.
bool settle_contradiction(RecordingTeacher& teacher, Settle settle, OtherWords& others) {
  const AnswerBook& book = teacher.book();
  const std::uint64_t revision = book.revision();
  for (;;) {
    const std::vector<AnswerId> core = book.contradiction(teacher.absorbing());
    if (core.empty()) return book.revision() != revision;
    for (std::uint64_t before = book.revision(); book.revision() == before;) {
      if (!others.take_back(core) && !ask_weakest(teacher, core, settle)) return false;
    }
  }
}

/// True when one of the comparisons has an answer now.
bool settle_unsure(RecordingTeacher& teacher, const Session& session, const std::vector<Comparison>& comparisons,
                   Settle settle) {
  const std::uint64_t revision = teacher.book().revision();
  std::vector<AnswerId> ids;
  for (const Comparison& each : comparisons) {
    const AnswerId id = teacher.latest(session.engine().words(), each);
    if (id != no_answer && teacher.book().at(id).changed_at == no_answer) ids.push_back(id);
  }
  for (std::size_t votes = 1; votes < votes_at_most(settle) && teacher.book().revision() == revision; ++votes) {
    std::erase_if(ids, [&](AnswerId id) {
      return teacher.book().votes(teacher.book().at(id).left, teacher.book().at(id).right).all >= votes_at_most(settle);
    });
    teacher.asker().ask_again(ids, Purpose::confirmation);
  }
  return teacher.book().revision() != revision;
}

}  // namespace

bool drive(Session& session, RecordingTeacher& teacher, const Care& care) {
  return CarefulDriver(teacher, care, session).drive();
}

std::unique_ptr<Session> drive_carefully(RecordingTeacher& teacher, const Care& care,
                                         const std::function<std::unique_ptr<Session>()>& make, CareCounts* counts,
                                         const Mend& mend) {
  CareCounts ignored;
  CareCounts& count = counts != nullptr ? *counts : ignored;
  OtherWords others(teacher);
  for (;; ++count.restarts) {
    std::unique_ptr<Session> session = make();
    try {
      if (drive(*session, teacher, care)) return session;
    } catch (const Error& error) {
      bool settled = false;
      if (dynamic_cast<const Contradiction*>(&error) != nullptr) {
        ++count.contradictions;
        settled = care.settle != Settle::off && settle_contradiction(teacher, care.settle, others);
      } else if (const auto* unsettled = dynamic_cast<const Unsettled*>(&error)) {
        settled =
            care.settle != Settle::off && (settle_unsure(teacher, *session, unsettled->comparisons(), care.settle) ||
                                           others.ask(*session, unsettled->comparisons()));
      }
      if (!settled && (!mend || !mend(*session, error))) throw;
    }
  }
}

}  // namespace remap
