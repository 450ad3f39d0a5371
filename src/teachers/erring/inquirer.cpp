#include "teachers/erring/inquirer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "learning/words/answer_check.hpp"
#include "remap/automata/error.hpp"

namespace remap::belief {

namespace {

constexpr double label_error = 0.08;
constexpr double growth_error = 0.006;
constexpr double wrong_labels = 3;   // to be expected in all, at most
constexpr double growth_ratio = 12;  // how much surer a word must be by which a machine grows
constexpr double least_doubt = 0.02;
constexpr double least_gain = 1e-4;                               // nats
constexpr std::size_t usual_questions = 25, more_questions = 35;  // about one word
constexpr std::size_t most_rounds = 500;                          // of words that make each other doubtful
constexpr double certain_partner = 0.1;
constexpr std::uint64_t probe_every = 15, probe_when_wary = 40;  // questions

}  // namespace

// Another annotator may be asked what one was asked already.
QuestionOptions Inquirer::question_options() const {
  QuestionOptions options;
  options.most_same += belief_.models().size() - 1;
  options.longest = longest_;
  return options;
}

double Inquirer::enough() const { return std::min(label_error, wrong_labels / (1 + static_cast<double>(settled_))); }

double Inquirer::enough_to_grow() const { return std::min(growth_error, enough() / growth_ratio); }

// The word shown first alternates for a pair; for a new pair it is as good as random.
Comparison Inquirer::shown(WordId word, WordId partner) const {
  bool swap =
      (((static_cast<std::uint32_t>(word) * 2654435761U) ^ (static_cast<std::uint32_t>(partner) * 40503U)) >> 7 & 1U) !=
      0;
  const Pair* pair = belief_.evidence().find(word, partner);
  if (pair != nullptr && !pair->answers.empty()) {
    swap = (pair->answers.back().first_shown ? pair->first : pair->second) == word;
  }
  return {swap ? partner : word, swap ? word : partner};
}

void Inquirer::ask(std::span<const Comparison> asked) {
  const Evidence& evidence = belief_.evidence();
  const auto known = [&](const Comparison& each) { return evidence.find(each.left, each.right) != nullptr; };
  const bool again = std::all_of(asked.begin(), asked.end(), known);
  answers_.assign(asked.size(), no_preference);
  const Comparisons question(evidence.words(), asked, again);
  teacher_.compare(question, answers_);
  check_answers("Teacher::compare", &alphabet_, question, answers_);
  const Annotators* annotators = teacher_.annotators();
  if (annotators != nullptr && annotators->givers().size() != asked.size()) {
    throw Misuse("Annotators::givers", fmt::format("{} people for {} answers, expected one for each",
                                                   annotators->givers().size(), asked.size()));
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    belief_.add(asked[i], answers_[i], annotators == nullptr ? std::uint16_t{0} : annotators->givers()[i]);
  }
  answered_();
}

void Inquirer::ask(WordId word, WordId partner) {
  const Comparison asked = shown(word, partner);
  ask(std::span(&asked, 1));
}

// Answers about a word, but for those that were rather asked about its partner: representatives are compared with
// nearly everything.
std::size_t Inquirer::asked_about(WordId word) const {
  const Evidence& evidence = belief_.evidence();
  std::size_t count = 0;
  for (const PairId id : evidence.pairs_of(word)) {
    const Pair& pair = evidence.pair(id);
    const bool about_partner = evidence.pairs_of(pair.partner(word)).size() < evidence.pairs_of(word).size();
    if (!belief_.labels().labelled(word) || !about_partner) count += pair.asked();
  }
  return count;
}

Inquirer::Wanted Inquirer::wanted(WordId word, double goal, Patience patience, std::size_t together) {
  const std::size_t most = patience == Patience::usual ? usual_questions : more_questions;
  belief_.posterior(word, posterior_);
  const auto open = [&] {
    return posterior_.error() > (posterior_.best() % 2 == 0 ? std::min(goal, enough_to_grow()) : goal);
  };
  Wanted result{open()};
  const std::size_t asked = asked_about(word), evidence = belief_.evidence().size();
  if ((!result.open && belief_.evidence().heard(word) != 0) || spent() || asked >= most || belief_.incomparable(word))
    return result;
  QuestionOptions options = question_options();
  const ErrorRates rates = belief_.rates();
  options.against_expected = goal <= enough_to_grow() && rates.missed_near > rates.told_apart;
  const std::size_t room = std::min<std::uint64_t>({together, most - asked, budget_ - evidence});
  do {
    options.without = result.partners;
    const Question question = best_question(belief_, word, posterior_, options);
    if (question.partner == no_word || question.gain < least_gain) break;
    result.partners.push_back(question.partner);
    if (result.partners.size() < room) suppose_answered(belief_, word, question.partner, posterior_);
  } while (result.partners.size() < room && open());
  return result;
}

void Inquirer::inquire(WordId word, double goal, Patience patience) {
  std::vector<Comparison> asked;
  for (;;) {
    const Wanted next = wanted(word, goal, patience, at_once());
    if (!next.partners.empty()) {
      asked.clear();
      for (const WordId partner : next.partners) asked.push_back(shown(word, partner));
      ask(asked);
      continue;
    }
    belief_.set_exhausted(word, next.open);
    if (next.open) {
      open_.insert(word);
    } else {
      open_.erase(word);
    }
    return;
  }
}

// In rounds, one question or more about each word. Answers about a word depend on the labels of others only, so the
// words need not wait for each other; what one of them would have told about the next is lost.
void Inquirer::gather(std::span<const WordId> words, double goal) {
  if (at_once() <= 1 || belief_.labels().size() == 0) return;
  std::vector<WordId> waiting;  // each once, the next one last
  std::set<WordId> met;
  for (const WordId word : words) {
    if (!belief_.labels().labelled(word) && met.insert(word).second) waiting.push_back(word);
  }
  if (waiting.size() < 2) return;
  std::reverse(waiting.begin(), waiting.end());
  std::vector<WordId> current;
  std::vector<Comparison> asked;
  for (;;) {
    asked.clear();
    while (current.size() < at_once() && !waiting.empty()) {
      current.push_back(waiting.back());
      waiting.pop_back();
    }
    const std::size_t each = at_once() / std::max<std::size_t>(1, current.size());
    std::erase_if(current, [&](WordId word) {
      const Wanted next = wanted(word, goal, Patience::usual, each);
      for (const WordId partner : next.partners) asked.push_back(shown(word, partner));
      return next.partners.empty();
    });
    if (!asked.empty()) {
      ask(asked);
    } else if (waiting.empty()) {
      return;
    }
  }
}

void Inquirer::settle(WordId word, double goal, Patience patience) {
  if (belief_.labels().size() == 0) return belief_.label_first(word);
  if (belief_.labels().labelled(word) && belief_.used(word) && belief_.labels().error(word) <= goal) return;
  std::deque<std::pair<WordId, double>> queue{{word, goal}};
  for (std::size_t round = 0; !queue.empty() && round < most_rounds; ++round) {
    const auto [at, wanted] = queue.front();
    queue.pop_front();
    const std::uint32_t before = belief_.evidence().size();
    inquire(at, wanted, at == word ? patience : Patience::more);
    const bool changed = belief_.relabel(at);
    const bool first_time = at == word && !belief_.used(at);
    if (at == word) belief_.use(at);
    if (first_time) ++settled_;
    if (first_time) probe(at);
    const bool asked = belief_.evidence().size() != before;
    if (asked || changed) belief_.learn();
    if (!changed && !first_time && !asked) continue;
    for (const PairId id : belief_.evidence().pairs_of(at)) {
      const WordId partner = belief_.evidence().pair(id).partner(at);
      if (!belief_.labels().labelled(partner) || !doubtful(partner)) continue;
      const auto same = [&](const auto& entry) { return entry.first == partner; };
      if (std::none_of(queue.begin(), queue.end(), same)) queue.emplace_back(partner, enough());
    }
  }
}

void Inquirer::probe(WordId word) {
  if (spent() || belief_.evidence().size() < next_probe_ || (!wary_ && !belief_.near_untested())) return;
  const WordId partner = neighbouring_partner(belief_, word, question_options(), wary_);
  if (partner == no_word) return;
  ask(word, partner);
  next_probe_ = belief_.evidence().size() + (belief_.near_untested() ? probe_every : probe_when_wary);
}

void Inquirer::settle_again(WordId word, double goal) {
  belief_.set_error(word, 1);
  settle(word, goal);
}

bool Inquirer::doubtful(WordId word) {
  const bool elsewhere = belief_.refresh(word);
  return elsewhere || belief_.labels().error(word) > std::max(enough(), least_doubt);
}

bool Inquirer::press(std::span<const Pressed> pressed) {
  if (spent()) return false;
  std::vector<Comparison> asked;
  for (const auto& [word, other] : pressed) {
    if (other != no_word) {
      asked.push_back(shown(word, other));
      continue;
    }
    belief_.posterior(word, posterior_);
    const Question question = best_question(belief_, word, posterior_, question_options());
    if (question.partner != no_word) asked.push_back(shown(word, question.partner));
  }
  if (!asked.empty()) ask(asked);
  return !asked.empty();
}

void Inquirer::retry_open() {
  if (spent()) return;
  const std::vector<WordId> open(open_.begin(), open_.end());
  const Labels& labels = belief_.labels();
  for (const WordId word : open) {
    const auto new_to = [&](WordId member) {
      return member != word && labels.error(member) < certain_partner &&
             belief_.evidence().find(word, member) == nullptr;
    };
    const auto some_new = [&](Level level) {
      return std::any_of(labels.members(level).begin(), labels.members(level).end(), new_to);
    };
    if (std::any_of(labels.order().begin(), labels.order().end(), some_new)) settle_again(word, enough());
  }
}

}  // namespace remap::belief
