// Pull, create, start, post-start hook.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/sync/back_off_finding.hpp"
#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/sync_context.hpp"

namespace podreel::sync {

/// A container of the spec that is to be started in a sandbox.
struct ContainerStart {
  api::PodPtr pod;
  /// As it was observed before the sync: decides about back-off and the number of the attempt.
  runtime::PodStatusPtr status;
  memory::Text sandbox_id;
  /// Points into `pod`'s spec.
  const api::Container* container = nullptr;
  api::ContainerKind kind = api::ContainerKind::regular;
  /// If not null, what back-offs say is appended; must outlive the start.
  BackOffFindings* back_offs = nullptr;
};

/// A container that is not started yet, since it has exited too recently.
struct InBackOff {
  /// Points into the pod's spec.
  const api::Container* container = nullptr;
  memory::Text backoff_key;
  sim::Time exited_at;
  sim::Duration delay;
  /// CrashLoopBackOff.
  SyncFailure failure;
  /// Until then it is in back-off for certain.
  sim::Time surely_until;
};

/// doBackOff: reports a container that is in back-off (event BackOff); otherwise the back-off advances and there is no
/// value. A container that never exited has no back-off.
[[nodiscard]] std::optional<InBackOff> check_crash_backoff(SyncContext& context, const ContainerStart& start);

/// Returns whether another check_crash_backoff() of the container would find it in back-off, too, as long as it has not
/// been started.
[[nodiscard]] bool is_still_in_back_off(const SyncContext& context, const InBackOff& held);
/// Records the event BackOff.
void record_back_off(SyncContext& context, const api::Pod& pod, const api::Container& container);

/// startContainer: nothing if the container runs and its PostStart hook (which blocks) went well. After a failed hook
/// the container has been killed. Both arguments must outlive the call.
[[nodiscard]] sim::Task<std::optional<SyncFailure>> start_container(SyncContext& context, const ContainerStart& start);

/// Key of a container's crash back-off. A container with another image (or definition, or from 1.34 on
/// other resources) has another key, and so no back-off yet.
[[nodiscard]] memory::Text crash_backoff_key(const SyncContext& context, const api::Pod& pod,
                                             const api::Container& container);

}  // namespace podreel::sync
