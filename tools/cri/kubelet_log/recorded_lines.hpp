// Records of one side of a recording, as lines.
#pragma once

#include <string>
#include <vector>

#include "engine/api/container.hpp"
#include "engine/api/linux_resources.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::cri {

struct RecordedLine {
  /// Time since the start of the scenario.
  sim::Duration at{};
  std::string text;
};

class RecordedLines final : public trace::Sink {
 public:
  /// `start` is the start time of the scenario on this side's clock.
  explicit RecordedLines(sim::Time start) : start_{start} {}

  void write(const trace::Record& record) override;
  /// Removes and returns all lines.
  [[nodiscard]] std::vector<RecordedLine> take() noexcept;

 private:
  sim::Time start_;
  std::vector<RecordedLine> lines_;
};

/// Returns the record that states when a recording ended: nothing was recorded later.
[[nodiscard]] RecordedLine end_line(sim::Duration at);

/// Returns a record that names a recorded kubelet, such as "1.32.13".
[[nodiscard]] RecordedLine kubelet_line(const std::string& version);

/// Returns the record that states the version of the node's control groups.
[[nodiscard]] RecordedLine cgroups_line(api::CgroupVersion version);

/// Returns the record that states the node's allocatable resources.
[[nodiscard]] RecordedLine allocatable_line(const api::ResourceList& resources);

/// Returns the record of the largest delay that the machine caused.
[[nodiscard]] RecordedLine lateness_line(sim::Duration lateness);

/// Returns the record that states when a kubelet's loops began; `began` is negative if that was before the scenario.
[[nodiscard]] RecordedLine loops_line(sim::Duration began);

/// Returns the record that states when all sandboxes were listed.
[[nodiscard]] RecordedLine lists_line(const std::vector<sim::Duration>& lists);

/// Merges the lines of all sides in the order of time, up to `length`.
[[nodiscard]] std::vector<RecordedLine> merged(std::vector<std::vector<RecordedLine>> sides, sim::Duration length);

}  // namespace podreel::cri
