// A run that Python owns and can close: its log is then released, even if there are other references.
#pragma once

#include <optional>
#include <utility>

#include "remap/automata/error.hpp"
#include "remap/runs/durable_run.hpp"

namespace remap::python {

class Run {
 public:
  explicit Run(DurableRun run) : run_(std::move(run)) {}
  DurableRun& get() {
    if (!run_) throw Misuse("Run", "it was closed");
    return *run_;
  }
  void close() {
    if (!run_) return;
    run_->sync();
    run_.reset();
  }

 private:
  std::optional<DurableRun> run_;
};

}  // namespace remap::python
