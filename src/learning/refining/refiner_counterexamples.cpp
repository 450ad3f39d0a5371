// How the wrong step of a counterexample is found: a search halves the steps that it may be, with a question each time,
// and many searches go on side by side. What they find splits a leaf of the tree, or has a guess looked at.
#include <algorithm>
#include <array>
#include <span>

#include "learning/refining/refiner.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {
constexpr std::size_t largest_in_doubt = 4096;  // states
}  // namespace

void Refiner::start_search(Walk walk) {
  const std::span<const Transition> steps = walks_.steps(walk, target_);
  if (mealy_ && !is_fact(steps.back())) return blame_guess(steps.back());
  if (mealy_ && !tree_.is_leaf(facts_[steps.back()].node)) return;  // it was blamed a moment ago
  walks_.letters(walk, scratch_);
  Search& search = searches_.add(steps, scratch_, steps.empty() ? walks_.start(walk) : target_[steps.back()]);
  search.true_class = classes_.class_of(walks_.word(walk));
  search.low_word = walks_.word(walk);
  if (mealy_) {  // what the last step is worth is known; its target does not matter
    --search.high;
    search.high_word = word_of(steps.back());
    search.end_class = class_of_step_[steps.back()];
  } else {
    search.high_word = tree_.access(search.end);
    search.end_class = tree_.class_of(search.end);
  }
}

// Takes in the class of the word asked about, if there is one, and chooses the next place to look at. False when there
// is none left.
bool Refiner::move_search(Search& search) {
  if (search.asked != no_word) search.narrow(classes_.class_of(search.asked));
  if (search.ended()) return false;
  search.at = guide_.probe(search);
  return true;
}

// Keeps the word asked about, which has a class now, for the checks; `known`: it had one before. The searches of a deep
// machine come upon the same words again and again.
void Refiner::record(const Search& search, bool known) {
  const State start = searches_.state(search, search.at);
  const std::span<const Letter> rest = searches_.rest(search, search.at);
  records_.push_back(known ? walks_.add_recurring(start, search.asked, rest) : walks_.add(start, search.asked, rest));
}

WordTree::Suffix Refiner::rest_of(const Search& search) const {
  return {searches_.rest(search, search.at), searches_.print_of_rest(search, search.at)};
}

// Every search moves as far as known classes take it.
void Refiner::analyse() {
  std::array<Search, block> answered;  // as they were when they asked
  std::array<WordId, block> words{};
  std::array<WordTree::Suffix, block> rests;
  const std::span<Search> all = searches_.all();
  for (std::size_t begin = 0; begin < all.size(); begin += block) {
    const std::span<Search> searches = all.subspan(begin, std::min(block, all.size() - begin));
    for (std::size_t i = 0; i < searches.size(); ++i) {
      answered[i] = searches[i];
      const bool more = move_search(searches[i]);
      words[i] = more ? tree_.access(searches_.state(searches[i], searches[i].at)) : empty_word;
      rests[i] = more ? rest_of(searches[i]) : WordTree::Suffix{};
    }
    words_.extend_all(std::span(words).first(searches.size()), std::span(rests).first(searches.size()));
    for (std::size_t i = 0; i < searches.size(); ++i) {
      Search& search = searches[i];
      if (answered[i].asked != no_word) record(answered[i], false);
      if (words[i] == empty_word) continue;  // it has come to its end
      search.asked = words[i];
      while (classes_.class_of(search.asked) != no_class) {
        record(search, true);
        if (!move_search(search)) break;
        const WordId access = tree_.access(searches_.state(search, search.at));
        search.asked = words_.extend(access, rest_of(search));
      }
      if (search.asked == no_word) continue;
      if (output_words_) (void)observations_.add(searches_.state(search, search.at), searches_.rest(search, search.at));
      ask(search.asked, tree_.root(), search.end_class, search.true_class);
    }
  }
  if (!inquiries_.empty()) return;
  std::size_t useful = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + ahead < all.size()) {
      const Search& later = all[i + ahead];
      __builtin_prefetch(&facts_[searches_.step(later, later.low)]);
      __builtin_prefetch(&first_into_[index(searches_.state(later, later.high))]);
    }
    if (blame(all[i])) ++useful;
  }
  leave_leaves();
  limit_searches(useful);
  searches_.clear();
  sort_pending();
  phase_ = Phase::sift;
}

// Along a chain all searches end at the same transition. Where they are long, that takes most of the time: then there
// are no more of them at once than were useful, and more are tried rarely.
void Refiner::limit_searches(std::size_t useful) {
  const std::size_t all = searches_.all().size();
  if (searches_.steps() <= tuning::costly_steps * all) {
    most_searches_ = no_limit;
  } else if (2 * useful <= all) {
    most_searches_ = std::max<std::size_t>(1, useful);
    useful_rounds_ = 0;
  } else if (++useful_rounds_ > tree_.states() / 4 && most_searches_ != no_limit) {
    most_searches_ *= 2;
    useful_rounds_ = 0;
  }
}

// The step at low is wrong: a guess is sifted, a fact splits the leaf it leads to. An earlier search of this round may
// have split the same leaf; then the transition is not sifted yet, and the counterexample comes up again if it still is
// one: false.
bool Refiner::blame(const Search& search) {
  const Transition transition = searches_.step(search, search.low);
  const State to = searches_.state(search, search.high);
  if (!is_fact(transition)) {
    blame_guess(transition);
    return true;
  }
  if (facts_[transition].node != tree_.leaf(to)) return false;
  if (!guessed_.empty() && guessed_[transition] != 0) {
    sift_in_full(transition);
    return true;
  }
  if (freshen(to)) return true;
  grounds_.growth.push_back(search.low_word);
  grounds_.growth.push_back(search.high_word);
  // In a large machine single answers are not doubted.
  if (tree_.states() <= largest_in_doubt) {
    grounds_.sifted.push_back({word_of(transition), static_cast<std::uint32_t>(tree_.leaf(to))});
  }
  const State made = split_leaf(to, searches_.rest(search, search.high), search.end_class, transition,
                                classes_.class_of(search.low_word));
  guide_.split(to, made, search);
  return true;
}

}  // namespace remap
