#include "remap/learning/session.hpp"

#include "learning/session/session_engine.hpp"

namespace remap {

Session::Session(Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options,
                 SessionWatcher* watcher)
    : engine_(std::make_unique<SessionEngine>(std::move(alphabet), std::move(outputs), options, watcher)) {}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const Request& Session::next() { return engine_->next(); }
void Session::answer(std::span<const Preference> answers) { engine_->answer(answers); }
void Session::answer(std::span<const Output> values) { engine_->answer(values); }
void Session::answer(const EquivalenceAnswer& verdict) { engine_->answer(verdict); }

void Session::know(const Word& left, const Word& right, Preference answer) { engine_->know(left, right, answer); }

void Session::stop(Limit limit) { engine_->stop(limit); }
Limit Session::limit() const noexcept { return engine_->limit(); }

EquivalenceQuestion Session::equivalence_question() const { return engine_->equivalence_question(); }
const Hypothesis& Session::hypothesis() const { return engine_->hypothesis(); }
bool Session::finished() const noexcept { return engine_->finished(); }

const Alphabet& Session::alphabet() const noexcept { return engine_->alphabet(); }
const std::optional<Outputs>& Session::outputs() const noexcept { return engine_->outputs(); }
const SessionCounts& Session::counts() const noexcept { return engine_->counts(); }
const SessionOptions& Session::options() const noexcept { return engine_->options(); }
std::size_t Session::most_comparisons_left() const { return engine_->most_comparisons_left(); }

}  // namespace remap
