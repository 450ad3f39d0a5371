// What keys the trials of a series, besides its options: a number that changes when results do.
#pragma once

namespace remap::experiments {

/// Raise it by one whenever a change makes any trial come out differently: learners, rankers, teachers, worlds, seeds,
/// test sets. Trials of other revisions then stay in the database but are not mixed with new ones; any other change
/// keeps them. tests/experiments/revision_test.cpp runs a sample of all trials and fails when results have changed and
/// this number has not.
inline constexpr int method_revision = 1;

}  // namespace remap::experiments
