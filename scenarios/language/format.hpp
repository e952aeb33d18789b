// The scenario format v1alpha1: every object of it declared once, field by field. Readers, messages and the JSON Schema
// all come from these declarations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/timing/timing.hpp"
#include "scenarios/language/scenario.hpp"
#include "scenarios/language/shape.hpp"

namespace podreel::language {

/// A step as written, before it is spread over pods and time (timeline.hpp).
struct WrittenStep {
  sim::Duration at{};
  Action action;
  /// The pods of createPod and createPods; then `action` says nothing.
  std::vector<CreatePod> pods;
  /// The pods are created at equal distances over this span.
  sim::Duration spread{};
  api::Mark mark;
  std::string path;
};

/// `metadata` of a scenario.
struct Metadata {
  std::string name;
  std::map<std::string, std::string> labels;
  std::map<std::string, std::string> annotations;
};

/// `spec` of a scenario. Variables and the matrix have had their effect before it is read (variants.hpp); here they are
/// only checked.
struct WrittenSpec {
  std::string description;
  std::optional<sim::Duration> duration;
  std::uint64_t seed = 1;
  timing::Model timing = timing::Model::measured;
  std::map<std::string, std::string> variables;
  std::map<std::string, std::vector<std::string>> matrix;
  NodeSettings node;
  runtime_fake::RuntimeScript runtime;
  std::vector<WrittenStep> timeline;
  std::vector<Expectation> expectations;
};

struct WrittenScenario {
  std::string api_version;
  std::string kind;
  Metadata metadata;
  WrittenSpec spec;
};

[[nodiscard]] const Shape<WrittenScenario>& scenario_shape();

// Its parts.
[[nodiscard]] Shape<NodeSettings> node_shape();
[[nodiscard]] Shape<KubeletConfig> kubelet_config_shape();
[[nodiscard]] Shape<IdentityPolicy> identity_policy_shape();
[[nodiscard]] Shape<runtime_fake::RuntimeScript> runtime_shape();
[[nodiscard]] Shape<WrittenStep> step_shape();
[[nodiscard]] Shape<Expectation> expectation_shape();

inline constexpr std::string_view scenario_api_version = "podreel.dev/v1alpha1";
inline constexpr std::string_view scenario_kind = "Scenario";

}  // namespace podreel::language
