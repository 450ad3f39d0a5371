#include "learning/order/classes.hpp"

#include <algorithm>

#include "remap/automata/error.hpp"

namespace remap {

// What is known of the last word in a chain of equal ones; noted for the first, too.
std::uint32_t Classes::look_up(WordId word) const noexcept {
  std::uint32_t known = known_[index(word)];
  while (known >= equal_to && known != nothing && known_[known - equal_to] != known) known = known_[known - equal_to];
  known_.repeat(index(word), known);
  return known;
}

// Makes sure that the word is a variable: one that equals itself, if nothing else is known.
void Classes::meet(WordId word) {
  if (index(word) >= known_.size()) known_.resize(index(word) + 1);
  if (known_[index(word)] != nothing) return;
  known_.set(index(word), equal_to + static_cast<std::uint32_t>(word));
  ++words_;
}

void Classes::set_class(WordId word, ClassId id) {
  if (index(word) >= known_.size()) known_.resize(std::max(index(word) + 1, known_.size() + known_.size() / 8));
  if (known_[index(word)] == nothing) {
    ++words_;
  } else if (const std::uint32_t known = look_up(word); known >= equal_to) {
    known_.set(known - equal_to, static_cast<std::uint32_t>(id));
  }
  known_.set(index(word), static_cast<std::uint32_t>(id));
}

bool Classes::equal(WordId a, WordId b) const noexcept {
  if (a == b) return true;
  if (std::max(index(a), index(b)) >= known_.size()) return false;
  const std::uint32_t known = look_up(a);
  return known != nothing && known == look_up(b);
}

void Classes::unite(WordId leader, WordId word) {
  if (class_of(word) != no_class) std::swap(leader, word);
  if (class_of(word) != no_class && class_of(word) != class_of(leader)) throw Conflict{};
  meet(leader);
  meet(word);
  const std::uint32_t known = look_up(leader), own = look_up(word);
  if (known != own) known_.set(own - equal_to, known);
  if (!waiting_.empty()) settle();
}

ClassId Classes::create(WordId leader, std::size_t rank) {
  if (class_of(leader) != no_class) throw Misuse("Classes::create", "the word has a class already");
  const ClassId id = make_id<ClassId>(representative_.size());
  set_class(leader, id);
  representative_.push_back(leader);
  domain_.push_back(OutputSet::all(outputs_));
  rank_.push_back(rank);
  order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(rank), id);
  for (std::size_t r = rank; r < order_.size(); ++r) rank_[index(order_[r])] = r;
  refresh();
  settle();
  return id;
}

void Classes::join_known(WordId word, ClassId id) {
  set_class(word, id);
  if (!waiting_.empty()) settle();
}

void Classes::join(std::span<const Joining> words) {
  const auto place_of = [](const Joining& each) { return index(each.word); };
  const auto number_of = [](const Joining& each) { return static_cast<std::uint32_t>(each.id); };
  while (!words.empty()) {
    const std::size_t joined = waiting_.empty() ? known_.set_new(words, place_of, number_of) : 0;
    words_ += joined;
    if (joined == words.size()) return;
    join_known(words[joined].word, words[joined].id);
    words = words.subspan(joined + 1);
  }
}

void Classes::restrict(WordId word, const OutputSet& allowed) {
  waiting_.emplace_back(word, allowed);
  settle();
}

const OutputSet* Classes::find_restriction(WordId word) const noexcept {
  for (const auto& [waiting, allowed] : waiting_) {
    if (waiting == word) return &allowed;
  }
  return nullptr;
}

void Classes::settle() {
  bool changed = false;
  std::erase_if(waiting_, [&](const auto& entry) {
    const ClassId id = class_of(entry.first);
    if (id == no_class) return false;
    domain_[index(id)].intersect(entry.second);
    changed = true;
    return true;
  });
  if (changed) refresh();
}

void Classes::refresh() {
  ++version_;
  if (outputs_ == 0) return;
  const ChainProblem chain = problem();
  auto lowest = lowest_values(chain);
  if (!lowest) throw Conflict{};
  lowest_ = std::move(*lowest);
  highest_ = *highest_values(chain);
}

Output Classes::certain_value(ClassId id) const {
  if (outputs_ == 0) return no_output;
  const std::size_t r = rank(id);
  return lowest_[r] == highest_[r] ? lowest_[r] : no_output;
}

std::size_t Classes::known_values() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(domain_.begin(), domain_.end(), [](const OutputSet& set) { return set.size() == 1; }));
}

ChainProblem Classes::problem() const {
  ChainProblem chain;
  chain.reserve(order_.size());
  for (ClassId id : order_) chain.push_back(domain_[index(id)]);
  return chain;
}

bool Classes::gap_open(std::size_t rank, const OutputSet* allowed) const {
  if (outputs_ == 0) return true;
  const std::size_t from = rank == 0 ? 0 : index(lowest_[rank - 1]) + 1;
  const std::size_t end = rank == order_.size() ? outputs_ : index(highest_[rank]);
  if (allowed == nullptr) return from < end;
  const Output value = allowed->at_or_after(from);
  return value != no_output && index(value) < end;
}

bool Classes::possible(ClassId id, const OutputSet* allowed) const {
  if (outputs_ == 0 || allowed == nullptr) return true;
  const std::size_t r = rank(id);
  OutputSet common = domain_[index(id)];
  common.intersect(*allowed);
  const std::size_t from = r == 0 ? 0 : index(lowest_[r - 1]) + 1;
  const std::size_t end = r + 1 == order_.size() ? outputs_ : index(highest_[r + 1]);
  const Output value = common.at_or_after(from);
  return value != no_output && index(value) < end;
}

}  // namespace remap
