#include "scenarios/cluster/garbage_collector.hpp"

#include <algorithm>
#include <utility>

#include "engine/api/json_member.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* foreground = "foregroundDeletion";
constexpr const char* orphan = "orphan";

/// Returns the name; names of resources contain no slash.
std::string name_of(const ObjectId& id) {
  return id.resource + '/' + id.key;
}

ObjectId id_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  return {name.substr(0, slash), name.substr(slash + 1)};
}

bool has_finalizer(const json& object, const char* finalizer) {
  const json* finalizers = api::find_member(object.at("metadata"), "finalizers");
  return finalizers != nullptr && std::ranges::find(*finalizers, json(finalizer)) != finalizers->end();
}

bool blocks(const json& dependent, const std::string& uid) {
  bool blocks = false;
  api::for_each_item(dependent.at("metadata"), "ownerReferences", [&](const json& owner) {
    blocks = blocks || (api::string_member(owner, "uid") == uid && api::bool_member(owner, "blockOwnerDeletion"));
  });
  return blocks;
}

}  // namespace

GarbageCollector::GarbageCollector(ClusterApi& api)
    : api_{api}, queue_{api, "garbage-collector", [this](const std::string& name) { sync(name); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void GarbageCollector::on_object_change(const ObjectChange& change) {
  const json& object = *change.object.json;
  if (change.type == "DELETED") {
    for (const ObjectId& id : api_.objects().owned_by(api::string_member(object.at("metadata"), "uid"))) {
      queue_.want(name_of(id));
    }
  } else if (object.at("metadata").contains("ownerReferences") && change.type == "ADDED") {
    queue_.want(name_of(change.id));
  } else if (is_deleted(object) && (has_finalizer(object, foreground) || has_finalizer(object, orphan))) {
    queue_.want(name_of(change.id));
  }
  if (change.type == "ADDED") return;
  api::for_each_item(object.at("metadata"), "ownerReferences", [this](const json& owner) {
    const ObjectId* id = api_.objects().with_uid(api::string_member(owner, "uid"));
    if (id == nullptr) return;
    if (is_deleted(*api_.objects().find(id->resource, id->key)->json)) queue_.want(name_of(*id));
  });
}

void GarbageCollector::sync(const std::string& name) {
  const ObjectId id = id_of(name);
  const auto object = api_.find(id);
  if (!object) return;
  if (is_deleted(*object) && has_finalizer(*object, orphan)) return leave_orphans(id, *object);
  if (is_deleted(*object) && has_finalizer(*object, foreground)) return finish_foreground(id, *object);
  if (!is_deleted(*object)) check_owners(id, *object);
}

void GarbageCollector::check_owners(const ObjectId& id, const json& object) {
  json kept = json::array();
  bool has_dangling = false;
  bool has_waiting = false;
  api::for_each_item(object.at("metadata"), "ownerReferences", [&](const json& owner) {
    const ObjectId* known = api_.objects().with_uid(api::string_member(owner, "uid"));
    if (known == nullptr) {
      has_dangling = true;
      return;
    }
    const json& found = *api_.objects().find(known->resource, known->key)->json;
    const bool waits = is_deleted(found) && has_finalizer(found, foreground);
    has_waiting = has_waiting || waits;
    if (!waits) kept.push_back(owner);
  });
  if (!has_dangling && !has_waiting) return;
  if (kept.empty()) {
    const bool has_own = !api_.objects().owned_by(api::string_member(object.at("metadata"), "uid")).empty();
    return api_.remove(id, has_waiting && has_own ? Propagation::foreground : Propagation::background);
  }
  json metadata = object.at("metadata");
  metadata["ownerReferences"] = std::move(kept);
  set_metadata(id, std::move(metadata));
}

void GarbageCollector::finish_foreground(const ObjectId& id, const json& object) {
  const std::string uid = api::string_member(object.at("metadata"), "uid");
  const std::set<ObjectId> dependents = api_.objects().owned_by(uid);
  bool is_blocked = false;
  for (const ObjectId& dependent : dependents) {
    const auto found = api_.find(dependent);
    if (!found) continue;
    is_blocked = is_blocked || blocks(*found, uid);
    if (!is_deleted(*found)) check_owners(dependent, *found);
  }
  const bool is_blocked_still = is_blocked && !api_.objects().owned_by(uid).empty();
  if (!is_blocked_still) drop_finalizer(id, foreground);
}

void GarbageCollector::leave_orphans(const ObjectId& id, const json& object) {
  const std::string uid = api::string_member(object.at("metadata"), "uid");
  const std::set<ObjectId> dependents = api_.objects().owned_by(uid);
  for (const ObjectId& dependent : dependents) {
    json metadata = api_.find(dependent)->at("metadata");
    json kept = json::array();
    for (const json& owner : metadata["ownerReferences"]) {
      if (api::string_member(owner, "uid") != uid) kept.push_back(owner);
    }
    metadata.erase("ownerReferences");
    if (!kept.empty()) metadata["ownerReferences"] = std::move(kept);
    set_metadata(dependent, std::move(metadata));
  }
  drop_finalizer(id, orphan);
}

void GarbageCollector::set_metadata(const ObjectId& id, json metadata) {
  if (id.resource == "pods") return api_.update_pod_metadata(id.key, metadata);
  json object = *api_.find(id);
  object["metadata"] = std::move(metadata);
  api_.update(id, std::move(object));
}

void GarbageCollector::drop_finalizer(const ObjectId& id, const char* finalizer) {
  json metadata = api_.find(id)->at("metadata");
  json kept = json::array();
  for (const json& known : metadata["finalizers"]) {
    if (known != finalizer) kept.push_back(known);
  }
  metadata.erase("finalizers");
  if (!kept.empty()) metadata["finalizers"] = std::move(kept);
  set_metadata(id, std::move(metadata));
}

}  // namespace podreel::cluster
