// Containers that a sync left in a back-off.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::trace {

struct BackOffWait {
  std::string container;
  /// "CrashLoopBackOff" or "ImagePullBackOff".
  std::string reason;
  /// "10s"; empty if the error does not name it.
  std::string delay;
};

/// Reads the error of a sync. Returns the containers that it could not start because of a back-off, in their order.
[[nodiscard]] std::vector<BackOffWait> back_off_waits(std::string_view sync_error);

}  // namespace podreel::trace
