// Times at which recorded kubelets ticked, relisted and synced, as far as a recording shows them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
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

/// The first sandbox of a pod. `uid`: that which the pod has in a run; empty if the recording does not name its pod.
struct RecordedSetup {
  std::string uid;
  /// When the sync began that created the sandbox.
  double synced = 0;
  /// When the runtime was called for it.
  double ended = 0;
};

/// An execution of a probe's command.
struct RecordedProbe {
  /// UID of the pod in a run, name of the container, and type of the probe, as in the keys of choices.
  std::string key;
  /// When the runtime answered.
  double answered = 0;
  /// When the kubelet knew the result, if that is recorded.
  std::optional<double> known{};
  /// Seconds since the beginning of the pod's last sync, if that is recorded.
  std::optional<double> after_sync{};
  /// It was executed in an earlier instance than that which was started last.
  bool is_outdated = false;
};

/// The first event of the sync loop for an idle worker. `uid`: that which the pod has in a run; empty if the recording
/// does not name its pod.
struct RecordedWake {
  std::string uid;
  double at = 0;
  /// The worker's sync began before the next event about the pod.
  bool is_fast = false;
};

/// A step of a sync on the way to a container: until the runtime is called for a sandbox, until the image of the first
/// container is checked, or from there until the container is created.
struct RecordedStart {
  enum class Step : std::uint8_t { sandbox, container, creation };
  Step step{};
  /// When the step before had ended; for a sandbox, shortly before it was called for.
  double at = 0;
  double ended = 0;
};

/// A sync that killed before it did anything else.
struct RecordedKill {
  /// When the sync began.
  double at = 0;
  /// Seconds until it reported the first kill.
  double after = 0;
};

/// A status that was written with what a probe changed after it had been set.
struct RecordedLateWrite {
  /// When the sync began that set it.
  double at = 0;
  /// Seconds until the probe had changed it.
  double lag = 0;
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
  std::vector<RecordedSetup> setups{};
  std::vector<RecordedProbe> probes{};
  /// Those that another event about the pod followed at once.
  std::vector<RecordedWake> wakes{};
  std::vector<RecordedStart> starts{};
  std::vector<RecordedKill> kills{};
  std::vector<RecordedLateWrite> late_writes{};
};

/// One element for each kubelet that runs in the recording, in order. `relists_on_demand`: a state that the PLEG has
/// logged may be that of a relist of one pod.
[[nodiscard]] std::vector<KubeletTicks> kubelet_ticks(const std::vector<nlohmann::json>& records,
                                                      bool relists_on_demand = false);

}  // namespace podreel::reproduce
