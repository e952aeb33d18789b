// Lifecycle hooks: kubelet's HandlerRunner.
#pragma once

#include <optional>
#include <string>

#include "engine/sync/sync_context.hpp"

namespace podreel::sync {

/// The failure of a hook: the bare error, and the message around it.
struct HookFailure {
  std::string error;
  std::string message;
};

/// Runs `handler` in (or against) the container, without a time limit; nothing if all went well. Commands fail by exit
/// code, HTTP requests only if there is no answer at all; a handler of another kind cannot be run
/// (pkg/kubelet/lifecycle/handlers.go). `context` must outlive the call.
[[nodiscard]] sim::Task<std::optional<HookFailure>> run_hook(SyncContext& context, api::PodPtr pod,
                                                             std::string container_name, std::string container_id,
                                                             api::Handler handler);

}  // namespace podreel::sync
