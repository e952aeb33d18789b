// What a run tells of a pod, for comparison with what was seen.
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

/// Something failed: a sync, or a runtime call.
struct SimulatedError {
  sim::Time at{};
  /// The CRI method; empty: a sync.
  std::string call;
  std::string message;
};

struct SimulatedEvidence {
  /// When the pod was created, and when all ended.
  sim::Time created{};
  sim::Time ended{};
  /// Those that the API had at the paste, oldest first.
  std::vector<trace::ListedEvent> events;
  /// Every version of the pod; null: it is gone.
  std::vector<std::pair<sim::Time, api::PodPtr>> versions;
  std::vector<SimulatedError> errors;
  std::uint64_t work = 0;

  /// As the API had it then; null: not at all.
  [[nodiscard]] api::PodPtr pod_at(sim::Time time) const;
};

/// podreel does not take what was drafted: the paste, or a manifest, has something that no cluster has.
struct RefusedScenario : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The run of such a file; throws RefusedScenario.
[[nodiscard]] language::Scenario loaded(const nlohmann::ordered_json& scenario);

/// Whom to listen to.
struct PastedPod {
  /// "namespace/name".
  std::string pod;
  /// How old it is when its events are looked at.
  sim::Duration age{};
};

/// What a run tells of these pods, in their order.
[[nodiscard]] std::vector<SimulatedEvidence> simulated_evidence_of(const language::Scenario& scenario,
                                                                   const std::vector<PastedPod>& pods,
                                                                   std::uint64_t seed);

}  // namespace podreel::reproduce
