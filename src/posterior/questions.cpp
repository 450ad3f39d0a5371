#include "posterior/questions.hpp"

#include <algorithm>
#include <cmath>

#include "base/portable_math.hpp"
#include "posterior/seconds.hpp"

namespace remap::posterior {

namespace {
constexpr std::size_t compared_with_best = 50;
constexpr int drawn_pairs = 80, stuffed_variants = 3, longest_walk = 8;
constexpr std::size_t polished = 8;
constexpr int polished_variants = 12;
constexpr double least_value = 1e-9;

Letter letter_of(int a) noexcept { return make_id<Letter>(static_cast<std::size_t>(a)); }
}  // namespace

Judged judged_by(const Pool& pool, std::size_t most, double flattest) {
  Judged judged;
  judged.weights = pool.weights(most);
  for (std::size_t rank = 0; rank < judged.weights.size(); ++rank) judged.machines.push_back(&pool[rank]);
  if (judged.weights.front() <= flattest || judged.weights.size() == 1) return judged;
  const std::vector<double> sharp = judged.weights;
  double low = 1.0 / 30, high = 1;
  for (int i = 0; i < 20; ++i) {
    const double power = std::sqrt(low * high);
    double all = 0;
    for (const double weight : sharp) all += portable::pow(weight / sharp.front(), power);
    (on_grid(1 / all) > flattest ? high : low) = power;
  }
  double all = 0;
  for (std::size_t i = 0; i < sharp.size(); ++i) {
    judged.weights[i] = portable::pow(sharp[i] / sharp.front(), high);
    all += judged.weights[i];
  }
  for (double& weight : judged.weights) weight /= all;
  return judged;
}

Asking::Asking(const Space& space, const Numbers& numbers, const Evidence& evidence, const Rates& rates, Forms forms,
               Random& random)
    : space_(space), numbers_(numbers), evidence_(evidence), random_(random) {
  if (forms.placements && !space.open_classes) add_form(-1, rates);
  for (int cls = 0; forms.comparisons && cls < space.classes; ++cls) {
    if (evidence.shown()[static_cast<std::size_t>(cls)]) add_form(cls, rates);
  }
}

void Asking::add_form(int beside, const Rates& given) {
  Rates rates;
  rates.wrong = std::min(given.wrong, numbers_.most_wrong);
  rates.near = std::min(given.near, numbers_.most_near);
  Form form;
  form.beside = beside;
  if (beside >= 0) {
    form.example = *evidence_.shown()[static_cast<std::size_t>(beside)];
    form.stays = evidence_.last_compared_with() == form.example;
  }
  form.answers = beside < 0 ? space_.classes : 3;
  for (int cls = 0; cls < space_.classes; ++cls) {
    form.truth[cls] = beside < 0 ? cls : cls < beside ? 0 : cls == beside ? 1 : 2;
    for (int said = 0; said < form.answers; ++said) {
      const double chance = beside < 0
                                ? chance_of_class(rates, space_.classes, cls, said)
                                : chance_of_order(rates, cls - beside, static_cast<Order>(said), Longer::neither);
      form.chance[said][cls] = chance;
      form.information[said][cls] = chance * portable::log(chance);
    }
  }
  forms_.push_back(std::move(form));
}

double Asking::seconds(const Form& form, const Word& word) const {
  return form.beside < 0 ? seconds_to_place(word, space_.classes) : seconds_to_compare(word, form.example, form.stays);
}

void Asking::judge(Candidate& candidate) const {
  static thread_local std::vector<std::array<double, most_classes>> weight;  // by group and class
  weight.assign(group_count_, {});
  for (std::size_t i = 0; i < groups_.size(); ++i) weight[groups_[i]][candidate.classes[i]] += judged_->weights[i];
  candidate.value = 0;
  for (std::size_t f = 0; f < forms_.size(); ++f) {
    const Form& form = forms_[f];
    double nats = 0;
    for (const auto& by_class : weight) {
      double of_group = 0;
      for (int cls = 0; cls < space_.classes; ++cls) of_group += by_class[cls];
      if (of_group <= 0) continue;
      for (int said = 0; said < form.answers; ++said) {
        double chance = 0;
        for (int cls = 0; cls < space_.classes; ++cls) {
          if (by_class[cls] == 0) continue;
          chance += by_class[cls] * form.chance[said][cls];
          nats += by_class[cls] * form.information[said][cls];
        }
        if (chance > 0) nats -= chance * portable::log(chance / of_group);
      }
    }
    const double price = seconds(form, candidate.word);
    const double value = std::nearbyint(nats / price * 0x1p40) * 0x1p-40;
    if (value <= candidate.value) continue;
    candidate.value = value;
    candidate.form = f;
    candidate.bits = nats / portable::log(2.0);
    candidate.seconds = price;
  }
}

void Asking::take(Word word, bool after_ends) {
  if (word.empty() || static_cast<double>(word.size()) > numbers_.longest || evidence_.asked(word)) return;
  if (evidence_.excluded().excludes(word)) return;
  if (!after_ends) {  // in the best machine
    int at = 0;
    for (std::size_t i = 0; i + 1 < word.size(); ++i) {
      at = judged_->machines.front()->next[at][index(word[i])];
      if (is_end(at)) return;
    }
  }
  if (!taken_.insert(word).second) return;
  Candidate candidate;
  candidate.word = std::move(word);
  for (const Machine* machine : judged_->machines) {
    candidate.classes.push_back(static_cast<std::uint8_t>(machine->class_of(candidate.word)));
  }
  judge(candidate);
  candidates_.push_back(std::move(candidate));
}

/// Events put in that change nothing in the best machine.
void Asking::stuff(const Word& word, bool after_ends) {
  const Machine& best = *judged_->machines.front();
  Word stuffed;
  int at = 0, room = 1 + below(static_cast<int>(numbers_.stuffed));
  for (std::size_t i = 0; i <= word.size(); ++i) {
    for (int tries = 0; tries < 2 && room > 0 && !is_end(at); ++tries) {
      const int a = below(space_.letters);
      if (best.next[at][a] != at || below(2) == 0) continue;
      stuffed.push_back(letter_of(a));
      --room;
    }
    if (i == word.size()) break;
    stuffed.push_back(word[i]);
    at = best.next[at][index(word[i])];
  }
  take(std::move(stuffed), after_ends);
}

void Asking::collect(const Judged& judged, bool after_ends) {
  const auto count = judged.machines.size();
  const auto drawn = [&] {
    double left = random_.unit();
    std::size_t i = 0;
    while (i + 1 < count && (left -= judged.weights[i]) > 0) ++i;
    return i;
  };
  Word word;
  const auto tell_apart = [&](std::size_t a, std::size_t b) {
    if (a == b) return;
    if (differ(space_, *judged.machines[a], *judged.machines[b], evidence_.excluded(), &random_, &word)) {
      take(word, after_ends);
    }
  };
  for (std::size_t i = 1; i < std::min(count, compared_with_best); ++i) tell_apart(0, i);
  for (int i = 0; i < drawn_pairs; ++i) {
    const std::size_t a = drawn();
    tell_apart(a, i % 2 == 0 ? static_cast<std::size_t>(random_.below(count)) : drawn());
  }
  const std::size_t telling = candidates_.size();
  for (std::size_t i = 0; numbers_.stuffed > 0 && i < telling; ++i) {
    for (int variant = 0; variant < stuffed_variants; ++variant) stuff(Word(candidates_[i].word), after_ends);
  }
  for (int i = 0; i < static_cast<int>(numbers_.walks); ++i) {
    word.clear();
    int at = 0;
    for (int length = 1 + below(longest_walk); length > 0 && !is_end(at); --length) {
      const int a = below(space_.letters);
      word.push_back(letter_of(a));
      at = judged.machines.front()->next[at][a];
    }
    take(word, after_ends);
  }
}

/// The best words with an event or two put in, left out or replaced.
void Asking::polish(bool after_ends) {
  std::vector<Word> best;
  std::vector<std::size_t> order(candidates_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto kept = order.begin() + static_cast<long>(std::min(polished, order.size()));
  std::partial_sort(order.begin(), kept, order.end(), [&](std::size_t i, std::size_t j) {
    const double a = candidates_[i].value, b = candidates_[j].value;
    return a != b ? a > b : i < j;
  });
  for (auto i = order.begin(); i != kept; ++i) best.push_back(candidates_[*i].word);
  for (const Word& from : best) {
    for (int variant = 0; variant < polished_variants; ++variant) {
      Word word = from;
      for (int changes = 1 + below(2); changes > 0; --changes) {
        const int place = below(static_cast<int>(word.size()) + 1);
        const Letter letter = letter_of(below(space_.letters));
        const auto at = word.begin() + place;
        const int kind = below(4);
        if (kind >= 2) {
          word.insert(at, letter);
        } else if (at != word.end()) {
          if (kind == 0) {
            word.erase(at);
          } else {
            *at = letter;
          }
        }
      }
      take(std::move(word), after_ends);
    }
  }
}

/// By the right answer to a question.
void Asking::split_groups(const Candidate& chosen) {
  const Form& form = forms_[chosen.form];
  constexpr int none = -1;
  std::vector<int> number(group_count_ * static_cast<std::size_t>(form.answers), none);
  group_count_ = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int said = form.truth[chosen.classes[i]];
    int& group = number[static_cast<std::size_t>(groups_[i]) * static_cast<std::size_t>(form.answers) +
                        static_cast<std::size_t>(said)];
    if (group == none) group = static_cast<int>(group_count_++);
    groups_[i] = static_cast<std::uint16_t>(group);
  }
}

std::vector<Question> Asking::ask(const Judged& judged, std::size_t most) {
  judged_ = &judged;
  std::vector<Question> questions;
  if (forms_.empty()) return questions;
  for (const bool after_ends : {false, true}) {
    groups_.assign(judged.machines.size(), 0);
    group_count_ = 1;
    candidates_.clear();
    taken_.clear();
    collect(judged, after_ends);
    for (int round = 0; round < static_cast<int>(numbers_.polish); ++round) polish(after_ends);
    while (questions.size() < most) {
      const auto best = std::max_element(candidates_.begin(), candidates_.end(),
                                         [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
      if (best == candidates_.end() || best->value <= least_value) break;
      const Form& form = forms_[best->form];
      questions.push_back({best->word, std::nullopt, form.example, best->bits, best->seconds});
      if (form.beside >= 0) questions.back().beside = make_id<Output>(static_cast<std::size_t>(form.beside));
      if (questions.size() == most) break;
      split_groups(*best);
      candidates_.erase(best);
      for (Candidate& candidate : candidates_) judge(candidate);
    }
    if (!questions.empty()) break;
  }
  return questions;
}

}  // namespace remap::posterior
