#include "scenarios/cluster/model/pod_constraints.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "engine/api/json_member.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

std::optional<Topology> topology_of(const json& term) {
  const std::string key = term.at("topologyKey").get<std::string>();
  if (key == "kubernetes.io/hostname") return Topology::node;
  if (key == zone_label || key == "failure-domain.beta.kubernetes.io/zone") return Topology::zone;
  return std::nullopt;
}

/// A term without a selector matches no pod.
std::optional<api::LabelSelector> selector_of(const json& term) {
  const json* selector = api::find_member(term, "labelSelector");
  return selector == nullptr ? std::nullopt : std::optional{api::selector_from_json(*selector)};
}

void read_anti_affinity(const json& affinity, const std::string& own_namespace, PodConstraints& constraints) {
  const std::string path = "spec.affinity.podAntiAffinity";
  if (affinity.contains("preferredDuringSchedulingIgnoredDuringExecution")) {
    constraints.not_obeyed.push_back(path + ".preferredDuringSchedulingIgnoredDuringExecution");
  }
  const json* required = api::find_member(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
  if (required == nullptr) return;
  for (const json& term : *required) {
    const std::optional<Topology> topology = topology_of(term);
    std::optional<api::LabelSelector> selector = selector_of(term);
    if (!topology || term.contains("namespaceSelector") || term.contains("matchLabelKeys")) {
      constraints.not_obeyed.push_back(path + ".requiredDuringSchedulingIgnoredDuringExecution by " +
                                       term.at("topologyKey").get<std::string>());
    } else if (selector) {
      constraints.anti_affinity.push_back(
          {*topology, term.value("namespaces", std::vector<std::string>{own_namespace}), std::move(*selector)});
    }
  }
}

/// Ignores ScheduleAnyway: the scheduler always spreads over zones and nodes.
void read_spread(const json& spread, PodConstraints& constraints) {
  for (const json& constraint : spread) {
    if (constraint.at("whenUnsatisfiable") != "DoNotSchedule") continue;
    const std::optional<Topology> topology = topology_of(constraint);
    std::optional<api::LabelSelector> selector = selector_of(constraint);
    if (!topology) {
      constraints.not_obeyed.push_back("spec.topologySpreadConstraints by " +
                                       constraint.at("topologyKey").get<std::string>());
    } else if (selector) {
      constraints.spread.push_back({*topology, constraint.at("maxSkew").get<std::uint32_t>(), std::move(*selector)});
    }
  }
}

}  // namespace

PodConstraints constraints_of(const json& pod, const std::string& namespace_name) {
  PodConstraints constraints;
  const json& spec = pod.at("spec");
  if (const json* affinity = api::find_member(spec, "affinity")) {
    if (affinity->contains("podAffinity")) constraints.not_obeyed.emplace_back("spec.affinity.podAffinity");
    if (const json* anti = api::find_member(*affinity, "podAntiAffinity")) {
      read_anti_affinity(*anti, namespace_name, constraints);
    }
  }
  if (const json* spread = api::find_member(spec, "topologySpreadConstraints")) read_spread(*spread, constraints);
  return constraints;
}

}  // namespace podreel::cluster
