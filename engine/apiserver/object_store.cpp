#include "engine/apiserver/object_store.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/api/uuid_text.hpp"
#include "engine/apiserver/finalizers.hpp"
#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

// As many as etcd's clients would find after some minutes of a busy cluster.
constexpr std::size_t max_changes = 10'000;

json versioned(json object, std::uint64_t version) {
  object["metadata"]["resourceVersion"] = std::to_string(version);
  return object;
}

/// Objects with a spec (the strategies in pkg/registry).
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

const json* controller_of(const json& object) {
  const json* owners = api::find_member(object.at("metadata"), "ownerReferences");
  if (owners == nullptr) return nullptr;
  for (const json& owner : *owners) {
    if (api::bool_member(owner, "controller")) return &owner;
  }
  return nullptr;
}

std::string ObjectStore::new_uid(const std::string& resource, const json& object) {
  const std::uint64_t number = sim::hash_name(fmt::format("{}/{}/{}", resource, key_of(object), ++created_));
  return std::string{api::uuid_text(number, sim::mix(number)).view()};
}

void ObjectStore::create(const std::string& resource, json object, sim::Time now, bool is_assumed) {
  const ObjectId id{resource, key_of(object)};
  json& metadata = object["metadata"];
  if (!metadata.contains("uid")) metadata["uid"] = new_uid(resource, object);
  metadata["creationTimestamp"] = api::format_timestamp(now);
  if (object.contains("spec") && has_generation(resource)) metadata["generation"] = 1;
  put(id, std::move(object), is_assumed);
}

void ObjectStore::update(const ObjectId& id, json object, bool is_assumed) {
  const StoredObject* found = find(id.resource, id.key);
  if (found == nullptr) return;
  const std::shared_ptr<const json> before = found->json;
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
  put(id, std::move(object), is_assumed);
  if (goes) remove(id);
}

void ObjectStore::update_status(const ObjectId& id, json status) {
  const StoredObject* found = find(id.resource, id.key);
  if (found == nullptr) return;
  json object = *found->json;
  object["status"] = std::move(status);
  put(id, std::move(object));
}

void ObjectStore::request_removal(const ObjectId& id, Propagation propagation, sim::Time now) {
  const StoredObject* found = find(id.resource, id.key);
  if (found == nullptr) return;
  json object = *found->json;
  json& metadata = object["metadata"];
  if (id.resource == "namespaces") {
    if (!metadata.contains("deletionTimestamp")) metadata["deletionTimestamp"] = api::format_timestamp(now);
    object["status"]["phase"] = "Terminating";
    return put(id, std::move(object));
  }
  if (propagation == Propagation::foreground) add_finalizer(metadata, "foregroundDeletion");
  if (propagation == Propagation::orphan) add_finalizer(metadata, "orphan");
  if (!has_finalizers(metadata)) return remove(id);
  if (!metadata.contains("deletionTimestamp")) {
    metadata["deletionTimestamp"] = api::format_timestamp(now);
    metadata["deletionGracePeriodSeconds"] = 0;
    if (metadata.contains("generation")) metadata["generation"] = metadata["generation"].get<std::int64_t>() + 1;
  }
  put(id, std::move(object));
}

void ObjectStore::put(const ObjectId& id, json object, bool is_assumed) {
  StoredObject& known = objects_[id.resource][id.key];
  const StoredObject before = known;
  known.is_assumed = is_assumed;
  publish(id, known, before, std::move(object));
}

void ObjectStore::publish(const ObjectId& id, StoredObject& object, const StoredObject& before, json printed) {
  if (before.json) {
    printed["metadata"]["resourceVersion"] = before.json->at("metadata").at("resourceVersion");
    if (printed == *before.json) return;
    forget_owners(id, *before.json);
  }
  store(id, object, before, std::move(printed));
}

void ObjectStore::touch(const ObjectId& id) {
  StoredObject& known = objects_.at(id.resource).at(id.key);
  const StoredObject before = known;
  store(id, known, before, *before.json);
}

void ObjectStore::store(const ObjectId& id, StoredObject& object, const StoredObject& before, json printed) {
  object.json = std::make_shared<const json>(versioned(std::move(printed), ++version_));
  learn_owners(id, object);
  log({version_, id, before.json ? "MODIFIED" : "ADDED", object, before});
}

void ObjectStore::remove(const ObjectId& id) {
  const auto objects = objects_.find(id.resource);
  if (objects == objects_.end()) return;
  const auto found = objects->second.find(id.key);
  if (found == objects->second.end()) return;
  const StoredObject last = std::move(found->second);
  objects->second.erase(found);
  log_removal(id, last);
}

void ObjectStore::keep_history() {
  PODREEL_INVARIANT(pods_.empty(), "a store keeps the history of its pods from the first one on");
  keeps_history_ = true;
}

void ObjectStore::publish_pod(const std::string& key, StoredObject& pod, api::PodPtr before, json printed) {
  publish({"pods", key}, pod, {.json = pod.json, .pod = std::move(before)}, std::move(printed));
}

void ObjectStore::publish_removal(const std::string& key, const StoredObject& last) {
  PODREEL_INVARIANT(!pods_.contains(key), "a pod whose removal is published is gone");
  log_removal({"pods", key}, last);
}

void ObjectStore::log_removal(const ObjectId& id, const StoredObject& last) {
  forget_owners(id, *last.json);
  StoredObject gone = last;
  gone.json = std::make_shared<const json>(versioned(*last.json, ++version_));
  log({version_, id, "DELETED", std::move(gone), last});
}

void ObjectStore::forget_owners(const ObjectId& id, const json& object) {
  const json& metadata = object.at("metadata");
  by_uid_.erase(api::string_member(metadata, "uid"));
  api::for_each_item(metadata, "ownerReferences", [&](const json& owner) {
    const auto known = owned_.find(api::string_member(owner, "uid"));
    if (known == owned_.end()) return;
    known->second.erase(id);
    if (known->second.empty()) owned_.erase(known);
  });
  const json* controller = id.resource == "pods" ? controller_of(object) : nullptr;
  if (controller == nullptr) return;
  const auto known = controlled_.find(api::string_member(*controller, "uid"));
  if (known == controlled_.end()) return;
  known->second.erase(id.key);
  if (known->second.empty()) controlled_.erase(known);
}

void ObjectStore::learn_owners(const ObjectId& id, const StoredObject& object) {
  const json& metadata = object.json->at("metadata");
  by_uid_.insert_or_assign(api::string_member(metadata, "uid"), id);
  api::for_each_item(metadata, "ownerReferences",
                     [&](const json& owner) { owned_[api::string_member(owner, "uid")].insert(id); });
  const json* controller = id.resource == "pods" ? controller_of(*object.json) : nullptr;
  if (controller != nullptr) controlled_[api::string_member(*controller, "uid")].insert_or_assign(id.key, &object);
}

std::vector<ObjectId> ObjectStore::in_namespace(std::string_view name) const {
  const std::string prefix = std::string{name} + '/';
  std::vector<ObjectId> found;
  for (const auto& [resource, objects] : objects_) {
    for (auto each = objects.lower_bound(prefix); each != objects.end() && each->first.starts_with(prefix); ++each) {
      found.push_back({resource, each->first});
    }
  }
  return found;
}

const std::set<ObjectId>& ObjectStore::owned_by(std::string_view uid) const {
  static const std::set<ObjectId> none;
  const auto found = owned_.find(uid);
  return found == owned_.end() ? none : found->second;
}

const ObjectStore::Pods& ObjectStore::pods_controlled_by(std::string_view uid) const {
  static const Pods none;
  const auto found = controlled_.find(uid);
  return found == controlled_.end() ? none : found->second;
}

const ObjectId* ObjectStore::with_uid(std::string_view uid) const {
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : &found->second;
}

const ObjectStore::Objects& ObjectStore::all(std::string_view resource) const {
  static const Objects none;
  const auto found = objects_.find(resource);
  return found == objects_.end() ? none : found->second;
}

const StoredObject* ObjectStore::find(std::string_view resource, std::string_view key) const {
  const Objects& objects = all(resource);
  const auto found = objects.find(key);
  return found == objects.end() ? nullptr : &found->second;
}

ObjectStore::Objects ObjectStore::at(std::string_view resource, std::uint64_t version) const {
  Objects objects = all(resource);
  for (auto each = changes_.rbegin(); each != changes_.rend() && each->first > version; ++each) {
    const ObjectChange& change = each->second;
    if (change.id.resource != resource) continue;
    if (change.before.json) {
      objects[change.id.key] = change.before;
    } else {
      objects.erase(change.id.key);
    }
  }
  return objects;
}

const ObjectChange* ObjectStore::after(std::uint64_t version) const {
  const auto next = changes_.upper_bound(version);
  return next == changes_.end() ? nullptr : &next->second;
}

void ObjectStore::forget_history(std::uint64_t version) {
  while (!changes_.empty() && changes_.begin()->first <= version) {
    oldest_ = changes_.begin()->first;
    changes_.erase(changes_.begin());
  }
}

void ObjectStore::continue_versions(std::uint64_t last) {
  changes_.clear();
  version_ = std::max(version_, last) + 1;
  oldest_ = version_;
}

void ObjectStore::log(ObjectChange change) {
  PODREEL_INVARIANT(!is_notifying_, "who listens to a store changes nothing in it");
  PODREEL_INVARIANT(changes_.empty() || change.version > changes_.rbegin()->first, "versions of a store only grow");
  const std::uint64_t version = change.version;
  const ObjectChange& logged = changes_.emplace_hint(changes_.end(), version, std::move(change))->second;
  if (changes_.size() > max_changes) {
    oldest_ = changes_.begin()->first;
    changes_.erase(changes_.begin());
  }
  is_notifying_ = true;
  for (const auto& listener : listeners_) listener(logged);
  is_notifying_ = false;
}

}  // namespace podreel::apiserver
