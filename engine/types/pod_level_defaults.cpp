#include "engine/types/pod_level_defaults.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/types/stored_form.hpp"

namespace podreel::types {

namespace {

using api::find_member;
using nlohmann::json;

/// Calls `use` with every object of the list `key`.
template <class Use>
void for_each_object(json& object, std::string_view key, const Use& use) {
  const auto list = object.is_object() ? object.find(key) : object.end();
  if (list == object.end() || !list->is_array()) return;
  for (json& item : *list) {
    if (item.is_object()) use(item);
  }
}

void default_host_ports(json& container) {
  for_each_object(container, "ports", [](json& port) {
    const json* given = find_member(port, "hostPort");
    if (given == nullptr || *given == 0) port["hostPort"] = api::integer_of(find_member(port, "containerPort"));
  });
}

/// `serviceAccount` is an alias; both are stored.
void default_service_account(json& spec) {
  std::string name = api::string_member(spec, "serviceAccountName");
  if (name.empty()) name = api::string_member(spec, "serviceAccount");
  if (name.empty()) return;
  spec["serviceAccountName"] = name;
  spec["serviceAccount"] = name;
}

bool requests(const json& container, std::string_view resource) {
  return find_member(find_member(find_member(container, "resources"), "requests"), resource) != nullptr;
}

bool any_container_requests(const json& spec, std::string_view resource) {
  bool found = false;
  api::for_each_item(spec, "containers", [&](const json& container) { found |= requests(container, resource); });
  return found;
}

/// A limit of the whole pod is requested, unless containers request that resource themselves (KEP-2837).
void default_pod_requests(json& spec) {
  const json* limits = find_member(find_member(spec, "resources"), "limits");
  if (limits == nullptr) return;
  const json given = *limits;
  for (const auto& [name, quantity] : given.items()) {
    if (any_container_requests(spec, name) || requests(spec, name)) continue;
    spec["resources"]["requests"][name] = quantity;
  }
}

bool has_resize_policy(const json& container, std::string_view resource) {
  bool found = false;
  api::for_each_item(container, "resizePolicy", [&](const json& policy) {
    found |= api::string_of(find_member(policy, "resourceName")) == resource;
  });
  return found;
}

}  // namespace

void default_requests(json& container) {
  const json* limits = find_member(find_member(container, "resources"), "limits");
  if (limits == nullptr || !limits->is_object()) return;
  const json given = *limits;
  json& requests = container["resources"]["requests"];
  if (requests.is_null()) requests = json::object();
  if (!requests.is_object()) return;
  for (const auto& [resource, quantity] : given.items()) {
    if (!requests.contains(resource)) requests[resource] = quantity;
  }
}

void default_pod_level(json& spec) {
  const bool host_network = api::bool_member(spec, "hostNetwork");
  for (const std::string_view list : {"initContainers", "containers"}) {
    for_each_object(spec, list, [host_network](json& container) {
      if (host_network) default_host_ports(container);
      default_requests(container);
    });
  }
}

bool StoredSpecDefaults::knows(std::string_view field) const {
  const Field* found = container_.find(field);
  return found != nullptr && is_stored(*found, release_, gates_);
}

void StoredSpecDefaults::pod(json& spec) const {
  default_service_account(spec);
  for_each_object(spec, "containers", [this](json& container) {
    // Only init containers had a policy of their own before KEP-5307.
    if (!knows("restartPolicyRules")) container.erase("restartPolicy");
    resize_policy(container);
  });
  for (const std::string_view list : {"initContainers", "containers"}) {
    for_each_object(spec, list, [this](json& container) { proc_mount(container); });
  }
  default_pod_requests(spec);
}

void StoredSpecDefaults::proc_mount(json& container) const {
  const auto context = container.find("securityContext");
  if (context == container.end()) return;
  const auto forces = [this](const release::ReleaseRange& range) { return range.contains(release_); };
  if (!std::ranges::any_of(release::forces_proc_mount, forces)) return;
  const Field& field = *container_.find("securityContext")->type->element->find("procMount");
  if (!is_stored(field, release_, gates_)) (*context)["procMount"] = *field.described->ungated;
}

void StoredSpecDefaults::resize_policy(json& container) const {
  if (!knows("resizePolicy") || !release::defaults_resize_policy.contains(release_)) return;
  for (const std::string_view resource : {"cpu", "memory"}) {
    if (!requests(container, resource) || has_resize_policy(container, resource)) continue;
    container["resizePolicy"].push_back({{"resourceName", resource}, {"restartPolicy", "NotRequired"}});
  }
}

}  // namespace podreel::types
