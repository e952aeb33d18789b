// The scenario format v1alpha1: every object is declared once, field by field. Readers, messages and the JSON Schema
// are derived from these declarations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/timing/timing.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// `metadata` of a scenario.
struct Metadata {
  std::string name;
  std::map<std::string, std::string> labels;
  std::map<std::string, std::string> annotations;
};

/// `spec` of a scenario. Variables and the matrix are applied before it is read (variants.hpp); here they are only
/// checked.
struct WrittenSpec {
  std::string description;
  std::optional<sim::Duration> duration;
  std::uint64_t seed = 1;
  timing::Model timing = timing::Model::measured;
  std::map<std::string, std::string> variables;
  std::map<std::string, std::vector<std::string>> matrix;
  NodeSettings node;
  runtime_fake::RuntimeScript runtime;
  std::vector<runtime_fake::CallFault> volumes;
  std::vector<actions::WrittenStep> timeline;
  std::vector<Expectation> expectations;
  std::vector<Expectation> questions;
  std::vector<Expectation> exercise;
  std::vector<sim::Choice> choices;
  ExploreSettings explore;
  GoldenSettings golden;
};

struct WrittenScenario {
  std::string api_version;
  std::string kind;
  Metadata metadata;
  WrittenSpec spec;
};

[[nodiscard]] const Shape<WrittenScenario>& scenario_shape();

// Shapes of its parts, except the node and the steps.
[[nodiscard]] Shape<runtime_fake::RuntimeScript> runtime_shape();
[[nodiscard]] Shape<runtime_fake::CallFault> volume_shape();
[[nodiscard]] Shape<Expectation> expectation_shape();
[[nodiscard]] Shape<Expectation> question_shape();
[[nodiscard]] Shape<ExploreSettings> explore_shape();
[[nodiscard]] Shape<GoldenSettings> golden_shape();
[[nodiscard]] Shape<sim::Choice> choice_shape();
/// Accepts a name of the library of scenarios/checks/invariants.
[[nodiscard]] Shape<std::string> invariant_name();

inline constexpr std::string_view scenario_api_version = "podreel.dev/v1alpha1";
inline constexpr std::string_view scenario_kind = "Scenario";
// Kinds of documents that are no scenarios (scenarios/fleet).
inline constexpr std::string_view fleet_kind = "Fleet";
inline constexpr std::string_view fleet_plan_kind = "FleetPlan";

}  // namespace podreel::format
