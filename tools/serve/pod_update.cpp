// PUT and PATCH of pods.
#include <algorithm>
#include <fmt/format.h>
#include <variant>

#include "engine/api/json_member.hpp"
#include "engine/apiserver/pod_patch.hpp"
#include "engine/types/validate.hpp"
#include "scenarios/cluster/config_references.hpp"
#include "tools/serve/changed_object.hpp"
#include "tools/serve/object_check.hpp"
#include "tools/serve/object_list.hpp"
#include "tools/serve/pod_requests.hpp"
#include "tools/serve/server_side_apply.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// Returns the parts of a pod that a user can update.
json changeable(const json& pod) {
  json metadata = json::object();
  for (const char* field : {"name", "namespace", "labels", "annotations", "finalizers", "ownerReferences"}) {
    if (pod.contains("metadata") && pod["metadata"].contains(field)) metadata[field] = pod["metadata"][field];
  }
  return {
      {"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", pod.value("spec", json{})}};
}

/// Returns a strategic merge patch that replaces the current content.
json replacing(json pod) {
  json patch;
  for (const char* part : {"metadata", "spec"}) {
    patch[part] = std::move(pod[part]);
    patch[part]["$patch"] = "replace";
  }
  return patch;
}

void obey(const apiserver::ApiServer::Refusal& refusal, const std::string& name) {
  if (!refusal) return;
  using Kind = apiserver::UpdateRefusal::Kind;
  if (refusal->kind == Kind::no_pod) throw not_found("pods", name);
  if (refusal->kind == Kind::no_such_resource) throw no_such_path();
  if (refusal->kind == Kind::panic) throw panicked();
  if (refusal->kind == Kind::forbidden) {
    throw object_forbidden("pods", name, refusal->messages.front(), json::array({{{"reason", "NodeCapacity"}}}));
  }
  std::vector<Cause> causes;
  for (const std::string& message : refusal->messages) causes.push_back(cause_of(message));
  throw invalid({"Pod"}, name, causes);
}

void update_whole(LiveSimulation& simulation, const json& before, json wanted, const RequestInfo& info, bool is_dry) {
  apiserver::ApiServer& server = simulation.node().api_server();
  const json patch = replacing(wanted);
  if (!is_dry) {
    if (changeable(before) != wanted) obey(server.patch(info.key(), patch, false), info.name);
    return;
  }
  auto result = apiserver::patched(changeable(before), patch, server.specs(), false);
  if (auto* refusal = std::get_if<apiserver::PatchRefusal>(&result)) {
    obey(apiserver::UpdateRefusal{apiserver::UpdateRefusal::Kind::invalid, std::move(refusal->messages)}, info.name);
  }
}

void add_ephemeral_containers(LiveSimulation& simulation, const json& before, const json& after,
                              const RequestInfo& info) {
  const json known = before["spec"].value("ephemeralContainers", json::array());
  for (const json& container : after["spec"].value("ephemeralContainers", json::array())) {
    const bool is_known = std::ranges::any_of(
        known, [&container](const json& other) { return other["name"] == container.value("name", json{}); });
    if (is_known) continue;
    std::vector<api::Problem> problems;
    types::validate_container(api::to_tree(container), "", "spec.ephemeralContainers", problems);
    if (!problems.empty()) throw invalid({"Pod"}, info.name, {{problems.front().path, problems.front().message}});
    cluster::expect_references(simulation.node().api_server().config_objects(), info.name_space, container);
    obey(simulation.node().api_server().add_ephemeral_container(info.key(), container), info.name);
  }
}

api::ResourceList resource_list(const json& container, const char* list) {
  const json* resources = api::find_member(container, "resources");
  return resources == nullptr ? api::ResourceList{} : api::text_map_member<api::ResourceList>(*resources, list);
}

/// Returns the changed resources of containers.
apiserver::NewResourcesByContainer new_resources(const json& before, const json& after) {
  apiserver::NewResourcesByContainer changed;
  for (const char* list : {"containers", "initContainers"}) {
    api::for_each_item(after, list, [&](const json& container) {
      const json* known = api::find_member(before, list);
      if (known == nullptr) return;
      const auto was = std::ranges::find_if(
          *known, [&container](const json& other) { return other["name"] == container.value("name", json{}); });
      if (was == known->end() || was->value("resources", json{}) == container.value("resources", json{})) return;
      changed[container["name"].get<std::string>()] = {resource_list(container, "requests"),
                                                       resource_list(container, "limits")};
    });
  }
  return changed;
}

/// Sets conditions of a pod's status, the only part that clients other than its kubelet write.
void set_conditions(LiveSimulation& simulation, const json& after, const RequestInfo& info) {
  std::vector<api::PodCondition> conditions;
  const json status = after.value("status", json::object());
  api::for_each_item(status, "conditions", [&conditions](const json& written) {
    api::PodCondition condition;
    condition.type = api::string_member(written, "type");
    condition.status = api::string_member(written, "status");
    condition.reason = api::string_member(written, "reason");
    condition.message = api::string_member(written, "message");
    conditions.push_back(std::move(condition));
  });
  simulation.node().api_server().set_conditions(info.key(), conditions);
}

}  // namespace

Response update_pod(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  const apiserver::StoredObject logged = existing(simulation, info);
  const json& before = *logged.json;
  const json after = changed_object(simulation, request, target, info, before);
  const bool is_dry = is_dry_run(target);
  if (info.subresource == "status") {
    if (!is_dry) set_conditions(simulation, after, info);
  } else {
    json wanted = changeable(after);
    wanted["metadata"]["namespace"] = info.name_space;
    check_pod(wanted, info.name, takes_unknown_fields(target));
    if (info.subresource == "ephemeralcontainers") {
      if (!is_dry) add_ephemeral_containers(simulation, before, after, info);
    } else if (info.subresource == "resize") {
      const auto changed = new_resources(before["spec"], after["spec"]);
      if (!is_dry) obey(simulation.node().api_server().resize(info.key(), changed), info.name);
    } else {
      update_whole(simulation, before, std::move(wanted), info, is_dry);
    }
  }
  if (!is_dry) remember_owner(simulation, request, target, info, before);
  const apiserver::StoredObject* stored = simulation.objects().find("pods", info.key());
  return object_response(simulation, request, info, stored != nullptr ? *stored : logged);
}

}  // namespace podreel::serve
