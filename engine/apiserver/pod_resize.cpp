#include "engine/apiserver/pod_resize.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/api/json_member.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/quantity.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/apiserver/update_refusal.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/types/pod_qos.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;
using Refusal = std::optional<std::string>;

bool is_mirror(const json& object) {
  const json* annotations = api::find_member(object.at("metadata"), "annotations");
  return annotations != nullptr && annotations->contains("kubernetes.io/config.mirror");
}

bool is_for_windows(const json& spec) {
  const json* os = api::find_member(spec, "os");
  return os != nullptr && api::string_member(*os, "name") == "windows";
}

bool has_own_resources(const json& spec) {
  const json* resources = api::find_member(spec, "resources");
  if (resources == nullptr) return false;
  return std::ranges::any_of(*resources, [](const json& list) { return !list.empty(); });
}

/// isPodResizeRequestSupported: a kubelet that resizes says what running containers have.
bool is_on_node_that_resizes(const api::ContainerStatuses& statuses) {
  const auto running = std::ranges::find_if(statuses, [](const api::ContainerStatus& status) {
    return std::holds_alternative<api::StateRunning>(status.state);
  });
  return running == statuses.end() || running->resources_requests_limits.has_value();
}

Refusal find_pod_refusal(const json& object, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::pod_level_resize) && has_own_resources(object.at("spec"))) {
    return "Forbidden: pods with pod-level resources cannot be resized";
  }
  if (is_mirror(object)) return "Forbidden: static pods cannot be resized";
  if (is_for_windows(object.at("spec"))) return "Forbidden: windows pods cannot be resized";
  return std::nullopt;
}

constexpr const char* only_cpu_and_memory = "spec: Forbidden: only cpu and memory resources are mutable";

struct Target {
  json* container = nullptr;
  std::string path;
  bool is_sidecar = false;
  std::string_view list;
};

Target find_target(json& spec, std::string_view name) {
  for (const char* list : {"containers", "initContainers", "ephemeralContainers"}) {
    const auto containers = spec.find(list);
    if (containers == spec.end()) continue;
    for (std::size_t index = 0; index < containers->size(); ++index) {
      json& container = (*containers)[index];
      if (api::string_member(container, "name") != name) continue;
      return {&container, fmt::format("spec.{}[{}]", list, index),
              api::string_member(container, "restartPolicy") == "Always", list};
    }
  }
  return {};
}

Refusal find_container_refusal(const Target& target, std::string_view name, const release::Behaviour& behaviour) {
  if (target.container == nullptr) return fmt::format("spec.containers: Not found: \"{}\"", name);
  if (target.list == "ephemeralContainers") return only_cpu_and_memory;
  if (target.list == "containers" || behaviour.has(release::init_container_resize)) return std::nullopt;
  if (target.is_sidecar && behaviour.has(release::sidecar_resize)) return std::nullopt;
  return "spec: Forbidden: resources for non-sidecar init containers are immutable";
}

bool must_restart_for_memory(const json& container) {
  bool restarts = false;
  api::for_each_item(container, "resizePolicy", [&restarts](const json& policy) {
    const bool restart = api::string_member(policy, "restartPolicy") == "RestartContainer";
    restarts = restarts || (restart && api::string_member(policy, "resourceName") == "memory");
  });
  return restarts;
}

api::ResourceList list_of(const json& container, std::string_view list) {
  const json* resources = api::find_member(container, "resources");
  return resources == nullptr ? api::ResourceList{} : api::text_map_member<api::ResourceList>(*resources, list);
}

api::Quantity amount(std::string_view quantity) {
  return api::Quantity::parse(quantity).value_or(api::Quantity{});
}

/// validateContainerResize.
Refusal find_memory_limit_refusal(const Target& target, const api::ResourceList& before) {
  const api::ResourceList after = list_of(*target.container, "limits");
  const auto limit = after.find("memory");
  if (limit == after.end() || must_restart_for_memory(*target.container)) return std::nullopt;
  const auto limit_before = before.find("memory");
  const bool is_new = limit_before == before.end();
  if (!is_new && amount(limit->second) >= amount(limit_before->second)) return std::nullopt;
  return fmt::format(
      "{}.resources.limits[memory]: Forbidden: memory limits cannot be {} unless resizePolicy is RestartContainer",
      target.path, is_new ? "added" : "decreased");
}

/// ValidateContainerResourceRequirements, as far as a resize can break it.
Refusal find_invalid_resources(const Target& target) {
  const api::ResourceList limits = list_of(*target.container, "limits");
  const api::ResourceList requests = list_of(*target.container, "requests");
  const std::string path = target.path + ".resources";
  for (const auto& [list, resources] : {std::pair{"limits", limits}, std::pair{"requests", requests}}) {
    for (const auto& [resource, quantity] : resources) {
      if (amount(quantity) >= api::Quantity{}) continue;
      return fmt::format("{}.{}[{}]: Invalid value: \"{}\": must be greater than or equal to 0", path, list, resource,
                         quantity);
    }
  }
  for (const auto& [resource, quantity] : requests) {
    const auto limit = limits.find(resource);
    if (limit == limits.end() || amount(quantity) <= amount(limit->second)) continue;
    return fmt::format("{}.requests: Invalid value: \"{}\": must be less than or equal to {} limit of {}", path,
                       quantity, resource, limit->second);
  }
  return std::nullopt;
}

/// Writes what is new over what is there. Resources besides CPU and memory must stay as they are.
Refusal give(const Target& target, const NewResources& resources) {
  for (const auto& [list, given] : {std::pair{"requests", &resources.requests}, {"limits", &resources.limits}}) {
    const api::ResourceList before = list_of(*target.container, list);
    for (const auto& [resource, quantity] : *given) {
      if (resource == "cpu" || resource == "memory") {
        (*target.container)["resources"][list][resource] = quantity;
        continue;
      }
      const auto found = before.find(resource);
      if (found == before.end() || amount(found->second) != amount(quantity)) return only_cpu_and_memory;
    }
  }
  return std::nullopt;
}

std::string qos_of(const json& spec, const release::Behaviour& behaviour) {
  return std::string{types::spec_with_qos(std::make_shared<const json>(spec), behaviour).qos_class};
}

/// Resizes it, or says why not.
Refusal resize(json& object, const NewResourcesByContainer& containers, const StoredSpecs& specs,
               const api::PodStatus& status) {
  const release::Behaviour& behaviour = specs.behaviour();
  if (Refusal why = find_pod_refusal(object, behaviour)) return why;
  const std::string qos_before = qos_of(object.at("spec"), behaviour);
  for (const auto& [name, resources] : containers) {
    const Target target = find_target(object.at("spec"), name);
    if (Refusal why = find_container_refusal(target, name, behaviour)) return why;
    const api::ResourceList limits_before = list_of(*target.container, "limits");
    if (Refusal why = give(target, resources)) return why;
    if (Refusal why = find_invalid_resources(target)) return why;
    if (!behaviour.has(release::memory_limits_cannot_shrink)) continue;
    if (Refusal why = find_memory_limit_refusal(target, limits_before)) return why;
  }
  object["spec"] = specs.defaulted(std::move(object["spec"]));
  if (const std::string qos = qos_of(object["spec"], behaviour); qos != qos_before) {
    return fmt::format("spec: Invalid value: \"{}\": Pod QOS Class may not change as a result of resizing", qos);
  }
  if (!behaviour.has(release::resize_by_pod_update) && !is_on_node_that_resizes(status.container_statuses)) {
    return "spec: Forbidden: Pod running on node without support for resize";
  }
  return std::nullopt;
}

/// validateRequestsWithinAllocatable (plugin/pkg/admission/podresize).
Refusal find_node_refusal(const json& object, const api::ResourceList& allocatable,
                          const release::Behaviour& behaviour) {
  const api::PodSpec spec = api::pod_spec_from_json(std::make_shared<const json>(object.at("spec")));
  std::vector<std::string> lacking;
  for (const char* resource : {"cpu", "memory"}) {
    if (!allocatable.contains(resource)) continue;
    const std::int64_t wanted = decide::pod_request(spec, resource, behaviour);
    const std::int64_t available = api::amount_in(allocatable, resource);
    if (wanted <= available) continue;
    lacking.push_back(fmt::format("{}, requested: {}, allocatable: {}", resource, wanted, available));
  }
  if (lacking.empty()) return std::nullopt;
  return fmt::format("node didn't have enough allocatable resources: {}", fmt::join(lacking, "; "));
}

}  // namespace

std::variant<json, UpdateRefusal> resized(json object, const NewResourcesByContainer& containers,
                                          const StoredSpecs& specs, const api::PodStatus& status,
                                          const api::ResourceList* allocatable) {
  if (!specs.behaviour().has(release::in_place_resize)) return UpdateRefusal::no_such_resource();
  if (Refusal why = resize(object, containers, specs, status)) return UpdateRefusal::invalid(*std::move(why));
  if (allocatable == nullptr || !specs.behaviour().has(release::resize_checked_against_node)) return object;
  if (Refusal why = find_node_refusal(object, *allocatable, specs.behaviour())) {
    return UpdateRefusal{UpdateRefusal::Kind::forbidden, {*std::move(why)}};
  }
  return object;
}

}  // namespace podreel::apiserver
