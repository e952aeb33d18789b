// Constraints of a pod on other pods: those that the scheduler obeys, and the others.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/api/label_selector.hpp"

namespace podreel::cluster {

/// topologyKey: a node, or all nodes of a zone.
enum class Topology : std::uint8_t { node, zone };

inline constexpr const char* zone_label = "topology.kubernetes.io/zone";

/// Required pod anti-affinity against these pods.
struct AntiAffinity {
  Topology topology = Topology::node;
  std::vector<std::string> namespaces;
  api::LabelSelector selector;
};

/// topologySpreadConstraints with DoNotSchedule.
struct SpreadConstraint {
  Topology topology = Topology::zone;
  std::uint32_t max_skew = 1;
  api::LabelSelector selector;
};

struct PodConstraints {
  std::vector<AntiAffinity> anti_affinity;
  std::vector<SpreadConstraint> spread;
  /// Ignored constraints: "spec.affinity.podAffinity".
  std::vector<std::string> not_obeyed;
};

/// Returns the constraints of a valid v1.Pod in that namespace.
[[nodiscard]] PodConstraints constraints_of(const nlohmann::json& pod, const std::string& namespace_name);

}  // namespace podreel::cluster
