// A counterexample of `podreel explore`, as it is played to a real kubelet.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/explore/workload.hpp"
#include "scenarios/reproduce/recording/comparable_timeline.hpp"

namespace podreel::cli {

struct Finding {
  std::string file;
  /// Name in the results.
  std::string name;
  explore::Workload workload;
  format::Scenario scenario;
  /// Why its kubelet shows nothing: no seed violates the expectations. Empty if one does.
  std::string met{};
};

/// Times since the start of the scenario; both are 0 if the scenario has no fault.
struct FaultInstants {
  sim::Duration first{};
  sim::Duration last{};
};

/// Reads a scenario with expectations, for kubelets of `kubelet`. A fault that lasts for a single call gets a longer
/// time, in which that call remains the only one. Throws BadInput.
[[nodiscard]] Finding read_finding(const std::string& file, release::Release kubelet);

/// Returns the instants of faults, and of all other steps that create no pods.
[[nodiscard]] FaultInstants fault_instants(const format::Scenario& scenario);

/// Returns the finding with its first fault, and everything after it, delayed by `delay`, which may be negative. The
/// scenario takes as much longer, and some seconds more.
[[nodiscard]] Finding delayed(const Finding& finding, sim::Duration delay);

/// Returns the delay for attempt number `attempt` (from 1) of `attempts`. The first one has none. Later ones keep the
/// distance between the fault and the record before it, as `last` shows it, and then try other phases of the time
/// until the next record, or of a relist.
[[nodiscard]] sim::Duration delay_of(const Finding& finding, std::size_t attempt, std::size_t attempts,
                                     const std::vector<nlohmann::json>& last);

/// Result of an attempt, by its recording.
enum class FindingOutcome : std::uint8_t { confirmed, not_confirmed, not_reached };

[[nodiscard]] std::string_view to_string(FindingOutcome outcome) noexcept;

struct FindingVerdict {
  FindingOutcome outcome = FindingOutcome::not_reached;
  /// The violation, or why the attempt shows none.
  std::string detail;
};

/// Judges the recording of `finding`, which must have versions of pods. It is confirmed if an expectation is violated.
/// Otherwise the instant was reached if a run that violates an expectation has the same calls, exits, loop operations
/// and syncs before the last fault, and the recording goes as far as the violation.
[[nodiscard]] FindingVerdict judge_finding(const Finding& finding, const std::vector<nlohmann::json>& records);

}  // namespace podreel::cli
