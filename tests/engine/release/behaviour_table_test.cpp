#include "engine/release/behaviour_table.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/evicting.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour/shutting_down.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::release {

namespace {

std::string_view name_of(Capability capability) {
  return row_of(capability, newest_release())->name;
}

/// The later patches of a minor release that behave differently than those before them, whatever the gates.
const std::set<std::string> brought_to_patches{
    // kubernetes/kubernetes#53746
    "disk_pressure_spares_live_pods 1.7.9", "disk_pressure_spares_live_pods 1.8.3",
    // kubernetes/kubernetes#79451
    "sandbox_retried_without_containers 1.13.8", "sandbox_retried_without_containers 1.14.4",
    "sandbox_retried_without_containers 1.15.1",
    // kubernetes/kubernetes#92614
    "succeeded_pod_keeps_dead_sandbox 1.17.15", "succeeded_pod_keeps_dead_sandbox 1.18.13",
    "succeeded_pod_keeps_dead_sandbox 1.19.4",
    // kubernetes/kubernetes#98103
    "static_pods_wait_for_the_killer 1.18.16", "static_pods_wait_for_the_killer 1.19.8",
    "static_pods_wait_for_the_killer 1.20.3",
    // kubernetes/kubernetes#108164
    "vanished_objects_are_left_out 1.22.8", "vanished_objects_are_left_out 1.23.4",
    // kubernetes/kubernetes#97980
    "deletion_waits_for_sandboxes 1.20.3",
    // kubernetes/kubernetes#105075
    "reused_uids_start_again 1.22.3",
    // kubernetes/kubernetes#106394
    "static_pods_wait_for_their_name 1.22.5",
    // kubernetes/kubernetes#116995
    "restarts_miss_a_housekeeping 1.27.2",
    // kubernetes/kubernetes#92196
    "readiness_waits_for_startup 1.18.6",
    // kubernetes/kubernetes#84951
    "pod_list_changes_statuses 1.15.8", "pod_list_changes_statuses 1.16.5", "pod_list_changes_statuses 1.17.1",
    // kubernetes/kubernetes#104577
    "completed_pods_take_room 1.22.2",
    // kubernetes/kubernetes#108366
    "terminal_phase_waits_for_containers 1.22.9", "terminal_phase_waits_for_containers 1.23.5",
    // kubernetes/kubernetes#110191, #110256
    "terminating_pods_are_probed 1.22.11", "terminating_pods_are_probed 1.23.8", "terminating_pods_are_probed 1.24.2",
    "terminal_pods_are_never_ready 1.22.11", "terminal_pods_are_never_ready 1.23.8",
    "terminal_pods_are_never_ready 1.24.2",
    // kubernetes/kubernetes#125404
    "terminating_status_keeps_ips 1.28.13", "terminating_status_keeps_ips 1.29.8",
    "terminating_status_keeps_ips 1.30.4",
    // kubernetes/kubernetes#126343
    "finished_pods_skip_admission 1.28.14", "finished_pods_skip_admission 1.29.9",
    "finished_pods_skip_admission 1.30.5", "finished_pods_skip_admission 1.31.1",
    // kubernetes/kubernetes#129946
    "sleeping_post_start_hooks_panic 1.32.3",
    // kubernetes/kubernetes#114271
    "pulled_event_has_waiting_time 1.25.6",
    // kubernetes/kubernetes#133072
    "sidecar_probes_outlive_containers 1.33.6", "sidecar_probes_outlive_containers 1.34.2",
    // kubernetes/kubernetes#99748
    "restart_count_from_logs 1.21.6",
    // kubernetes/kubernetes#120281
    "sidecar_algorithm_for_every_pod 1.28.2",
    // kubernetes/kubernetes#127162
    "sidecar_algorithm_for_every_pod 1.29.9", "sidecar_algorithm_for_every_pod 1.30.5",
    "sidecar_algorithm_for_every_pod 1.31.1",
    // kubernetes/kubernetes#126543
    "created_init_container_restarted 1.29.9", "created_init_container_restarted 1.30.5",
    "created_init_container_restarted 1.31.1",
    // kubernetes/kubernetes#129519, #129521, #129524
    "created_event_has_colon 1.29.14", "created_event_has_colon 1.30.10", "created_event_has_colon 1.31.6",
    // kubernetes/kubernetes#132040
    "sidecar_host_ports_count 1.33.6", "finished_pods_synced_at_start 1.27.2",
    "finished_pods_terminated_at_start 1.22.3", "unstarted_static_pods_give_way 1.22.8",
    "unstarted_static_pods_give_way 1.23.5", "probes_end_for_deleted_pods 1.18.18",
    "probes_end_for_deleted_pods 1.19.10", "probes_end_for_deleted_pods 1.20.6", "sidecars_stay_started 1.35.4",
    // kubernetes/kubernetes#139850, #140882
    "exec_probes_need_sync_context 1.35.8", "exec_probes_need_sync_context 1.36.3",
    "exec_probes_need_sync_context 1.36.4",
    // kubernetes/kubernetes#141342
    "started_state_belongs_to_container 1.35.9", "started_state_belongs_to_container 1.36.5",
    "started_state_belongs_to_container 1.37.1",
    // kubernetes/kubernetes#141487
    "readiness_belongs_to_container 1.36.6", "readiness_belongs_to_container 1.37.2",
    // kubernetes/kubernetes#139522, in the recorded 1.36.3
    "mirror_deletion_goes_unnoticed 1.36.3", "mirror_deletion_goes_unnoticed 1.36.4",
    "unallocated_pods_are_left_out 1.36.3", "unallocated_pods_are_left_out 1.36.4",
    // kubernetes/kubernetes#99336
    "pods_wait_for_node 1.18.19", "pods_wait_for_node 1.19.11", "pods_wait_for_node 1.20.7",
    "pods_wait_for_node 1.21.1",
    // kubernetes/kubernetes#104531
    "shutdown_leaves_phase 1.22.5", "shutdown_leaves_phase 1.23.1", "stopped_sidecars_delay_nothing 1.29.8",
    "stopped_sidecars_delay_nothing 1.30.4"};

}  // namespace

TEST_CASE("a row has the name of its capability") {
  CHECK(name_of(sidecars) == "sidecars");
  CHECK(name_of(exec_probe_timeouts) == "exec_probe_timeouts");
  std::map<std::string_view, Capability> capabilities;
  for (const BehaviourRow& row : behaviour_table()) {
    CAPTURE(row.name);
    CHECK(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
    CHECK(capabilities.emplace(row.name, row.capability).first->second == row.capability);
  }
}

TEST_CASE("a row is known by the release in which it holds") {
  CHECK(row_of(sidecars, v(27)) == nullptr);
  CHECK(since(*row_of(sidecars, v(30, 7)), v(30, 7)) == v(28));
}

TEST_CASE("a kubelet behaves as the first patch of its minor release does, but for what was brought to patches") {
  std::set<std::string> found;
  for (const FeatureGates& gates : {FeatureGates{}, FeatureGates{{"AllAlpha", true}, {"AllBeta", true}},
                                    FeatureGates{{"AllAlpha", false}, {"AllBeta", false}}}) {
    for (const Release& newest : simulated_releases()) {
      Behaviour before = behaviour_of(v(newest.minor), gates);
      for (int patch = 1; patch <= newest.patch; ++patch) {
        const Release release = v(newest.minor, patch);
        const Behaviour now = behaviour_of(release, gates);
        for (const BehaviourRow& row : behaviour_table()) {
          if (now.has(row.capability) == before.has(row.capability)) continue;
          found.insert(std::string{row.name} + " " + to_string(release));
        }
        before = now;
      }
    }
  }
  CHECK(found == brought_to_patches);
}

TEST_CASE("a release is written with its minor, and with its patch or without") {
  CHECK(parse_release("1.30.7") == v(30, 7));
  CHECK(parse_release("v1.30.7") == v(30, 7));
  CHECK(parse_release("1.30.0") == v(30));
  CHECK(parse_release("v1.30").value().minor == 30);
  CHECK(parse_release("1.30").value() > v(30, 7));
  for (const char* text : {"", "1", "1.", "2.30", "30", "1.30.", "1.30.x", "1.30.7x", "1.30x", "1.30.7.1", "1.99",
                           "1.30.-7", "vv1.30", " 1.30"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_release(text));
  }
}

TEST_CASE("the list of releases says which is the oldest, the newest and the default") {
  CHECK(oldest_release() == simulated_releases().front());
  CHECK(newest_release() == known_releases().back());
  CHECK(default_release() == newest_release());
  CHECK_FALSE(is_simulated(known_releases().front()));
  CHECK(any_patch_of(v(30, 7)).contains(v(30)));
  CHECK_FALSE(any_patch_of(v(30, 7)).contains(v(31)));
  CHECK(exactly(v(30, 7)).contains(v(30, 7)));
  CHECK_FALSE(exactly(v(30, 7)).contains(v(30, 8)));
}

TEST_CASE("every capability that a header names has a row") {
  std::set<std::uint16_t> described;
  for (const BehaviourRow& row : behaviour_table()) described.insert(row.capability.index());
  std::set<std::uint16_t> named;
  std::uint16_t first = 0;
  for (const std::uint16_t end : {std::uint16_t{deciding_end}, std::uint16_t{syncing_end}, std::uint16_t{reporting_end},
                                  std::uint16_t{looping_end}, std::uint16_t{probing_end}, std::uint16_t{resizing_end},
                                  std::uint16_t{shutting_down_end}, std::uint16_t{evicting_end},
                                  std::uint16_t{node_status_end}, std::uint16_t{pulling_end}}) {
    for (std::uint16_t index = first; index < end; ++index) named.insert(index);
    first = static_cast<std::uint16_t>(first + capabilities_per_area);
  }
  CHECK(named == described);
}

TEST_CASE("a row that begins or ends in 1.26 or later says how that is known") {
  for (const BehaviourRow& row : behaviour_table()) {
    for (const Release boundary : boundaries_of(row)) {
      if (boundary < v(26)) continue;
      CAPTURE(row.name);
      CHECK_FALSE(row.evidence.empty());
    }
  }
}

TEST_CASE("evidence lies on both sides of a boundary of its row") {
  for (const BehaviourRow& row : behaviour_table()) {
    const std::vector<Release> boundaries = boundaries_of(row);
    for (const Evidence& evidence : row.evidence) {
      if (evidence.kind == EvidenceKind::unverified || boundaries.empty()) continue;
      CAPTURE(row.name);
      CAPTURE(evidence.before);
      CAPTURE(evidence.after);
      CHECK(std::ranges::any_of(boundaries, [&](Release boundary) { return covers(evidence, row, boundary); }));
      CHECK(evidence.where.empty() == (evidence.kind == EvidenceKind::recorded));
    }
  }
}

TEST_CASE("a row is as well known as the least known of its boundaries") {
  const ReleaseRange range{v(28), v(32)};
  BehaviourRow row{
      .capability = sidecars, .name = "x", .ranges = {range}, .gates = {}, .what = "", .source = "", .evidence = {}};
  CHECK(boundaries_of(row) == std::vector{v(28), v(32)});
  CHECK(evidence_kind(row) == EvidenceKind::unverified);
  row.evidence.push_back({EvidenceKind::recorded, "1.26.7/04", "1.28.0-a/04", {}});
  CHECK(evidence_kind(row) == EvidenceKind::unverified);
  row.evidence.push_back({EvidenceKind::read, "1.31.14", "1.32.13", "kubelet.go, SyncPod"});
  CHECK(evidence_kind(row) == EvidenceKind::read);
  CHECK_FALSE(covers(row.evidence.back(), row, v(28)));
}

}  // namespace podreel::release
