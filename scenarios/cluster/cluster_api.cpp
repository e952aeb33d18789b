#include "scenarios/cluster/cluster_api.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/api/uuid_text.hpp"
#include "engine/manifests/generated_name.hpp"
#include "engine/sim/random.hpp"
#include "scenarios/cluster/config_references.hpp"
#include "scenarios/cluster/namespaces.hpp"
#include "scenarios/simulation/controller_events.hpp"

namespace podreel::controllers {

namespace {

using nlohmann::json;

bool has_finalizers(const json& metadata) {
  const json* finalizers = api::find_member(metadata, "finalizers");
  return finalizers != nullptr && !finalizers->empty();
}

/// Of those that have a spec (the strategies in pkg/registry).
bool has_generation(const std::string& resource) {
  return resource != "namespaces" && resource != "services" && resource != "leases";
}

void add_finalizer(json& metadata, const char* name) {
  json& finalizers = metadata["finalizers"];
  if (finalizers.is_null()) finalizers = json::array();
  if (std::ranges::find(finalizers, json(name)) == finalizers.end()) finalizers.push_back(name);
}

}  // namespace

bool is_deleted(const json& object) {
  return object.at("metadata").contains("deletionTimestamp");
}

std::string key_of(const json& object) {
  const json& metadata = object.at("metadata");
  const std::string space = api::string_member(metadata, "namespace");
  const std::string name = api::string_member(metadata, "name");
  return space.empty() ? name : space + '/' + name;
}

std::string ClusterApi::timestamp() const {
  return api::format_timestamp(now());
}

std::shared_ptr<const json> ClusterApi::find(const ObjectId& id) const {
  const LoggedObject* found = parts_.objects.find(id.resource, id.key);
  return found == nullptr ? nullptr : found->json;
}

std::string ClusterApi::new_uid(const std::string& resource, const json& object) {
  const std::uint64_t number = sim::hash_name(fmt::format("{}/{}/{}", resource, key_of(object), ++created_));
  return std::string{api::uuid_text(number, sim::mix(number)).view()};
}

void ClusterApi::create(const std::string& resource, json object) {
  const ObjectId id{resource, key_of(object)};
  json& metadata = object["metadata"];
  if (!metadata.contains("uid")) metadata["uid"] = new_uid(resource, object);
  metadata["creationTimestamp"] = timestamp();
  if (object.contains("spec") && has_generation(resource)) metadata["generation"] = 1;
  parts_.objects.put(id, std::move(object));
}

void ClusterApi::update(const ObjectId& id, json object) {
  const auto before = find(id);
  if (!before) return;
  json& metadata = object["metadata"];
  const json& old = before->at("metadata");
  for (const char* field :
       {"uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
    if (old.contains(field)) {
      metadata[field] = old[field];
    } else {
      metadata.erase(field);
    }
  }
  const bool has_new_spec =
      api::find_member(object, "spec") != nullptr && object["spec"] != before->value("spec", json{});
  if (has_new_spec && has_generation(id.resource))
    metadata["generation"] = old.value("generation", std::int64_t{0}) + 1;
  const bool has_gone = !has_finalizers(metadata) && !has_finalizers(object.value("spec", json::object()));
  const bool goes = metadata.contains("deletionTimestamp") && has_gone;
  parts_.objects.put(id, std::move(object));
  if (goes) parts_.objects.remove(id);
}

void ClusterApi::update_status(const ObjectId& id, json status) {
  const auto before = find(id);
  if (!before) return;
  json object = *before;
  object["status"] = std::move(status);
  parts_.objects.put(id, std::move(object));
}

void ClusterApi::remove(const ObjectId& id, Propagation propagation) {
  if (id.resource == "pods") return delete_pod(id.key);
  const auto before = find(id);
  if (!before) return;
  json object = *before;
  json& metadata = object["metadata"];
  if (id.resource == "namespaces") {
    if (!metadata.contains("deletionTimestamp")) metadata["deletionTimestamp"] = timestamp();
    object["status"]["phase"] = "Terminating";
    return parts_.objects.put(id, std::move(object));
  }
  if (propagation == Propagation::foreground) add_finalizer(metadata, "foregroundDeletion");
  if (propagation == Propagation::orphan) add_finalizer(metadata, "orphan");
  if (!has_finalizers(metadata)) return parts_.objects.remove(id);
  if (!metadata.contains("deletionTimestamp")) {
    metadata["deletionTimestamp"] = timestamp();
    metadata["deletionGracePeriodSeconds"] = 0;
    if (metadata.contains("generation")) metadata["generation"] = metadata["generation"].get<std::int64_t>() + 1;
  }
  parts_.objects.put(id, std::move(object));
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
  const bool is_too_late = is_terminating(parts_.objects, key.substr(0, key.find('/')));
  if (is_too_late || parts_.objects.all("pods").size() >= most_pods) return false;
  const std::string node = api::string_member(manifest.at("spec"), "nodeName");
  expect_references(parts_.pods.config_objects(), key.substr(0, key.find('/')), manifest);
  auto shared = std::make_shared<const json>(std::move(manifest));
  if (node == parts_.node) {
    parts_.pods.create(key, shared);
  } else {
    parts_.pods.create_unbound(key, shared);
  }
  return true;
}

void ClusterApi::delete_pod(const std::string& key, std::optional<std::int64_t> grace) {
  if (parts_.pods.find(key)) parts_.pods.request_deletion(key, grace);
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
  static_cast<void>(parts_.pods.patch(key, {{"metadata", std::move(kept)}}, false));
}

void ClusterApi::tell(const json& about, std::string_view component, std::string_view type, std::string_view reason,
                      const std::string& message) {
  const json& metadata = about.at("metadata");
  json involved{{"kind", about.at("kind")}, {"name", metadata.at("name")}, {"uid", metadata.at("uid")}};
  if (about.contains("apiVersion")) involved["apiVersion"] = about.at("apiVersion");
  if (metadata.contains("namespace")) involved["namespace"] = metadata.at("namespace");
  events_.write_counted(
      {.about = std::move(involved), .type = type, .reason = reason, .message = message, .component = component},
      now());
}

void ClusterApi::tell_about_pod(const std::string& key, std::string_view component, std::string_view type,
                                std::string_view reason, const std::string& message) {
  simulation::tell_event(parts_.recorder, component, key, type, reason, message);
}

std::string ClusterApi::free_name(const std::string& resource, const std::string& name_space,
                                  const std::string& prefix) {
  for (;;) {
    std::string name = manifests::generated_name(
        prefix, manifests::name_suffix(fmt::format("{}/{}/{}/{}", resource, name_space, prefix, ++named_)));
    if (!find({resource, name_space.empty() ? name : name_space + '/' + name})) return name;
  }
}

}  // namespace podreel::controllers
