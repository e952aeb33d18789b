// The words of a kubelet's log for the stages of pod workers.
#pragma once

#include <array>
#include <string_view>

namespace podreel::cri {

struct StageWords {
  /// Before "enter" and "exit" in records.
  std::string_view record;
  /// Before " enter" and " exit" in the log, but for the case of its first letter.
  std::string_view log;
};

inline constexpr std::array stage_words{StageWords{"", "SyncPod"}, StageWords{"terminating-", "SyncTerminatingPod"},
                                        StageWords{"terminating-runtime-", "SyncTerminatingRuntimePod"},
                                        StageWords{"terminated-", "SyncTerminatedPod"}};

}  // namespace podreel::cri
