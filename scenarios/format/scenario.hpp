// A scenario as plain values: the result of `load` and the input of a replay.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"
#include "runtime_fake/script.hpp"
#include "scenarios/format/actions/action.hpp"
#include "scenarios/format/expectation.hpp"
#include "scenarios/format/settings/explore_settings.hpp"
#include "scenarios/format/settings/golden_settings.hpp"
#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::format {

/// Maximum time in which a scenario without a `duration` may settle.
inline constexpr sim::Duration max_settling = std::chrono::hours{24};

/// An external event on the node, at a time since the start of the scenario.
struct Step {
  sim::Duration at{};
  actions::ActionPtr action;
  /// Its position, for messages during the run.
  api::Mark mark;
  std::string path;
};

/// One run: for a scenario with a matrix, one of its combinations.
struct Scenario {
  std::string name;
  /// The combination of the matrix for this run ("kubelet" and names of variables, with values as in the input). Empty
  /// without a matrix.
  std::map<std::string, std::string> variant;
  std::map<std::string, std::string> labels;
  std::map<std::string, std::string> annotations;
  /// Listings show the first line.
  std::string description;
  std::string file;

  /// No value: until nothing more can happen, at most `max_settling`.
  std::optional<sim::Duration> duration;
  std::uint64_t seed = 1;
  timing::Model timing = timing::Model::measured;
  /// Choices that override the seed.
  std::vector<sim::Choice> choices;
  NodeSettings node;
  runtime_fake::RuntimeScript runtime;
  /// Faults of volume operations: the operation as `call`, the volume as `container`.
  std::vector<runtime_fake::CallFault> volumes;
  /// In order of time; steps of one instant in the order of the file.
  std::vector<Step> timeline;
  /// In the order of the file, followed by the questions.
  std::vector<Expectation> expectations;
  ExploreSettings explore;
  GoldenSettings golden;
};

/// Returns "name", or "name [kubelet=1.28]" for one run of a matrix.
[[nodiscard]] std::string title(const Scenario& scenario);

/// Returns the length in bytes of the longest "namespace/name" of a pod that its steps create.
[[nodiscard]] std::size_t max_pod_name_length(const Scenario& scenario);

}  // namespace podreel::format
