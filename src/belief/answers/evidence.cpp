#include "belief/answers/evidence.hpp"

#include <algorithm>

namespace remap::belief {

namespace {

std::uint64_t key(WordId a, WordId b) {
  return (static_cast<std::uint64_t>(index(std::min(a, b))) << 32) | index(std::max(a, b));
}

}  // namespace

WordId Evidence::insert(std::span<const Letter> word) {
  const WordId id = words_.insert(word);
  if (entries_.size() < words_.size()) entries_.resize(words_.size());
  entries_[index(id)].length = word.size();
  return id;
}

void Evidence::add(Comparison asked, Preference answer, std::uint16_t annotator) {
  ++size_;
  annotators_ = std::max<std::size_t>(annotators_, annotator + std::size_t{1});
  if (asked.left == asked.right) return;  // not informative, whatever the answer
  const auto [at, made] = by_words_.try_emplace(key(asked.left, asked.right), make_id<PairId>(pairs_.size()));
  if (made) {
    Pair pair{std::min(asked.left, asked.right), std::max(asked.left, asked.right), Side::neither, 0, {}};
    const std::size_t first = length(pair.first), second = length(pair.second);
    if (first != second) pair.longer = first > second ? Side::first : Side::second;
    for (const WordId word : {pair.first, pair.second}) entries_[index(word)].pairs.push_back(at->second);
    pairs_.push_back(std::move(pair));
  }
  Pair& pair = pairs_[index(at->second)];
  for (const WordId word : {asked.left, asked.right}) {
    const Entry& entry = entries_[index(word)];
    words_asked_ += entry.heard + entry.unsure == 0 ? 1 : 0;
  }
  if (answer == Preference::unsure) {
    ++pair.unsure;
    ++all_unsure_;
    for (const WordId word : {asked.left, asked.right}) ++entries_[index(word)].unsure;
    return;
  }
  const bool in_order = asked.left == pair.first;
  pair.answers.push_back({in_order ? answer : swapped(answer), in_order, annotator, size_});
  for (const WordId word : {asked.left, asked.right}) words_heard_ += entries_[index(word)].heard++ == 0 ? 1 : 0;
}

void Evidence::note_passed(WordId first, WordId second, int steps) {
  Pair& pair = pairs_[index(by_words_.at(key(first, second)))];
  pair.passed = pair.first == first ? steps : -steps;
}

const Pair* Evidence::find(WordId a, WordId b) const {
  const auto at = by_words_.find(key(a, b));
  return at == by_words_.end() ? nullptr : &pairs_[index(at->second)];
}

Likelihoods likelihood(const Pair& pair, std::span<const ErrorModel> models) {
  const auto chance = [&](const Said& said) -> const Likelihoods& {
    return models[said.annotator].chance(said.answer, pair.longer, said.first_shown ? Side::first : Side::second);
  };
  const std::vector<Said>& answers = pair.answers;
  if (answers.size() == 1) return chance(answers.front());
  Likelihoods result;
  result.fill(1);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto same_annotator = [&](const Said& other) { return other.annotator == answers[i].annotator; };
    const auto begin = answers.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(answers.begin(), begin, same_annotator)) continue;  // counted with the first of this annotator
    Likelihoods independent = chance(answers[i]);
    std::size_t count = 1;
    bool same = true;
    for (std::size_t k = i + 1; k < answers.size(); ++k) {
      if (!same_annotator(answers[k])) continue;
      ++count;
      same = same && answers[k].answer == answers[i].answer;
      for (std::size_t d = 0; d < distances; ++d) independent[d] *= chance(answers[k])[d];
    }
    const double persistence = count == 1 ? 0 : models[answers[i].annotator].rates().persistence;
    for (std::size_t d = 0; d < distances; ++d) {
      result[d] *= (1 - persistence) * independent[d] + (same ? persistence * chance(answers[i])[d] : 0);
    }
  }
  return result;
}

}  // namespace remap::belief
