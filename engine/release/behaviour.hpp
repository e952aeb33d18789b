// What differs between releases: one table, a row per difference. Code asks for a capability by name.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// The capabilities of one kubelet: a release with its feature gates. Every field has at least one row in the table
/// (behaviour_table.cpp), which says since when it holds and which upstream change brought it.
struct Behaviour {
  Release release;

  // Deciding: computePodActions.
  bool modern_pod_actions = false;
  bool ephemeral_containers = false;
  bool sidecars = false;
  bool sandbox_without_network_panics = false;
  bool never_pod_keeps_dead_sandbox = false;
  bool sandbox_retried_without_containers = false;
  bool succeeded_pod_keeps_dead_sandbox = false;
  bool succeeded_means_exited = false;
  bool unknown_containers_killed_first = false;
  bool kill_messages_name_container = false;
  bool kill_reasons = false;
  bool startup_probe_failure_kills = false;
  bool deleted_pod_restarts_nothing = false;
  bool running_container_means_initialized = false;
  bool oom_killed_init_container_failed = false;
  bool sidecar_algorithm_for_every_pod = false;
  bool exited_container_means_initialized = false;
  bool created_init_container_restarted = false;
  bool changed_sidecar_restarted = false;
  bool container_restart_rules = false;
  bool restart_all_containers = false;
  bool in_place_resize = false;
  bool resize_from_reported_status = false;
  bool resize_from_actuated_record = false;
  bool sidecar_resize = false;
  bool init_container_resize = false;
  bool static_pod_resize = false;

  // Doing: SyncPod.

  // Reporting: pod status.

  // The loop: pod workers, PLEG, probes, garbage collection.
};

/// A half-open range of releases: [since, until). Without `until` it is open-ended.
struct ReleaseRange {
  Release since;
  std::optional<Release> until;
  [[nodiscard]] bool contains(Release release) const noexcept {
    return release >= since && (!until || release < *until);
  }
};

/// A feature gate's stages. Before `on_by_default` it is off unless set; from `locked` on it cannot be set any more.
struct Gate {
  std::string_view name;
  std::optional<Release> on_by_default;
  std::optional<Release> locked;
  /// False: the row holds while the gate is off.
  bool wanted = true;
};

/// The gates that a row needs, all of them.
class Gates {
 public:
  Gates() = default;
  Gates(Gate gate) : gates_{gate} {}
  Gates(std::initializer_list<Gate> gates) : gates_(gates) {}

  [[nodiscard]] bool empty() const noexcept { return gates_.empty(); }
  [[nodiscard]] auto begin() const noexcept { return gates_.begin(); }
  [[nodiscard]] auto end() const noexcept { return gates_.end(); }

 private:
  std::vector<Gate> gates_;
};

/// One difference between releases. A capability may have several rows; it holds where any of them does.
struct BehaviourRow {
  bool Behaviour::*capability = nullptr;
  std::string_view name;
  /// The row holds in any of these ranges, as far as its gates allow.
  std::vector<ReleaseRange> ranges;
  Gates gates;
  /// What changes, in a sentence.
  std::string_view what;
  /// Upstream KEP, pull request or issue.
  std::string_view source;
  /// False where no recording of a real kubelet has confirmed the row.
  bool verified = true;
};

[[nodiscard]] std::span<const BehaviourRow> behaviour_table();

/// The row that speaks of `capability` in `release`, gates aside; null if none does.
[[nodiscard]] const BehaviourRow* row_of(bool Behaviour::*capability, Release release);

/// Since when the row holds without a break, seen from `release`; nothing if it does not hold there.
[[nodiscard]] std::optional<Release> since(const BehaviourRow& row, Release release);

/// The behaviour of `release` with `gates` set; gates that the table does not know have no effect here (the loader
/// of scenarios reports them).
[[nodiscard]] Behaviour behaviour_of(Release release, const FeatureGates& gates = {});

}  // namespace podreel::release
