// Evidence about a pod in a run, for comparison with the pasted evidence.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/trace/event_list.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::reproduce {

/// A failed sync or runtime call.
struct SimulatedError {
  sim::Time at{};
  /// The CRI method; empty for a sync.
  std::string call;
  std::string message;
};

struct SimulatedEvidence {
  /// When the pod was created, and when the run ended.
  sim::Time created{};
  sim::Time ended{};
  /// Events in the API at the paste, oldest first.
  std::vector<trace::ListedEvent> events;
  /// Every version of the pod; null once it is deleted.
  std::vector<std::pair<sim::Time, api::PodPtr>> versions;
  std::vector<SimulatedError> errors;
  std::uint64_t work = 0;

  /// The pod in the API at that time; null if there is none.
  [[nodiscard]] api::PodPtr pod_at(sim::Time time) const;
};

/// Thrown if podreel does not accept a draft, because the paste or a manifest is invalid in any cluster.
struct RefusedScenario : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Loads the scenario file; throws RefusedScenario.
[[nodiscard]] format::Scenario loaded(const nlohmann::ordered_json& scenario);

/// A pod to observe.
struct PastedPod {
  /// "namespace/name".
  std::string pod;
  /// Its age at the paste.
  sim::Duration age{};
};

/// Returns the evidence about these pods in a run, in their order.
[[nodiscard]] std::vector<SimulatedEvidence> simulated_evidence_of(const format::Scenario& scenario,
                                                                   const std::vector<PastedPod>& pods,
                                                                   std::uint64_t seed);

}  // namespace podreel::reproduce
