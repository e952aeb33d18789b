// One deviation from a scenario.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "runtime_fake/script.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::explore {

struct Perturbation {
  format::FaultKind kind{};
  /// Since the scenario's start; 0 for a choice.
  sim::Duration at{};
  /// For faults of calls: takes precedence over all faults of the scenario.
  std::optional<runtime_fake::CallFault> fault{};
  /// For external faults: items of `spec.timeline`.
  std::vector<nlohmann::ordered_json> steps{};
  std::optional<sim::Choice> choice{};
  /// For users: "StartContainer of default/web/app fails".
  std::string what{};
};

using Perturbations = std::vector<Perturbation>;

/// Returns the scenario with all of them; no value if they conflict with one another or with the timeline.
[[nodiscard]] std::optional<format::Scenario> perturbed(const format::Scenario& scenario,
                                                        std::span<const Perturbation> perturbations);

/// Adds them to the document of a scenario.
void write_into(nlohmann::ordered_json& document, std::span<const Perturbation> perturbations);

}  // namespace podreel::explore
