#include "scenarios/fleet/dump/template_of_pod.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/api/json_member.hpp"
#include "engine/manifests/generated_name.hpp"
#include "scenarios/cluster/model/cut_down.hpp"

namespace podreel::fleet {

namespace {

using nlohmann::json;

constexpr std::string_view token_volume = "kube-api-access-";

bool is_for_kubelets(std::string_view annotation) {
  constexpr std::array<std::string_view, 2> about{"apparmor.security", "seccomp.security"};
  return std::ranges::any_of(
      about, [annotation](std::string_view part) { return annotation.find(part) != std::string_view::npos; });
}

/// Replaces the random suffix by equal letters for all pods.
void rename_token_volume(json& named) {
  const std::string name = api::string_member(named, "name");
  if (!name.starts_with(token_volume)) return;
  named["name"] = std::string{token_volume} + manifests::name_suffix(token_volume);
}

void rename_token_volumes(json& spec) {
  const auto rename_in = [](json& object, const char* list) {
    const auto found = object.find(list);
    if (found == object.end() || !found->is_array()) return;
    for (json& named : *found) rename_token_volume(named);
  };
  rename_in(spec, "volumes");
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    const auto containers = spec.find(list);
    if (containers == spec.end() || !containers->is_array()) continue;
    for (json& container : *containers) rename_in(container, "volumeMounts");
  }
}

bool is_empty_map(const json* value) {
  return value != nullptr && value->is_object() && value->empty();
}

/// Removes the node affinity that the DaemonSet controller puts in place of the template's required terms.
void forget_own_node(json& spec) {
  const json* affinity = api::find_member(spec, "affinity");
  const json* of_node = api::find_member(affinity, "nodeAffinity");
  const json* required = api::find_member(of_node, "requiredDuringSchedulingIgnoredDuringExecution");
  const json* terms = api::find_member(required, "nodeSelectorTerms");
  if (terms == nullptr || !std::ranges::all_of(*terms, [](const json& term) { return term.contains("matchFields"); })) {
    return;
  }
  spec["affinity"]["nodeAffinity"].erase("requiredDuringSchedulingIgnoredDuringExecution");
  if (is_empty_map(api::find_member(spec["affinity"], "nodeAffinity"))) spec["affinity"].erase("nodeAffinity");
  if (is_empty_map(api::find_member(spec, "affinity"))) spec.erase("affinity");
}

}  // namespace

void keep_template_only(api::Tree& pod) {
  cluster::cut_down(pod, {"name", "namespace", "uid", "labels", "annotations"});
  api::Tree* metadata = pod.find("metadata");
  api::Tree* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  if (annotations == nullptr) return;
  std::erase_if(annotations->members, [](const api::Tree::Member& member) { return !is_for_kubelets(member.key); });
}

json template_of_pod(json pod, bool is_daemon) {
  json& metadata = pod["metadata"];
  metadata.erase("uid");
  if (is_empty_map(api::find_member(metadata, "annotations"))) metadata.erase("annotations");
  json& spec = pod["spec"];
  spec.erase("nodeName");
  rename_token_volumes(spec);
  if (is_daemon) forget_own_node(spec);
  return pod;
}

}  // namespace podreel::fleet
