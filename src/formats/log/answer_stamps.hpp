// Who gave each answer of a session, and when.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "teachers/book/answer_book.hpp"

namespace remap {

struct Stamp {
  std::int64_t at = 0;     // milliseconds since 1970, UTC; 0: not known
  std::string by = {};     // empty: the teacher named in the first line
  std::int64_t shown = 0;  // when the question was shown; 0: not known
};

class AnswerStamps {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return at_.size(); }
  /// An empty stamp for answers that have none.
  [[nodiscard]] Stamp of(AnswerId id) const {
    if (id == no_answer || index(id) > size()) return {};
    const auto shown = shown_.find(id);
    return {at_[index(id) - 1], names_[by_[index(id) - 1]], shown != shown_.end() ? shown->second : 0};
  }
  /// A number for whoever gave an answer: 0 if nobody is named.
  [[nodiscard]] std::uint32_t giver(AnswerId id) const {
    return id == no_answer || index(id) > size() ? 0 : by_[index(id) - 1];
  }
  [[nodiscard]] const std::string& name(std::uint32_t giver) const { return names_.at(giver); }
  void add(const Stamp& stamp) {
    const auto number = static_cast<std::uint32_t>(names_.size());
    const auto [found, fresh] = number_of_.try_emplace(stamp.by, number);
    if (fresh) names_.push_back(stamp.by);
    at_.push_back(stamp.at);
    by_.push_back(found->second);
    if (stamp.shown != 0) shown_.emplace(make_id<AnswerId>(at_.size()), stamp.shown);
  }

 private:
  std::vector<std::int64_t> at_;
  std::vector<std::uint32_t> by_;
  std::unordered_map<AnswerId, std::int64_t> shown_;  // only for questions to people
  std::vector<std::string> names_{""};
  std::unordered_map<std::string, std::uint32_t> number_of_{{"", 0}};
};

}  // namespace remap
