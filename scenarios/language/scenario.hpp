// A scenario as plain values: what `load` makes of a file and a replay carries out.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"
#include "runtime_fake/script.hpp"
#include "scenarios/language/actions.hpp"
#include "scenarios/language/expectation.hpp"
#include "scenarios/language/kubelet_settings.hpp"

namespace podreel::language {

/// How long a scenario without a `duration` may take to settle.
inline constexpr sim::Duration longest_settling = std::chrono::hours{24};

struct ApiServerSettings {
  /// Which fields exist and which defaults are filled in. No value: the kubelet's.
  std::optional<release::Release> version;
  /// Patterns of names of this node's pods: the server answers while a container runs in a pod of each.
  std::vector<std::string> runs_in;
  /// From the start of the last of these containers until it answers.
  sim::Duration ready_after{};
};

struct NodeSettings {
  std::string name = "node-1";
  KubeletSettings kubelet;
  ApiServerSettings api_server;
  /// Beside those that every node has; no value: every node selector fits.
  std::optional<std::map<std::string, std::string>> labels;
  /// What it has for pods; no value: everything fits.
  std::optional<api::ResourceList> allocatable;
};

/// The release that the API server of the scenario begins with.
[[nodiscard]] release::Release api_server_release(const NodeSettings& node);

/// What happens to the node from outside, at a time since the start of the scenario.
struct Step {
  sim::Duration at{};
  Action action;
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
  NodeSettings node;
  runtime_fake::RuntimeScript runtime;
  /// In the order in which the steps happen; steps of one instant in the order of the file.
  std::vector<Step> timeline;
  std::vector<Expectation> expectations;
};

/// "name", or "name [kubelet=1.28]" for one run of a matrix.
[[nodiscard]] std::string title(const Scenario& scenario);

}  // namespace podreel::language
