// Pods, and the ways that their kubelet takes over releases: made from bytes, made smaller, written as scenarios.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "engine/upgrade/path.hpp"
#include "tests/fuzz/generated_container.hpp"

namespace podreel::testing {

/// One pod on one node, whose kubelet is stopped and started as the next release of the path, once for each step.
struct GeneratedUpgrade {
  upgrade::Path path;
  release::Release api_server;
  /// A valid v1.Pod before defaulting, named "web".
  nlohmann::json pod;
  /// What its containers do, by their names: the `runs` of a scenario. The others run until they are stopped.
  std::map<std::string, nlohmann::json> runs;
  /// Added while the pod runs; null: none.
  nlohmann::json ephemeral_container;
  /// The pod is deleted before the kubelet stops, and still there when the next one starts.
  bool is_deleted = false;

  /// As a scenario file.
  [[nodiscard]] std::string scenario() const;
  /// A little less each: without one of the containers, one of their fields, one of the steps …
  [[nodiscard]] std::vector<GeneratedUpgrade> smaller() const;
};

/// How long each kubelet has before it is stopped: crashing containers are in a long back-off by then.
inline constexpr sim::Duration generated_phase = std::chrono::seconds{400};
/// How long the node is without a kubelet.
inline constexpr sim::Duration generated_pause = std::chrono::seconds{5};

[[nodiscard]] GeneratedUpgrade generated_upgrade(fuzz::Bytes& bytes);

}  // namespace podreel::testing
