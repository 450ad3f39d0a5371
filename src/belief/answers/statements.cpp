#include "belief/answers/statements.hpp"

#include <algorithm>
#include <limits>

namespace remap::belief {

namespace {
constexpr std::ptrdiff_t unbounded = std::numeric_limits<std::int32_t>::max();
}

const Statement* Statements::find(WordId word) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const Statement& s) { return s.word == word; });
  return at == all_.end() ? nullptr : &*at;
}

void Statements::add(const Statement& statement) {
  erase(statement.word);
  all_.push_back(statement);
}

void Statements::erase(WordId word) {
  std::erase_if(all_, [&](const Statement& statement) { return statement.word == word; });
}

void Statements::bounds(const Labels& labels, const std::vector<Level>& levels, WordId without, Bounds& into) const {
  into.least.assign(levels.size(), 0);
  into.greatest.assign(levels.size(), outputs_ == 0 ? unbounded : static_cast<std::ptrdiff_t>(outputs_) - 1);
  for (const Statement& statement : all_) {
    if (statement.word == without || !labels.labelled(statement.word)) continue;
    const auto at = std::find(levels.begin(), levels.end(), labels.level(statement.word));
    if (at == levels.end()) continue;
    const auto rank = static_cast<std::size_t>(at - levels.begin());
    into.least[rank] = into.greatest[rank] = static_cast<std::ptrdiff_t>(statement.value);
  }
  for (std::size_t r = 1; r < levels.size(); ++r) into.least[r] = std::max(into.least[r], into.least[r - 1] + 1);
  for (std::size_t r = levels.size(); r-- > 1;) {
    into.greatest[r - 1] = std::min(into.greatest[r - 1], into.greatest[r] - 1);
  }
}

Bounds Statements::bounds(const Labels& labels, WordId without) const {
  Bounds result;
  bounds(labels, labels.order(), without, result);
  return result;
}

std::vector<WordId> Statements::impossible(const Labels& labels) const {
  std::vector<WordId> result;
  for (const Statement& statement : all_) {
    if (!labels.labelled(statement.word)) continue;
    if (!bounds(labels, statement.word).allows(labels.rank(statement.word), statement.value)) {
      result.push_back(statement.word);
    }
  }
  return result;
}

}  // namespace remap::belief
