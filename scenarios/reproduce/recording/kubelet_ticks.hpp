// Times at which recorded kubelets ticked, relisted and synced, as far as a recording shows them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace podreel::reproduce {

/// A relist that saw changes.
struct ChangeRelist {
  /// When it listed all sandboxes.
  double listed = 0;
  /// When the sync loop handled its first event; no value if it had none.
  std::optional<double> handled{};
};

/// A sync that was not the last one before the pod's termination.
struct RecordedSync {
  double began = 0;
  double ended = 0;
  /// Nothing but the worker's timer has triggered it.
  bool is_timed = false;
};

/// Ticks of one kubelet. All times are in seconds since the scenario began.
struct KubeletTicks {
  /// When the kubelet started; zero for one that is up when the scenario begins.
  double started = 0;
  /// When its loops began, as the recording states it; negative for one that is up when the scenario begins.
  std::optional<double> loops_began{};
  /// When it listed all sandboxes, as the recording states it: at each relist, and seldom in between.
  std::vector<double> lists{};
  /// When its sync loop handled an event of a relist, or of a relist on demand.
  std::vector<double> relist_events{};
  /// In order, as far as all of them are shown: by the states that the PLEG has logged, or by lists and by the events
  /// and removals of containers between them.
  std::vector<ChangeRelist> change_relists{};
  /// One list for each pod's worker, in the order in which they began.
  std::vector<std::vector<RecordedSync>> syncs{};
  /// When it began to collect containers that have ended. Recognised are collections that removed a sandbox, since
  /// nothing else does so, and those that removed an earlier instance of a container whose end the kubelet did not yet
  /// know.
  std::vector<double> collections{};
};

/// One element for each kubelet that runs in the recording, in order. `relists_on_demand`: a state that the PLEG has
/// logged may be that of a relist of one pod.
[[nodiscard]] std::vector<KubeletTicks> kubelet_ticks(const std::vector<nlohmann::json>& records,
                                                      bool relists_on_demand = false);

}  // namespace podreel::reproduce
