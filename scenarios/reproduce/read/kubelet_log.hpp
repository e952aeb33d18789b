// Reads lines of a kubelet's log.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/read/pod_names.hpp"

namespace podreel::reproduce {

struct LoggedLine {
  /// The pod that the line names; its name is empty without one.
  NamedPod pod;
  /// `failed to "StartContainer" for "app" with ErrImagePull: "…"`, "start failed in pod", or a failed runtime call.
  std::vector<SeenError> errors{};
  /// An event that the line quotes.
  std::optional<SeenEvent> event{};
  /// The container whose start failed, and its image.
  std::string image{};
  bool is_init = false;
  /// Text of the line without its header.
  SeenLine text{};
};

/// Whether a line has klog's header, after journald's prefix: "E0211 12:09:59.258689    4620 file.go:803]".
[[nodiscard]] bool is_log_line(std::string_view line);

/// Takes a line for which is_log_line holds.
[[nodiscard]] LoggedLine logged_line(std::string_view line, int number);

}  // namespace podreel::reproduce
