// The message of a container that has ended.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/memory/text.hpp"
#include "engine/runtime.hpp"
#include "engine/sync/container_logs.hpp"

namespace podreel::sync {

/// Returns the runtime's message, and after it, for a container that has failed under the policy FallbackToLogsOnError
/// (1.6), the last 80 lines and 2048 bytes of its log, or why it cannot be read (kuberuntime's
/// convertToKubeContainerStatus). Containers of podreel's runtime write no termination message of their own. `logs`:
/// those of the node; the message is the runtime's alone if their text is unknown.
[[nodiscard]] memory::Text termination_message(const api::Pod& pod, const runtime::ContainerStatus& ended,
                                               const ContainerLogs& logs);

}  // namespace podreel::sync
