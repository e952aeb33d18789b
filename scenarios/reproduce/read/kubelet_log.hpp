// Reads lines of a kubelet's log.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

struct LoggedErrors {
  /// "web" of "web_default(uid)" or pod="default/web"; empty if the line does not name it.
  std::string pod;
  std::string name_space;
  std::vector<SeenError> errors;
};

/// Whether a line has klog's header, after journald's prefix: "E0211 12:09:59.258689    4620 file.go:803]".
[[nodiscard]] bool is_log_line(std::string_view line);

/// Returns the failures that a line reports: `failed to "StartContainer" for "app" with ErrImagePull: "…"`, or a failed
/// runtime call. Returns none for other lines.
[[nodiscard]] LoggedErrors logged_errors(std::string_view line, int number);

}  // namespace podreel::reproduce
