#include "study/leases.hpp"

#include <algorithm>

namespace remap {

namespace {
constexpr std::size_t most_leases = 100'000;  // that are remembered
}

void LeaseBoard::post(std::vector<LeasedQuestion> questions) {
  questions_.clear();
  for (LeasedQuestion& question : questions) questions_.push_back({std::move(question)});
  open_ = questions_.size();
}

const Lease* LeaseBoard::find(const Key& key) const {
  const auto found = leases_.find(key);
  return found == leases_.end() ? nullptr : &found->second;
}

bool LeaseBoard::is_open(const Lease& lease) const {
  const auto same = [&](const Open& open) { return !open.answered && open.question.name == lease.question.name; };
  return !lease.answered && std::any_of(questions_.begin(), questions_.end(), same);
}

bool LeaseBoard::free(const Open& open, std::int64_t now) const {
  if (open.answered) return false;
  const Lease* lease = open.lease ? find(*open.lease) : nullptr;
  return lease == nullptr || lease->answered || now - lease->since >= patience_;
}

const Lease* LeaseBoard::lease(const std::string& who, std::int64_t now, bool checks) {
  if (const auto held = current_.find(who); held != current_.end()) {
    if (const Lease* lease = find({who, held->second}); lease != nullptr && is_open(*lease)) return lease;
  }
  Open* chosen = nullptr;
  for (Open& open : questions_) {
    if (!free(open, now) || (open.question.check && !checks)) continue;
    const bool fresh = !met_.contains({who, open.question.name.subject});
    if (chosen == nullptr || fresh) chosen = &open;
    if (fresh) break;
  }
  if (chosen == nullptr) return nullptr;
  if (leases_.size() >= most_leases) {
    leases_.erase(oldest_.front());
    oldest_.pop_front();
  }
  ++given_;
  const Key key{who, chosen->question.name};
  chosen->lease = key;
  current_[who] = key.second;
  const auto [made, fresh] = leases_.insert_or_assign(key, Lease{chosen->question, now});
  if (fresh) oldest_.push_back(key);
  return &made->second;
}

LeaseBoard::Match LeaseBoard::match(const std::string& who, const QuestionName& name) const {
  const Lease* lease = find({who, name});
  if (lease != nullptr && lease->answered) return {Match::Kind::answered};
  const std::int64_t since = lease != nullptr ? lease->since : 0;
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    const LeasedQuestion& open = questions_[i].question;
    if (questions_[i].answered || open.name.subject != name.subject) continue;
    if (open.name == name || lease != nullptr) return {Match::Kind::settles, i, open, since};
  }
  if (lease == nullptr) return {};
  return {Match::Kind::opinion, 0, lease->question, since};
}

void LeaseBoard::answer(const std::string& who, const QuestionName& name, const Match& match) {
  if (const auto lease = leases_.find({who, name}); lease != leases_.end()) lease->second.answered = true;
  note(who, name.subject);
  if (match.kind != Match::Kind::settles) return;
  questions_[match.position].answered = true;
  --open_;
}

}  // namespace remap
