// Lines of a kubelet's log.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

struct LoggedErrors {
  /// "web" of "web_default(uid)" or pod="default/web"; empty: the line does not name it.
  std::string pod;
  std::string name_space;
  std::vector<SeenError> errors;
};

/// Whether a line has klog's header, behind what journald puts before it: "E0211 12:09:59.258689    4620 file.go:803]".
[[nodiscard]] bool is_log_line(std::string_view line);

/// What such a line says has failed: `failed to "StartContainer" for "app" with ErrImagePull: "…"`, or a call of the
/// runtime; none of lines that say something else.
[[nodiscard]] LoggedErrors logged_errors(std::string_view line, int number);

}  // namespace podreel::reproduce
