// Downtime of a cluster's workloads when kubelets are replaced in place, and when nodes are drained first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "scenarios/fleet/dump/inferred_runtime.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// A workload that is interrupted in at least one case.
struct WorkloadDowntime {
  /// For example "Deployment/shop/web".
  std::string title;
  bool is_exposed = false;
  /// Drains evict its pods. They leave pods of DaemonSets and static pods on their nodes.
  bool is_drained = true;
  /// Number of disruptions that its budgets allow; no value: it has no budget.
  std::optional<std::uint32_t> allowed;
  fleet::StartKnowledge starts = fleet::StartKnowledge::assumed;
  fleet::WorkloadOutcome in_place;
  fleet::WorkloadOutcome drained;
};

struct Downtime {
  /// First workloads with a single pod and StatefulSets, then the others; sorted by downtime, longest first.
  std::vector<WorkloadDowntime> workloads;
  std::size_t uninterrupted = 0;
  /// Number of workloads whose budgets allow no disruption, so that their pods block drains.
  std::size_t blocked_by_budgets = 0;
  sim::Duration in_place_takes{};
  sim::Duration drained_takes{};
  /// Number of pods that no controller recreates when their nodes are drained.
  std::uint64_t lost = 0;
  /// Number of pods whose replacements fit no node.
  std::uint64_t without_node = 0;
  /// Nodes that cannot be drained, with the reasons.
  std::vector<std::string> undrained;
  /// Assumptions, in sentences.
  std::vector<std::string> assumptions;
  /// Remarks about the dump that the simulation begins with.
  std::vector<std::string> remarks;
};

/// Simulates both cases on `jobs` threads. Throws BadInput if there are no nodes.
[[nodiscard]] Downtime downtime_of(fleet::ReadDump dump, release::Release to, std::size_t jobs, Context& context);

/// Returns whether an interruption of the workload has a length that its startup times account for. Simulated restarts
/// without startup times take milliseconds, which real ones do not.
[[nodiscard]] bool is_start_time_known(const fleet::WorkloadOutcome& outcome, fleet::StartKnowledge starts) noexcept;
/// Returns whether containers restart, or pods are not ready for at least a second. The start of a kubelet alone makes
/// pods unready for an instant, which is no downtime.
[[nodiscard]] bool is_interrupted_in_place(const fleet::WorkloadOutcome& outcome) noexcept;
/// Returns "3 of 3 replicas down for 40s", or "-" if none is down. Without probes, the time until a container serves is
/// unknown: "1 of 1 replica restarts, start time unknown".
[[nodiscard]] std::string in_place_text(const WorkloadDowntime& workload);
/// Returns the text for drained nodes: "1 of 1 replica moves, start time unknown".
[[nodiscard]] std::string drained_text(const WorkloadDowntime& workload);
/// Returns "PDB allows 1", or "-" without a budget.
[[nodiscard]] std::string allowed_text(const WorkloadDowntime& workload);
/// Returns "inferred", "assumed" or "no probes".
[[nodiscard]] std::string_view starts_text(fleet::StartKnowledge starts) noexcept;
/// Summarizes the result in sentences, without its assumptions.
[[nodiscard]] std::vector<std::string> downtime_sentences(const Downtime& downtime);

/// Returns a table, followed by the summary.
[[nodiscard]] std::string downtime_table(const Downtime& downtime, bool has_headers);
[[nodiscard]] nlohmann::ordered_json downtime_document(const Downtime& downtime);

}  // namespace podreel::cli
