// A number that changes whenever results do; with the options, it identifies the trials of a series.
#pragma once

namespace remap::experiments {

/// Increase it by one whenever a change affects the result of any trial: learners, rankers, teachers, worlds, seeds,
/// test sets. Trials of other revisions then stay in the database but are not mixed with new ones; other changes keep
/// them. tests/experiments/revision_test.cpp runs a sample of all trials and fails when results have changed and this
/// number has not.
inline constexpr int method_revision = 5;

}  // namespace remap::experiments
