#include "study/leases.hpp"

#include <algorithm>

namespace remap {

namespace {
constexpr std::size_t most_leases = 100'000;  // that are remembered
}

LeaseBoard::Key LeaseBoard::key(const Word& first, const Word& second) {
  return first < second ? Key{first, second} : Key{second, first};
}

void LeaseBoard::post(std::vector<LeasedQuestion> questions) {
  questions_.clear();
  for (LeasedQuestion& question : questions) questions_.push_back({std::move(question)});
  open_ = questions_.size();
}

void LeaseBoard::note(const std::string& who, const Word& first, const Word& second) {
  compared_.emplace(who, key(first, second));
}

bool LeaseBoard::is_open(const Lease& lease) const {
  const auto same = [&](const Open& open) {
    return !open.answered &&
           key(open.question.first, open.question.second) == key(lease.question.first, lease.question.second);
  };
  return !lease.answered && std::any_of(questions_.begin(), questions_.end(), same);
}

bool LeaseBoard::free(const Open& open, std::int64_t now) const {
  if (open.answered) return false;
  const auto lease = leases_.find(open.lease);
  return lease == leases_.end() || lease->second.answered || now - lease->second.since >= patience_;
}

const Lease* LeaseBoard::lease(const std::string& who, std::int64_t now, bool checks) {
  if (const auto held = leases_.find(current_[who]); held != leases_.end() && is_open(held->second)) {
    return &held->second;
  }
  Open* chosen = nullptr;
  for (Open& open : questions_) {
    if (!free(open, now) || (open.question.is_check() && !checks)) continue;
    const bool fresh = !compared_.contains({who, key(open.question.first, open.question.second)});
    if (chosen == nullptr || fresh) chosen = &open;
    if (fresh) break;
  }
  if (chosen == nullptr) return nullptr;
  trim();
  const std::uint64_t number = ++given_;
  chosen->lease = current_[who] = number;
  return &leases_.emplace(number, Lease{number, who, chosen->question, now}).first->second;
}

const Lease* LeaseBoard::find(const std::string& who, std::uint64_t number) const {
  const auto found = leases_.find(number);
  return found == leases_.end() || found->second.who != who ? nullptr : &found->second;
}

LeaseBoard::Taken LeaseBoard::take(const std::string& who, std::uint64_t number) {
  const auto found = leases_.find(number);
  if (found == leases_.end() || found->second.who != who) return {};
  Lease& lease = found->second;
  if (lease.answered) return {Outcome::repeated, 0, false, lease};
  lease.answered = true;
  note(who, lease.question.first, lease.question.second);
  const Key pair = key(lease.question.first, lease.question.second);
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    Open& open = questions_[i];
    if (open.answered || key(open.question.first, open.question.second) != pair) continue;
    open.answered = true;
    --open_;
    return {Outcome::settled, i, open.question.first != lease.question.first, lease};
  }
  return {Outcome::opinion, 0, false, lease};
}

void LeaseBoard::take_back(std::uint64_t number) {
  if (const auto found = leases_.find(number); found != leases_.end()) found->second.answered = false;
}

void LeaseBoard::trim() {
  if (leases_.size() >= most_leases) leases_.erase(leases_.begin());
}

}  // namespace remap
