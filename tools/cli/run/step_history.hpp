// The history of a run, for stepping.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::cli {

/// Keeps the records that timelines show and all versions of all pods.
class StepHistory final : public trace::Sink {
 public:
  /// `details` adds the records that concern only readers of the kubelet's source.
  explicit StepHistory(bool details) noexcept : details_{details} {}

  void write(const trace::Record& record) override;
  void pod_changed(sim::Time time, const api::PodPtr& pod, bool gone);

  [[nodiscard]] const std::vector<trace::Record>& records() const noexcept { return records_; }

  /// Returns the pods after all records of this instant, sorted by name.
  [[nodiscard]] std::vector<api::PodPtr> pods_at(sim::Time time) const;

 private:
  struct PodChange {
    sim::Time time;
    api::PodPtr pod;
    bool gone;
  };

  bool details_;
  std::vector<trace::Record> records_;
  /// Ordered by time.
  std::vector<PodChange> changes_;
};

}  // namespace podreel::cli
