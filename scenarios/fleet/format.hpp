// Formats of fleets and of plans, v1alpha1: every object is declared once, field by field.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/format_masters.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::fleet {

/// Maximum number of clusters of a fleet. Readers stop at one more, which reveals the excess.
inline constexpr std::uint32_t max_clusters = 10'000;
inline constexpr std::uint32_t max_node_pools = 50'000;
inline constexpr std::uint32_t max_workloads = 1'000'000;

/// A workload, or several equal ones.
struct WrittenWorkload {
  std::uint32_t count = 1;
  Workload workload;
};

/// A cluster, or several equal ones.
struct WrittenCluster {
  std::uint32_t count = 1;
  Cluster cluster;
};

struct WrittenFleet {
  std::string api_version;
  std::string kind;
  std::string name;
  std::string description;
  std::uint64_t seed = 1;
  sim::Duration age = std::chrono::minutes{10};
  runtime_fake::RuntimeScript runtime;
  nlohmann::json written_runtime;
  std::vector<Cluster> clusters;
};

/// Its steps are not expanded yet.
struct WrittenPlan {
  std::string api_version;
  std::string kind;
  Plan plan;
  std::optional<WrittenMasters> masters;
  std::vector<actions::WrittenStep> node;
  std::vector<actions::WrittenStep> roll_back;
};

[[nodiscard]] const format::Shape<WrittenFleet>& fleet_shape();
[[nodiscard]] const format::Shape<WrittenPlan>& plan_shape();

/// Returns the JSON Schema (draft 2020-12) of both kinds of documents.
[[nodiscard]] nlohmann::ordered_json fleet_schema();

}  // namespace podreel::fleet
