// Records from the sync loop, the pod workers, the probes and the events in a kubelet's log.
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

/// A line of klog: "Lmmdd hh:mm:ss.uuuuuu threadid file:line] message", in UTC, perhaps after a word.
struct LogLine {
  /// Time since the Unix epoch; the year is chosen so that it is closest to a given time.
  sim::Time at;
  std::string_view message;
};

/// Parses a line; no value if it is not a line of klog.
[[nodiscard]] std::optional<LogLine> log_line_of(std::string_view line, sim::Time near);

/// The meaning of a message.
struct LoggedSteps {
  /// Whether the message concerns the sync loop or a sync.
  bool is_of_kind = false;
  /// Whether the message is recognized; it may correspond to no record.
  bool is_understood = false;
  std::vector<trace::Record> records;
};

/// Parses messages of all releases since 1.10 (pkg/kubelet/kubelet.go). The records have no time.
[[nodiscard]] LoggedSteps steps_of(std::string_view message);

struct ReadLog {
  std::vector<RecordedLine> lines;
  /// When the loops of kubelets began, since the start of the scenario; negative if that was earlier.
  std::vector<sim::Duration> loops_began;
  /// Number of lines of klog, each with the lines after it that have no header.
  std::size_t num_entries = 0;
  /// Number of messages about syncs, probes and events that were not recognized.
  std::size_t not_understood = 0;
  /// First message that was not recognized.
  std::string example;
};

/// Reads a log. `began` is the wall-clock start time of the scenario, whose time is `speed` times as fast. Of
/// earlier lines, only those about the begin of loops are read.
[[nodiscard]] ReadLog read_log(std::istream& log, sim::Time began, double speed);

}  // namespace podreel::cri
