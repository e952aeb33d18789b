#include "tools/server/object_log.hpp"

#include <algorithm>
#include <utility>

namespace podreel::server {

namespace {

using nlohmann::json;

// As many as etcd's clients would find after some minutes of a busy cluster.
constexpr std::size_t most_changes = 10'000;

json versioned(json object, std::uint64_t version) {
  object["metadata"]["resourceVersion"] = std::to_string(version);
  return object;
}

}  // namespace

void ObjectLog::put(const std::string& resource, const std::string& key, json object, api::PodPtr pod) {
  LoggedObject& known = objects_[resource][key];
  const auto before = known.json;
  if (before) {
    object["metadata"]["resourceVersion"] = before->at("metadata").at("resourceVersion");
    if (object == *before) return;
  }
  known = {std::make_shared<const json>(versioned(std::move(object), ++version_)), std::move(pod)};
  log({version_, resource, before ? "MODIFIED" : "ADDED", known, before});
}

void ObjectLog::remove(const std::string& resource, const std::string& key) {
  const auto objects = objects_.find(resource);
  if (objects == objects_.end()) return;
  const auto found = objects->second.find(key);
  if (found == objects->second.end()) return;
  const LoggedObject last = found->second;
  objects->second.erase(found);
  const auto gone = std::make_shared<const json>(versioned(*last.json, ++version_));
  log({version_, resource, "DELETED", {gone, last.pod}, last.json});
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

const LoggedChange* ObjectLog::after(std::uint64_t version) const {
  const auto next = std::ranges::upper_bound(changes_, version, {}, &LoggedChange::version);
  return next == changes_.end() ? nullptr : &*next;
}

void ObjectLog::log(LoggedChange change) {
  changes_.push_back(std::move(change));
  if (changes_.size() <= most_changes) return;
  oldest_ = changes_.front().version;
  changes_.pop_front();
}

}  // namespace podreel::server
