// How long the workloads of a cluster are down when its kubelets are swapped, and when its nodes are drained before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "scenarios/fleet/dump/learnt_runtime.hpp"
#include "scenarios/fleet/outcome.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// One that is interrupted in either way.
struct WorkloadDowntime {
  /// "Deployment/shop/web".
  std::string title;
  bool is_exposed = false;
  /// That its disruption budgets allow; no value: it has none.
  std::optional<std::uint32_t> allowed;
  fleet::StartKnowledge starts = fleet::StartKnowledge::assumed;
  fleet::WorkloadOutcome in_place;
  fleet::WorkloadOutcome drained;
};

struct Downtime {
  /// First those of which one pod is all there is, and StatefulSets, then the others; the longest first.
  std::vector<WorkloadDowntime> workloads;
  std::size_t uninterrupted = 0;
  sim::Duration in_place_takes{};
  sim::Duration drained_takes{};
  /// Pods that nobody makes anew when their nodes are drained.
  std::uint64_t lost = 0;
  /// Nodes that cannot be drained, and why.
  std::vector<std::string> undrained;
  /// What was taken for granted, in sentences.
  std::vector<std::string> assumptions;
};

/// Both are simulated, on `jobs` threads. Throws BadInput if there are no nodes.
[[nodiscard]] Downtime downtime_of(fleet::ReadDump dump, release::Release to, std::size_t jobs, Context& context);

/// "3 of 3 replicas down for 40s"; "-" if none is.
[[nodiscard]] std::string downtime_text(const fleet::WorkloadOutcome& outcome);
/// "PDB allows 1"; "-" without one.
[[nodiscard]] std::string allowed_text(const WorkloadDowntime& workload);
/// "learnt", "assumed", "no probes".
[[nodiscard]] std::string_view starts_text(fleet::StartKnowledge starts) noexcept;
/// What it comes to as a whole, in sentences.
[[nodiscard]] std::vector<std::string> downtime_sentences(const Downtime& downtime);

/// A table, and what is to be said of it.
[[nodiscard]] std::string downtime_table(const Downtime& downtime);
[[nodiscard]] nlohmann::ordered_json downtime_document(const Downtime& downtime);

}  // namespace podreel::cli
