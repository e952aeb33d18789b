#include "tools/server/field_owners.hpp"

#include <algorithm>

namespace podreel::server {

namespace {

using nlohmann::json;

bool says_the_same(const json& live, const json& config, const FieldPath& field) {
  const json* is = value_at(live, field);
  const json* wanted = value_at(config, field);
  return is != nullptr && wanted != nullptr && *is == *wanted;
}

/// Only users' parts of an object are anybody's.
json of_users(const json& object) {
  json kept = object.is_object() ? object : json::object();
  if (kept.contains("metadata") && kept["metadata"].is_object()) {
    for (const char* field : {"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields",
                              "deletionTimestamp", "deletionGracePeriodSeconds"}) {
      kept["metadata"].erase(field);
    }
  }
  return kept;
}

}  // namespace

std::vector<FieldOwners::Conflict> FieldOwners::conflicts(const controllers::ObjectId& id, const json& live,
                                                          const json& config, const FieldManager& manager) const {
  std::vector<Conflict> found;
  const auto owned = owners_.find(id);
  if (owned == owners_.end()) return found;
  for (const FieldPath& field : fields_of(config)) {
    if (says_the_same(live, config, field)) continue;
    for (const auto& [other, fields] : owned->second) {
      if (other != manager && fields.contains(field)) found.push_back({other, field});
    }
  }
  return found;
}

json FieldOwners::applied(const controllers::ObjectId& id, json live, const json& config,
                          const FieldManager& manager) const {
  const auto owned = owners_.find(id);
  if (owned != owners_.end() && owned->second.contains(manager)) {
    const FieldSet now = fields_of(config);
    for (const FieldPath& field : owned->second.at(manager)) {
      const bool is_others = std::ranges::any_of(
          owned->second, [&](const auto& each) { return each.first != manager && each.second.contains(field); });
      if (!now.contains(field) && !is_others) remove_field(live, field);
    }
  }
  return merged(std::move(live), config);
}

void FieldOwners::apply(const controllers::ObjectId& id, const json& live, const json& config,
                        const FieldManager& manager) {
  Owned& owned = owners_[id];
  const FieldSet fields = fields_of(of_users(config));
  for (auto& [other, theirs] : owned) {
    if (other == manager) continue;
    std::erase_if(
        theirs, [&](const FieldPath& field) { return fields.contains(field) && !says_the_same(live, config, field); });
  }
  owned[manager] = fields;
}

void FieldOwners::update(const controllers::ObjectId& id, const json& before, const json& after,
                         const FieldManager& manager) {
  const json was = of_users(before);
  const json is = of_users(after);
  FieldSet changed;
  for (const FieldPath& field : fields_of(is)) {
    if (!says_the_same(was, is, field)) changed.insert(field);
  }
  Owned& owned = owners_[id];
  for (auto& owner : owned) {
    const bool is_other = owner.first != manager;
    std::erase_if(owner.second, [&](const FieldPath& field) {
      return value_at(is, field) == nullptr || (is_other && changed.contains(field));
    });
  }
  owned[manager].merge(changed);
}

}  // namespace podreel::server
