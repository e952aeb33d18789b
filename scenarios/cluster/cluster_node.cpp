#include "scenarios/cluster/cluster_node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "scenarios/cluster/model/node_fit.hpp"
#include "scenarios/cluster/node_labels.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

bool is_of_lifecycle(const kubelet::Taint& taint) {
  return taint.key == "node.kubernetes.io/not-ready" || taint.key == "node.kubernetes.io/unreachable";
}

std::map<std::string, std::string> texts_of(const json& object, const char* field) {
  const json* texts = api::find_member(object, field);
  return texts == nullptr ? std::map<std::string, std::string>{} : texts->get<std::map<std::string, std::string>>();
}

}  // namespace

json condition_json(const apiserver::NodeCondition& condition) {
  return {{"type", condition.type},
          {"status", condition.status},
          {"reason", condition.reason},
          {"message", condition.message},
          {"lastTransitionTime", api::format_timestamp(condition.last_transition)}};
}

json taint_json(const kubelet::Taint& taint) {
  json written{{"key", taint.key}, {"effect", taint.effect}};
  if (!taint.value.empty()) written["value"] = taint.value;
  return written;
}

std::vector<kubelet::Taint> taints_of(const json& spec) {
  std::vector<kubelet::Taint> taints;
  api::for_each_item(spec, "taints", [&taints](const json& taint) {
    taints.push_back(
        {api::string_member(taint, "key"), api::string_member(taint, "value"), api::string_member(taint, "effect")});
  });
  return taints;
}

ClusterNode::ClusterNode(ClusterApi& api, simulation::Node& node)
    : api_{api},
      node_{node},
      behaviour_{api.pods().specs().behaviour()},
      evictions_{api.world(), node.recorder(), api.pods(), behaviour_},
      cordons_{api, "node-lifecycle", [this](const std::string&) { follow_cordon(); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void ClusterNode::on_object_change(const ObjectChange& change) {
  if (change.id.resource != "pods") return;
  if (change.type == "DELETED") return evictions_.pod_removed(change.id.key);
  const bool is_bound = change.object.pod->spec->node_name == node_.node_name();
  const bool was_bound = change.before.pod && !change.before.pod->spec->node_name.empty();
  if (is_bound && !was_bound) evictions_.pod_added(*change.object.pod);
}

void ClusterNode::refresh() {
  api_.store().put(
      {"nodes", node_.node_name()},
      {{"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", metadata()}, {"spec", spec()}, {"status", status()}});
}

void ClusterNode::update(const json& object) {
  const json& given = object.at("metadata");
  std::map<std::string, std::string> labels = texts_of(given, "labels");
  const bool has_other_labels = labels != texts_of(metadata(), "labels");
  if (has_other_labels) node_.description().labels = std::move(labels);
  annotations_ = texts_of(given, "annotations");
  const json& wanted = object.at("spec");
  node_.description().taints = taints_of(wanted);
  is_unschedulable_ = api::bool_member(wanted, "unschedulable");
  follow_taints();
  cordons_.want(node_.node_name());
  refresh();
}

void ClusterNode::follow_cordon() {
  std::vector<kubelet::Taint>& taints = node_.description().taints;
  const kubelet::Taint& cordon = cluster::cordon_taint();
  const auto known = std::ranges::find(taints, cordon);
  if ((known != taints.end()) == is_unschedulable_) return;
  if (is_unschedulable_) {
    taints.push_back(cordon);
  } else {
    taints.erase(known);
  }
  refresh();
}

/// Copies taints that users set; the lifecycle controller keeps its own.
void ClusterNode::follow_taints() {
  std::vector<kubelet::Taint> taints = node_.description().taints;
  std::erase_if(taints, is_of_lifecycle);
  evictions_.set_taints(taints);
}

json ClusterNode::metadata() const {
  json result{{"name", node_.node_name()},
              {"uid", node_.node_name()},
              {"creationTimestamp", api::format_timestamp(node_.start_time())},
              {"labels", labels_of_node(node_.description())}};
  if (!annotations_.empty()) result["annotations"] = annotations_;
  return result;
}

json ClusterNode::spec() const {
  json result = json::object();
  if (is_unschedulable_) result["unschedulable"] = true;
  for (const kubelet::Taint& taint : node_.description().taints) result["taints"].push_back(taint_json(taint));
  return result;
}

/// Contains all fields, which typed clients require.
json ClusterNode::node_info() const {
  constexpr const char* simulated = "simulated";
  return {{"architecture", "amd64"},
          {"bootID", node_.api_server().boot_id().view()},
          {"containerRuntimeVersion", "podreel://simulated"},
          {"kernelVersion", simulated},
          {"kubeProxyVersion", ""},
          {"kubeletVersion", "v" + release::to_string(node_.kubelet_settings().version)},
          {"machineID", node_.node_name()},
          {"operatingSystem", "linux"},
          {"osImage", simulated},
          {"systemUUID", node_.node_name()}};
}

json ClusterNode::status() const {
  json conditions = json::array();
  const apiserver::NodeObject& reported_node = node_.api_server().node();
  for (const apiserver::NodeCondition& condition : reported_node.conditions()) {
    json& written = conditions.emplace_back(condition_json(condition));
    written["lastHeartbeatTime"] = written["lastTransitionTime"];
  }
  if (conditions.empty()) {
    const bool runs = node_.kubelet_runs();
    const std::string start = api::format_timestamp(node_.start_time());
    conditions.push_back(
        {{"type", "Ready"},
         {"status", runs ? "True" : "Unknown"},
         {"reason", runs ? "KubeletReady" : "NodeStatusUnknown"},
         {"message", runs ? "kubelet is posting ready status" : "Kubelet stopped posting node status."},
         {"lastHeartbeatTime", start},
         {"lastTransitionTime", start}});
  }
  json result{{"conditions", std::move(conditions)},
              {"nodeInfo", node_info()},
              {"addresses", json::array({{{"type", "InternalIP"}, {"address", kubelet::KubeletOptions{}.node_ip}},
                                         {{"type", "Hostname"}, {"address", node_.node_name()}}})}};
  if (node_.description().allocatable) {
    for (const auto& [resource, quantity] : *node_.description().allocatable) {
      result["allocatable"][resource] = quantity;
      result["capacity"][resource] = quantity;
    }
  }
  return result;
}

std::vector<std::string> broken_node_rules(const json& object) {
  std::vector<std::string> messages;
  std::vector<std::pair<std::string, std::string>> known;
  const json* spec = api::find_member(object, "spec");
  if (spec == nullptr) return messages;
  api::for_each_item(*spec, "taints", [&](const json& taint) {
    const std::string path = fmt::format("spec.taints[{}]", known.size());
    const std::string key = api::string_member(taint, "key");
    const std::string effect = api::string_member(taint, "effect");
    if (key.empty()) messages.push_back(path + ".key: Required value");
    if (effect != "NoSchedule" && effect != "PreferNoSchedule" && effect != "NoExecute") {
      messages.push_back(
          fmt::format("{}.effect: Unsupported value: \"{}\": supported values: \"NoExecute\", "
                      "\"NoSchedule\", \"PreferNoSchedule\"",
                      path, effect));
    }
    if (std::ranges::find(known, std::pair{key, effect}) != known.end()) {
      messages.push_back(fmt::format("{}: Duplicate value: \"{}:{}\": taints must be unique by key and effect pair",
                                     path, key, effect));
    }
    known.emplace_back(key, effect);
  });
  return messages;
}

}  // namespace podreel::cluster
