#include "scenarios/cluster/object_log.hpp"

#include <algorithm>
#include <utility>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/selection.hpp"

namespace podreel::controllers {

namespace {

using nlohmann::json;

// As many as etcd's clients would find after some minutes of a busy cluster.
constexpr std::size_t most_changes = 10'000;

json versioned(json object, std::uint64_t version) {
  object["metadata"]["resourceVersion"] = std::to_string(version);
  return object;
}

}  // namespace

void ObjectLog::put(const ObjectId& id, json object, api::PodPtr pod) {
  LoggedObject& known = objects_[id.resource][id.key];
  const LoggedObject before = known;
  if (before.json) {
    object["metadata"]["resourceVersion"] = before.json->at("metadata").at("resourceVersion");
    if (object == *before.json) return;
    forget_owners(id, *before.json);
  }
  known = {std::make_shared<const json>(versioned(std::move(object), ++version_)), std::move(pod)};
  learn_owners(id, known);
  log({version_, id, before.json ? "MODIFIED" : "ADDED", known, before});
}

void ObjectLog::remove(const ObjectId& id) {
  const auto objects = objects_.find(id.resource);
  if (objects == objects_.end()) return;
  const auto found = objects->second.find(id.key);
  if (found == objects->second.end()) return;
  const LoggedObject last = found->second;
  objects->second.erase(found);
  forget_owners(id, *last.json);
  const auto gone = std::make_shared<const json>(versioned(*last.json, ++version_));
  log({version_, id, "DELETED", {gone, last.pod}, last});
}

void ObjectLog::forget_owners(const ObjectId& id, const json& object) {
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

void ObjectLog::learn_owners(const ObjectId& id, const LoggedObject& object) {
  const json& metadata = object.json->at("metadata");
  by_uid_.insert_or_assign(api::string_member(metadata, "uid"), id);
  api::for_each_item(metadata, "ownerReferences",
                     [&](const json& owner) { owned_[api::string_member(owner, "uid")].insert(id); });
  const json* controller = id.resource == "pods" ? controller_of(*object.json) : nullptr;
  if (controller != nullptr) controlled_[api::string_member(*controller, "uid")].insert_or_assign(id.key, &object);
}

std::vector<ObjectId> ObjectLog::in_namespace(std::string_view name) const {
  const std::string prefix = std::string{name} + '/';
  std::vector<ObjectId> found;
  for (const auto& [resource, objects] : objects_) {
    for (auto each = objects.lower_bound(prefix); each != objects.end() && each->first.starts_with(prefix); ++each) {
      found.push_back({resource, each->first});
    }
  }
  return found;
}

const std::set<ObjectId>& ObjectLog::owned_by(std::string_view uid) const {
  static const std::set<ObjectId> none;
  const auto found = owned_.find(uid);
  return found == owned_.end() ? none : found->second;
}

const ObjectLog::Pods& ObjectLog::pods_controlled_by(std::string_view uid) const {
  static const Pods none;
  const auto found = controlled_.find(uid);
  return found == controlled_.end() ? none : found->second;
}

const ObjectId* ObjectLog::with_uid(std::string_view uid) const {
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : &found->second;
}

const ObjectLog::Objects& ObjectLog::all(std::string_view resource) const {
  static const Objects none;
  const auto found = objects_.find(resource);
  return found == objects_.end() ? none : found->second;
}

const LoggedObject* ObjectLog::find(std::string_view resource, std::string_view key) const {
  const Objects& objects = all(resource);
  const auto found = objects.find(key);
  return found == objects.end() ? nullptr : &found->second;
}

ObjectLog::Objects ObjectLog::at(std::string_view resource, std::uint64_t version) const {
  Objects objects = all(resource);
  for (auto change = changes_.rbegin(); change != changes_.rend() && change->version > version; ++change) {
    if (change->id.resource != resource) continue;
    if (change->before.json) {
      objects[change->id.key] = change->before;
    } else {
      objects.erase(change->id.key);
    }
  }
  return objects;
}

const LoggedChange* ObjectLog::after(std::uint64_t version) const {
  const auto next = std::ranges::upper_bound(changes_, version, {}, &LoggedChange::version);
  return next == changes_.end() ? nullptr : &*next;
}

void ObjectLog::log(LoggedChange change) {
  changes_.push_back(std::move(change));
  if (changes_.size() > most_changes) {
    oldest_ = changes_.front().version;
    changes_.pop_front();
  }
  for (const auto& listener : listeners_) listener(changes_.back());
}

}  // namespace podreel::controllers
