// Guesses, and the evidence for them. Rivals are bit sets, n bits per transition. What an answer proves depends on the
// rest of the shape being right, so before the shape is offered all evidence is gathered again from the words answered
// so far; the equivalence question has the last word. How tours are planned is in tour_plan.cpp.
#include "learning/tour.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace remap {

namespace {

constexpr std::size_t audit_size = 12;
constexpr std::size_t most_sweeps = 2;
constexpr std::size_t most_strolls = 6;  // in a row without a surprise
constexpr std::size_t first_load = 2;
constexpr std::size_t most_known_steps = std::size_t{1} << 20;  // letters of known comparisons times states

std::size_t count_bits(std::span<const std::uint64_t> blocks) {
  std::size_t count = 0;
  for (std::uint64_t block : blocks) count += static_cast<std::size_t>(std::popcount(block));
  return count;
}

}  // namespace

TourLearner::TourLearner(const LearnerSetting& setting)
    : alphabet_(setting.alphabet),
      letters_(setting.alphabet.size()),
      random_(split_random(setting.seed, 1)),
      refiner_(setting, *this),
      random_tests_(refiner_, random_),
      effort_(setting.effort),
      self_reliant_(setting.self_reliant),
      load_(first_load),
      known_tests_(setting.known) {
  guessing_ = alphabet_.propositional();
  if (!guessing_) random_tests_.letters_are_opaque();
  next_audit_ = std::min(audit_size, 4 + letters_ / 2);
  if (guessing_ && alphabet_.letter_of(0) != no_letter) quiet_ = index(alphabet_.letter_of(0));
}

std::span<const Inquiry> TourLearner::advance() {
  const std::span<const Inquiry> inquiries = refiner_.advance();
  grounds_ = refiner_.grounds();
  return inquiries;
}

void TourLearner::new_state(State state) {
  if (!guessing_) refiner_.sift_all(state);
}

void TourLearner::sifted() {
  finish_audit();
  if (guessing_) update_guesses();
}

void TourLearner::update_guesses() {
  make_room_for_states();
  std::vector<KnownLetter> known;
  for (std::size_t q = 0; q < state_count(); ++q) {
    known.clear();
    std::uint64_t signature = 1469598103934665603ULL;
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const std::size_t transition = q * letters_ + letter;
      if (!refiner_.is_fact(static_cast<Transition>(transition))) continue;
      const State target = refiner_.target(static_cast<Transition>(transition));
      known.push_back({alphabet_.set_of(make_id<Letter>(letter)), target});
      signature = (signature ^ (letter * 0x10001 + index(target))) * 1099511628211ULL;
    }
    if (!refiner_.is_fact(static_cast<Transition>(q * letters_ + quiet_))) {
      known.push_back({alphabet_.set_of(make_id<Letter>(quiet_)), make_id<State>(q)});
    }
    if (signature == rules_signature_[q]) continue;
    rules_signature_[q] = signature;
    const LetterRules rules = predict_letters(known, alphabet_.sets(), alphabet_.propositions().size());
    relevant_[q] = rules.relevant;
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const auto transition = static_cast<Transition>(q * letters_ + letter);
      if (refiner_.is_fact(transition) || refiner_.target(transition) == rules.target[letter]) continue;
      refiner_.guess(transition, rules.target[letter]);
      forget_evidence(transition);
    }
  }
  evidence_is_fresh_ = false;
  update_columns();
  update_tails();
  weigh_known();
  collect_open();
}

void TourLearner::forget_evidence(Transition transition) {
  const std::span<Block> mine = rivals(transition);
  std::fill(mine.begin(), mine.end(), 0);
  for (std::size_t q = 0; q < state_count(); ++q) mine[q / 64] |= Block{1} << (q % 64);
}

void TourLearner::make_room_for_states() {
  const std::size_t states = state_count();
  if (states == states_seen_) return;
  const std::size_t blocks = (states + 63) / 64;
  if (blocks > blocks_) {
    const std::size_t wider = std::max(blocks, blocks_ * 2);
    std::vector<Block> moved(states * letters_ * wider, 0);
    for (std::size_t t = 0; t < states_seen_ * letters_; ++t) {
      std::copy_n(rivals_.begin() + static_cast<std::ptrdiff_t>(t * blocks_), blocks_,
                  moved.begin() + static_cast<std::ptrdiff_t>(t * wider));
    }
    rivals_ = std::move(moved);
    blocks_ = wider;
  } else {
    rivals_.resize(states * letters_ * blocks_, 0);
  }
  for (std::size_t t = 0; t < states_seen_ * letters_; ++t) {
    for (std::size_t q = states_seen_; q < states; ++q) rivals_[t * blocks_ + q / 64] |= Block{1} << (q % 64);
  }
  const std::size_t before = states_seen_;
  states_seen_ = states;
  for (std::size_t t = before * letters_; t < states * letters_; ++t) forget_evidence(static_cast<Transition>(t));
  relevant_.resize(states, 0);
  rules_signature_.resize(states, 0);
  used_.resize(states * letters_, 0);
  in_batch_.resize(states * letters_, 0);
  std::unordered_map<WordId, State> by_access;
  for (std::size_t q = 0; q < states; ++q) by_access[refiner_.tree().access(make_id<State>(q))] = make_id<State>(q);
  for (std::size_t q = entry_.size(); q < states; ++q) {
    const WordId access = refiner_.tree().access(make_id<State>(q));
    entry_.push_back(access == empty_word ? State{0} : by_access.at(refiner_.words().parent(access)));
  }
}

bool TourLearner::to_verify(Transition transition) const {
  if (effort_ == Effort::full) return true;
  const PropositionSet set = alphabet_.set_of(make_id<Letter>(transition % letters_));
  return (set & ~relevant_[transition / letters_]) == 0 || std::popcount(set) <= 1;
}

void TourLearner::collect_open() {
  open_loops_.assign(state_count(), {});
  open_entries_.assign(state_count(), {});
  open_count_ = 0;
  since_collected_ = 0;
  if (effort_ == Effort::lazy) return;
  for (std::size_t t = 0; t < refiner_.transitions(); ++t) {
    const auto transition = static_cast<Transition>(t);
    if (refiner_.is_fact(transition) || !to_verify(transition) || count_bits(rivals(transition)) <= 1) continue;
    const std::size_t to = index(refiner_.target(transition));
    (to == t / letters_ ? open_loops_ : open_entries_)[to].push_back(transition);
    ++open_count_;
  }
}

template <class Excluded>
void TourLearner::confirm(State start, std::span<const Letter> word, const Excluded& excluded) {
  path_.assign(1, start);
  for (Letter letter : word) path_.push_back(refiner_.target(path_.back(), letter));
  start_tail();
  for (std::size_t i = word.size(); i-- > 0;) {
    const auto transition = static_cast<Transition>(index(path_[i]) * letters_ + index(word[i]));
    if (!refiner_.is_fact(transition)) {
      const std::span<Block> mine = rivals(transition);
      const std::size_t before = count_bits(mine);
      if (before > 1) {
        apart_.assign(blocks_, 0);
        for (std::size_t q = 0; q < tail_.size(); ++q) {
          if (excluded(tail_[q])) apart_[q / 64] |= Block{1} << (q % 64);
        }
        ++successes_;
        for (std::size_t b = 0; b < mine.size(); ++b) mine[b] &= ~apart_[b];
        if (count_bits(mine) == 1 && open_count_ > 0 && to_verify(transition)) --open_count_;
      }
    }
    lengthen_tail(word[i]);
  }
}

// A word from `start` had the class that the shape predicts.
void TourLearner::confirm(State start, std::span<const Letter> word) {
  State end = start;
  for (const Letter letter : word) end = refiner_.target(end, letter);
  confirm(start, word, [own = refiner_.tree().class_of(end)](ClassId id) { return id != own; });
}

void TourLearner::spell_known() {
  if (known_tests_ == nullptr) return;
  Word word;
  for (const ComparisonAnswer& each : known_tests_->comparisons()) {
    const std::size_t begin = known_letters_.size();
    if (begin > most_known_steps) break;
    refiner_.words().spell(each.question.left, word);
    known_letters_.insert(known_letters_.end(), word.begin(), word.end());
    const std::size_t middle = known_letters_.size();
    refiner_.words().spell(each.question.right, word);
    known_letters_.insert(known_letters_.end(), word.begin(), word.end());
    known_.push_back({each.answer, begin, middle, known_letters_.size()});
  }
  known_tests_ = nullptr;
}

// A known comparison confirms the guesses on the path of one of its words as a test does, but only against rivals that
// would change the order of the two words.
void TourLearner::weigh_known() {
  spell_known();
  const Classes& classes = refiner_.classes();
  const auto class_after = [&](std::span<const Letter> word) {
    State state{0};
    for (const Letter letter : word) state = refiner_.target(state, letter);
    return refiner_.tree().class_of(state);
  };
  for (const KnownPair& pair : known_) {
    if (pair.end * state_count() > most_known_steps) break;
    const std::span<const Letter> letters(known_letters_);
    const auto left = letters.subspan(pair.begin, pair.middle - pair.begin);
    const auto right = letters.subspan(pair.middle, pair.end - pair.middle);
    const ClassId a = class_after(left), b = class_after(right);
    const auto differs = [&](ClassId x, ClassId y) {
      return compared(classes.rank(x), classes.rank(y)) != pair.answer;
    };
    if (differs(a, b)) continue;
    confirm(State{0}, left, [&](ClassId id) { return differs(id, b); });
    confirm(State{0}, right, [&](ClassId id) { return differs(a, id); });
  }
}

void TourLearner::rebuild_evidence() {
  for (std::size_t t = 0; t < refiner_.transitions(); ++t) forget_evidence(static_cast<Transition>(t));
  Word letters;
  for (Walk walk : refiner_.records()) {
    refiner_.walks().letters(walk, letters);
    confirm(refiner_.walks().start(walk), letters);
  }
  weigh_known();
  evidence_is_fresh_ = true;
  collect_open();
}

void TourLearner::test() {
  if (!guessing_) return random_tests_.test();
  Word letters;
  const bool any = !refiner_.tests().empty();
  for (const auto& [walk, predicted] : refiner_.tests()) {
    if (refiner_.classes().class_of(refiner_.walks().word(walk)) != predicted) continue;
    refiner_.walks().letters(walk, letters);
    confirm(refiner_.walks().start(walk), letters);
  }
  if (!refiner_.tests_passed()) {
    load_ = std::max(first_load, load_ / 4);
    strolls_ = 0;
    return;
  }
  if (any) load_ = std::min<std::size_t>(load_ * 2, 1U << 20);
  if (effort_ == Effort::lazy) return refiner_.offer();
  if (open_count_ == 0 || ++since_collected_ >= 16) collect_open();
  if (open_count_ == 0 && !evidence_is_fresh_) rebuild_evidence();
  if (open_count_ == 0 && self_reliant_ && state_count() == 1 && sweeps_ < most_sweeps) return sweep();
  if (open_count_ == 0 && self_reliant_ && strolls_ < most_strolls) return stroll();
  if (open_count_ == 0) return refiner_.offer();
  ++batch_number_;
  for (std::size_t left = refiner_.most_at_once(); left > 0 && plan_tour(Look::sample); --left) {
  }
  if (!refiner_.tests().empty()) return;
  if (since_collected_ > 1) return collect_open();
  // A sample of ends missed what is left: look at all of them before giving in.
  if (!plan_tour(Look::everywhere)) refiner_.offer();
}

std::size_t TourLearner::probe(const Search& search) const {
  if (!guessing_) return search.probe();
  const auto suspicion = [&](std::size_t i) {
    const Transition transition = refiner_.searches().step(search, i);
    if (refiner_.is_fact(transition)) return 0.01;
    return count_bits(std::span(rivals_).subspan(transition * blocks_, blocks_)) > 1 ? 1.0 : 0.1;
  };
  double total = 0;
  for (std::size_t i = search.low; i < search.high; ++i) total += suspicion(i);
  double before = 0;
  std::size_t at = search.low;
  do {
    before += suspicion(at++);
  } while (at + 1 < search.high && 2 * before < total);
  return at;
}

// Guesses are audited when they fail more often than they are confirmed: a few random ones are sifted, which is not
// wasted, since a learner without guesses would sift them all. If hardly any of them is right, letters have no
// structure.
void TourLearner::guess_failed(Transition) {
  ++failures_;
  if (effort_ == Effort::lazy && failures_ < 4 * state_count()) return;  // nothing is ever confirmed there
  if (failures_ < next_audit_ || successes_ >= failures_ || !audit_.empty()) return;
  next_audit_ = 2 * failures_;
  for (std::size_t tries = 0; audit_.size() < audit_size && tries < 8 * audit_size; ++tries) {
    const auto transition = static_cast<Transition>(random_.below(states_seen_ * letters_));
    if (refiner_.is_fact(transition)) continue;
    audit_.emplace_back(transition, refiner_.target(transition));
    refiner_.sift_from_root(transition);
  }
}

void TourLearner::finish_audit() {
  if (audit_.empty()) return;
  std::size_t right = 0;
  for (const auto& [transition, guessed] : audit_) right += refiner_.target(transition) == guessed ? 1 : 0;
  if (audit_.size() > 8 * right) give_up_guessing();
  audit_.clear();
}

void TourLearner::give_up_guessing() {
  guessing_ = false;
  random_tests_.letters_are_opaque(2);
  for (std::size_t t = 0; t < refiner_.transitions(); ++t) {
    if (!refiner_.is_fact(static_cast<Transition>(t))) refiner_.sift_from_root(static_cast<Transition>(t));
  }
}

}  // namespace remap
