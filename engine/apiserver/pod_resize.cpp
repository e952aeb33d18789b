#include "engine/apiserver/pod_resize.hpp"

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/resource_amounts.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;
using Refusal = std::optional<std::string>;

// What a server says of a subresource that it does not have.
constexpr const char* no_subresource = "the server could not find the requested resource";

bool is_mirror(const json& object) {
  const json* annotations = api::find_member(object.at("metadata"), "annotations");
  return annotations != nullptr && annotations->contains("kubernetes.io/config.mirror");
}

bool is_for_windows(const json& spec) {
  const json* os = api::find_member(spec, "os");
  return os != nullptr && api::string_member(*os, "name") == "windows";
}

Refusal why_pod_cannot(const json& object) {
  if (is_mirror(object)) return "Forbidden: static pods cannot be resized";
  if (is_for_windows(object.at("spec"))) return "Forbidden: windows pods cannot be resized";
  return std::nullopt;
}

Refusal why_not(const api::ResourceList& resources) {
  for (const auto& [resource, quantity] : resources) {
    if (resource != "cpu" && resource != "memory") return "spec: Forbidden: only cpu and memory resources are mutable";
  }
  return std::nullopt;
}

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

Refusal why_container_cannot(const Target& target, std::string_view name, const release::Behaviour& behaviour) {
  if (target.container == nullptr) return fmt::format("spec.containers: Not found: \"{}\"", name);
  if (target.list == "ephemeralContainers") return "spec: Forbidden: resources for ephemeral containers are immutable";
  if (target.list == "containers" || behaviour.init_container_resize) return std::nullopt;
  if (target.is_sidecar && behaviour.sidecar_resize) return std::nullopt;
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

std::int64_t memory_limit(const json& container) {
  const json* resources = api::find_member(container, "resources");
  if (resources == nullptr) return 0;
  return api::amounts_of({}, api::text_map_member<api::ResourceList>(*resources, "limits")).memory_limit;
}

std::string qos_of(const json& spec) {
  return std::string{api::qos_class(api::pod_spec_from_json(std::make_shared<const json>(spec)))};
}

}  // namespace

std::variant<json, std::string> resized(json object, const NewResourcesByContainer& containers,
                                        const StoredSpecs& specs) {
  const release::Behaviour& behaviour = specs.behaviour();
  if (!behaviour.in_place_resize) return std::string{no_subresource};
  if (Refusal why = why_pod_cannot(object)) return *std::move(why);
  const std::string qos_before = qos_of(object.at("spec"));
  for (const auto& [name, resources] : containers) {
    const Target target = find_target(object.at("spec"), name);
    if (Refusal why = why_container_cannot(target, name, behaviour)) return *std::move(why);
    if (Refusal why = why_not(resources.requests)) return *std::move(why);
    if (Refusal why = why_not(resources.limits)) return *std::move(why);
    const std::int64_t limit_before = memory_limit(*target.container);
    for (const auto& [resource, quantity] : resources.requests) {
      (*target.container)["resources"]["requests"][resource] = quantity;
    }
    for (const auto& [resource, quantity] : resources.limits) {
      (*target.container)["resources"]["limits"][resource] = quantity;
    }
    const bool shrinks = memory_limit(*target.container) < limit_before;
    if (shrinks && behaviour.memory_limits_cannot_shrink && !must_restart_for_memory(*target.container)) {
      return fmt::format(
          "{}.resources.limits: Forbidden: memory limits cannot be decreased unless resizePolicy is "
          "RestartContainer",
          target.path);
    }
  }
  object["spec"] = specs.defaulted(std::move(object["spec"]));
  if (const std::string qos = qos_of(object["spec"]); qos != qos_before) {
    return fmt::format("spec: Invalid value: \"{}\": Pod QOS Class may not change as a result of resizing", qos);
  }
  return object;
}

}  // namespace podreel::apiserver
