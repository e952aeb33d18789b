// What a kubelet's log says of its sync loop and its pod workers.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/record.hpp"
#include "tools/cri/kubelet_log/recorded_lines.hpp"

namespace podreel::cri {

/// klog's "Lmmdd hh:mm:ss.uuuuuu threadid file:line] message", in UTC.
struct LogLine {
  /// Since the Unix epoch, in the year in which that is nearest to another time.
  sim::Time at;
  std::string_view message;
};

/// Nothing: it is none.
[[nodiscard]] std::optional<LogLine> log_line_of(std::string_view line, sim::Time near);

/// What a message tells.
struct LoggedSteps {
  /// It is about the sync loop, or a sync.
  bool is_of_kind = false;
  /// With the others of its kind it tells of no record of podreel's, or of these.
  bool is_understood = false;
  std::vector<trace::Record> records;
};

/// In the words of any release from 1.10 on (pkg/kubelet/kubelet.go). Records without a time.
[[nodiscard]] LoggedSteps steps_of(std::string_view message);

struct ReadLog {
  std::vector<RecordedLine> lines;
  /// Of its kind.
  std::size_t not_understood = 0;
  /// The first of these.
  std::string example;
};

/// `began` is when the scenario did, on the wall clock; its time passes `speed` times as fast. What was before is not
/// told.
[[nodiscard]] ReadLog read_log(std::istream& log, sim::Time began, double speed);

}  // namespace podreel::cri
