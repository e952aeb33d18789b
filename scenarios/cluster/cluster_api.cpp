#include "scenarios/cluster/cluster_api.hpp"

#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/manifests/generated_name.hpp"
#include "scenarios/cluster/config_references.hpp"
#include "scenarios/cluster/namespaces.hpp"
#include "scenarios/simulation/controller_events.hpp"

namespace podreel::cluster {

using nlohmann::json;

std::string ClusterApi::timestamp() const {
  return api::format_timestamp(now());
}

std::shared_ptr<const json> ClusterApi::find(const ObjectId& id) const {
  const StoredObject* found = objects().find(id.resource, id.key);
  return found == nullptr ? nullptr : found->json;
}

void ClusterApi::remove(const ObjectId& id, Propagation propagation) {
  if (id.resource == "pods") return delete_pod(id.key);
  store().request_removal(id, propagation, now());
}

void ClusterApi::finish_namespace(const std::string& name) {
  const auto before = find({"namespaces", name});
  if (!before) return;
  json object = *before;
  object["spec"].erase("finalizers");
  update({"namespaces", name}, std::move(object));
}

bool ClusterApi::create_pod(json manifest) {
  const std::string key = key_of(manifest);
  const bool is_too_late = is_terminating(objects(), key.substr(0, key.find('/')));
  if (is_too_late || objects().all("pods").size() >= max_pods) return false;
  const std::string node = api::string_member(manifest.at("spec"), "nodeName");
  expect_references(pods().config_objects(), key.substr(0, key.find('/')), manifest);
  auto shared = std::make_shared<const json>(std::move(manifest));
  if (node == parts_.node) {
    pods().create(key, shared);
  } else {
    pods().create_unbound(key, shared);
  }
  return true;
}

void ClusterApi::delete_pod(const std::string& key, std::optional<std::int64_t> grace) {
  if (pods().find(key)) pods().request_deletion(key, grace);
}

void ClusterApi::update_pod_metadata(const std::string& key, const json& metadata) {
  json kept = json::object();
  for (const char* field : {"labels", "annotations", "ownerReferences", "finalizers"}) {
    if (metadata.contains(field)) kept[field] = metadata[field];
  }
  const std::size_t slash = key.find('/');
  kept["namespace"] = key.substr(0, slash);
  kept["name"] = key.substr(slash + 1);
  kept["$patch"] = "replace";
  static_cast<void>(pods().patch(key, {{"metadata", std::move(kept)}}, false));
}

void ClusterApi::record_event(const json& about, std::string_view component, std::string_view type,
                              std::string_view reason, const std::string& message) {
  const json& metadata = about.at("metadata");
  json involved{{"kind", about.at("kind")}, {"name", metadata.at("name")}, {"uid", metadata.at("uid")}};
  if (about.contains("apiVersion")) involved["apiVersion"] = about.at("apiVersion");
  if (metadata.contains("namespace")) involved["namespace"] = metadata.at("namespace");
  events_.write_counted(
      {.about = std::move(involved), .type = type, .reason = reason, .message = message, .component = component},
      now());
}

void ClusterApi::record_pod_event(const std::string& key, std::string_view component, std::string_view type,
                                  std::string_view reason, const std::string& message) {
  simulation::write_event(parts_.recorder, component, key, type, reason, message);
}

std::string ClusterApi::free_name(const std::string& resource, const std::string& name_space,
                                  const std::string& prefix) {
  for (;;) {
    std::string name = manifests::generated_name(
        prefix, manifests::name_suffix(fmt::format("{}/{}/{}/{}", resource, name_space, prefix, ++named_)));
    if (!find({resource, name_space.empty() ? name : name_space + '/' + name})) return name;
  }
}

}  // namespace podreel::cluster
