// Log messages of kubelets for the stages of pod workers.
#pragma once

#include <array>
#include <string_view>

namespace podreel::cri {

struct StageWords {
  /// Prefix of "enter" and "exit" in records.
  std::string_view record;
  /// Prefix of " enter" and " exit" in the log; the case of its first letter varies.
  std::string_view log;
};

inline constexpr std::array stage_words{StageWords{"", "SyncPod"}, StageWords{"terminating-", "SyncTerminatingPod"},
                                        StageWords{"terminating-runtime-", "SyncTerminatingRuntimePod"},
                                        StageWords{"terminated-", "SyncTerminatedPod"}};

}  // namespace podreel::cri
