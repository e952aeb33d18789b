// A run that can be looked at from any of its records.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::cli {

/// Keeps the records that people are told of and all versions of all pods.
class StepHistory final : public trace::Sink {
 public:
  /// With `details` also the records that matter only to who reads the kubelet's source.
  explicit StepHistory(bool details) noexcept : details_{details} {}

  void write(const trace::Record& record) override;
  void pod_changed(sim::Time time, const api::PodPtr& pod, bool gone);

  [[nodiscard]] const std::vector<trace::Record>& records() const noexcept { return records_; }

  /// The pods that there are once everything of this instant has happened, by name.
  [[nodiscard]] std::vector<api::PodPtr> pods_at(sim::Time time) const;

 private:
  struct Change {
    sim::Time time;
    api::PodPtr pod;
    bool gone;
  };

  bool details_;
  std::vector<trace::Record> records_;
  /// In the order of their times.
  std::vector<Change> changes_;
};

}  // namespace podreel::cli
