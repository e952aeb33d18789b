// A scenario as plain values: what `load` makes of a file and a replay carries out.
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
#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::language {

/// How long a scenario without a `duration` may take to settle.
inline constexpr sim::Duration longest_settling = std::chrono::hours{24};

/// What happens to the node from outside, at a time since the start of the scenario.
struct Step {
  sim::Duration at{};
  actions::ActionPtr action;
  /// Where it stands, for messages while it is carried out.
  api::Mark mark;
  std::string path;
};

/// One run: of a scenario with a matrix, one of its combinations.
struct Scenario {
  std::string name;
  /// The combination of the matrix that this run is ("kubelet" and names of variables, to values as written). Empty
  /// without a matrix.
  std::map<std::string, std::string> variant;
  std::map<std::string, std::string> labels;
  std::map<std::string, std::string> annotations;
  /// The first line stands for the scenario in listings.
  std::string description;
  std::string file;

  /// No value: until nothing more can happen, at most `longest_settling`.
  std::optional<sim::Duration> duration;
  std::uint64_t seed = 1;
  timing::Model timing = timing::Model::measured;
  /// Decisions that do not follow from the seed.
  std::vector<sim::Choice> choices;
  NodeSettings node;
  runtime_fake::RuntimeScript runtime;
  /// Operations on volumes, as `call`, and the volume as `container`.
  std::vector<runtime_fake::CallFault> volumes;
  /// In the order in which the steps happen; steps of one instant in the order of the file.
  std::vector<Step> timeline;
  /// As written, and after them the questions.
  std::vector<Expectation> expectations;
  ExploreSettings explore;
};

/// "name", or "name [kubelet=1.28]" for one run of a matrix.
[[nodiscard]] std::string title(const Scenario& scenario);

/// Of the pods that its steps create: in bytes, as "namespace/name" is printed.
[[nodiscard]] std::size_t longest_pod_name(const Scenario& scenario);

}  // namespace podreel::language
