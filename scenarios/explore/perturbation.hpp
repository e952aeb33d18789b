// One thing that goes otherwise than in a scenario as it is written.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "runtime_fake/script.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::explorer {

struct Perturbation {
  language::FaultKind kind{};
  /// Since the scenario began; 0 of a choice.
  sim::Duration at{};
  /// Of calls: holds before all that the scenario says of them.
  std::optional<runtime_fake::CallFault> fault{};
  /// Of what happens from outside: items of `spec.timeline`.
  std::vector<nlohmann::ordered_json> steps{};
  std::optional<sim::Choice> choice{};
  /// For people: "StartContainer of default/web/app fails".
  std::string what{};
};

using Perturbations = std::vector<Perturbation>;

/// The scenario with all of them. No value: they do not go together, with one another or with the timeline.
[[nodiscard]] std::optional<language::Scenario> perturbed(const language::Scenario& scenario,
                                                          std::span<const Perturbation> perturbations);

/// Adds them to the document of a scenario.
void write_into(nlohmann::ordered_json& document, std::span<const Perturbation> perturbations);

}  // namespace podreel::explorer
