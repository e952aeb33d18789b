// The changes of a pod that users ask an API server for.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/apiserver/api_server.hpp"
#include "engine/apiserver/pod_patch.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

json* find_container(json& pod, const std::string& name) {
  for (const char* list : {"containers", "initContainers", "ephemeralContainers"}) {
    const auto containers = pod["spec"].find(list);
    if (containers == pod["spec"].end()) continue;
    for (json& container : *containers) {
      if (container.value("name", "") == name) return &container;
    }
  }
  return nullptr;
}

UpdateRefusal no_container(const std::string& name) {
  return UpdateRefusal::invalid(fmt::format("spec.containers: Not found: \"{}\"", name));
}

}  // namespace

ApiServer::Refusal ApiServer::set_image(std::string_view name, const std::string& container, const std::string& image) {
  return update(name, {.op = "set_image", .container = container, .image = image}, [&](json& pod) -> Refusal {
    json* found = find_container(pod, container);
    if (found == nullptr) return no_container(container);
    (*found)["image"] = image;
    return std::nullopt;
  });
}

ApiServer::Refusal ApiServer::label(std::string_view name,
                                    const std::map<std::string, std::optional<std::string>>& changes) {
  return update(name, {.op = "label"}, [&](json& pod) -> Refusal {
    json& labels = pod["metadata"]["labels"];
    if (labels.is_null()) labels = json::object();
    for (const auto& [key, value] : changes) {
      if (value) {
        labels[key] = *value;
      } else {
        labels.erase(key);
      }
    }
    return std::nullopt;
  });
}

ApiServer::Refusal ApiServer::patch(std::string_view name, const json& patch, bool force) {
  return update(name, {.op = "patch"}, [&](json& pod) -> Refusal {
    auto result = patched(pod, patch, specs_, force);
    if (const PatchRefusal* refusal = std::get_if<PatchRefusal>(&result))
      return UpdateRefusal{UpdateRefusal::Kind::invalid, refusal->messages};
    pod = std::get<json>(std::move(result));
    return std::nullopt;
  });
}

ApiServer::Refusal ApiServer::resize(std::string_view name, const NewResourcesByContainer& containers) {
  trace::Api api_record{.op = "resize"};
  if (containers.size() == 1) api_record.container = containers.begin()->first;
  return update(name, std::move(api_record), [&](json& pod) -> Refusal {
    const api::Pod& stored = *objects_.find(name)->second.pod;
    const api::ResourceList* allocatable = node_allocatable_ && !is_elsewhere(stored) ? &*node_allocatable_ : nullptr;
    auto result = resized(pod, containers, specs_, stored.status, allocatable);
    if (UpdateRefusal* refusal = std::get_if<UpdateRefusal>(&result)) return std::move(*refusal);
    pod = std::get<json>(std::move(result));
    return std::nullopt;
  });
}

ApiServer::Refusal ApiServer::add_ephemeral_container(std::string_view name, const json& container) {
  const std::string added = container.value("name", "");
  return update(name, {.op = "add_ephemeral", .container = added}, [&](json& pod) -> Refusal {
    if (find_container(pod, added) != nullptr) {
      return UpdateRefusal::invalid(fmt::format("spec.ephemeralContainers.name: Duplicate value: \"{}\"", added));
    }
    pod["spec"]["ephemeralContainers"].push_back(container);
    pod["spec"] = specs_.defaulted(std::move(pod["spec"]));
    // An API server that does not know the field drops it.
    return find_container(pod, added) == nullptr ? Refusal{UpdateRefusal::no_such_resource()} : std::nullopt;
  });
}

void ApiServer::set_conditions(std::string_view name, const std::vector<api::PodCondition>& conditions) {
  const auto found = objects_.find(name);
  if (found == objects_.end()) {
    return recorder_.record(std::string{name}, trace::Api{.op = "modify_failed_no_pod"});
  }
  if (panics_over(found->first, *found->second.pod)) return;
  api::Pod pod = *found->second.pod;
  for (api::PodCondition condition : conditions) {
    const api::PodCondition* known = api::find_condition(pod.status, condition.type);
    const bool stays = known != nullptr && known->status == condition.status;
    condition.last_transition_time = stays ? known->last_transition_time : process_.now();
    api::set_condition(pod.status.conditions, std::move(condition));
  }
  recorder_.record(found->first, trace::Api{.op = "patch_status"});
  store(found->second, std::move(pod));
}

}  // namespace podreel::apiserver
