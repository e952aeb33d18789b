#include "tools/serve/node_marks.hpp"

#include "scenarios/cluster/cluster_node.hpp"

namespace podreel::serve {

void mark(nlohmann::json& node, const NodeMarks& before, const NodeMarks& now) {
  nlohmann::json& labels = node["metadata"]["labels"];
  for (const auto& [name, value] : before.labels.value_or(std::map<std::string, std::string>{})) labels.erase(name);
  for (const auto& [name, value] : now.labels.value_or(std::map<std::string, std::string>{})) labels[name] = value;
  if (labels.is_null()) node["metadata"].erase("labels");
  if (now.taints == before.taints) return;
  nlohmann::json& taints = node["spec"]["taints"] = nlohmann::json::array();
  for (const kubelet::Taint& taint : now.taints) taints.push_back(cluster::taint_json(taint));
}

}  // namespace podreel::serve
