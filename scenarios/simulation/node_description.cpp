#include "scenarios/simulation/node_description.hpp"

#include "engine/api/uuid_text.hpp"
#include "engine/sim/random.hpp"

namespace podreel::simulation {

kubelet::NodeDescription description_of(const format::NodeSettings& node) {
  kubelet::NodeDescription description{.name = node.name,
                                       .allocatable = node.allocatable,
                                       .labels = node.labels,
                                       .taints = node.taints,
                                       .app_armor = node.app_armor,
                                       .boot_id = boot_id_after(node.name)};
  if (description.labels) description.labels->merge(format::every_nodes_labels(node.name));
  return description;
}

memory::Text boot_id_after(std::string_view before) {
  const std::uint64_t high = sim::mix(sim::hash_name(before));
  return api::uuid_text(high, sim::mix(high));
}

}  // namespace podreel::simulation
