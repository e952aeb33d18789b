#include "tools/serve/field_owners.hpp"

#include <algorithm>
#include <tuple>

#include "engine/api/json_member.hpp"
#include "engine/invariant.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

bool is_equivalent(const json& live, const json& config, const FieldPath& field) {
  const json* is = value_at(live, field);
  const json* wanted = value_at(config, field);
  return is != nullptr && wanted != nullptr && *is == *wanted;
}

/// Returns the parts of an object that can have owners: those that users write, or the status.
json of_users(const json& object, bool is_status = false) {
  json kept = object.is_object() ? object : json::object();
  if (is_status) return {{"status", kept.value("status", json::object())}};
  kept.erase("status");
  if (kept.contains("metadata") && kept["metadata"].is_object()) {
    for (const char* field : {"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink",
                              "deletionTimestamp", "deletionGracePeriodSeconds"}) {
      kept["metadata"].erase(field);
    }
  }
  return kept;
}

/// Adds the items that contain applied fields, which belong to the manager, too.
FieldSet with_items(const FieldSet& fields) {
  FieldSet all = fields;
  for (const FieldPath& field : fields) {
    for (std::size_t step = 0; step < field.size(); ++step) {
      const auto end = field.begin() + static_cast<std::ptrdiff_t>(step) + 1;
      if (field[step].starts_with("k:")) all.emplace(field.begin(), end);
    }
  }
  return all;
}

}  // namespace

std::vector<FieldOwners::Conflict> FieldOwners::conflicts(const apiserver::ObjectId& id, const json& live,
                                                          const json& config, const FieldManager& manager) const {
  std::vector<Conflict> found;
  const auto owners = owners_.find(id);
  if (owners == owners_.end()) return found;
  for (const FieldPath& field : fields_of(config)) {
    if (is_equivalent(live, config, field)) continue;
    for (const auto& [other, owned] : owners->second) {
      if (other != manager && owned.fields.contains(field)) found.push_back({other, field});
    }
  }
  return found;
}

/// Returns the outermost list item around `field` in which neither `now` nor another manager has a field; it is removed
/// with all its defaults.
std::optional<FieldPath> FieldOwners::lost_item(const FieldPath& field, const FieldSet& now, const Owners& owners,
                                                const FieldManager& manager) {
  for (std::size_t size = 1; size < field.size(); ++size) {
    if (field[size - 1].starts_with("f:")) continue;
    const FieldPath item{field.begin(), field.begin() + static_cast<std::ptrdiff_t>(size)};
    const auto has_part = [&item](const FieldSet& fields) {
      const auto first = fields.lower_bound(item);
      return first != fields.end() && first->size() >= item.size() &&
             std::equal(item.begin(), item.end(), first->begin());
    };
    const bool is_others = std::ranges::any_of(
        owners, [&](const auto& each) { return each.first != manager && has_part(each.second.fields); });
    if (!is_others && !has_part(now)) return item;
  }
  return std::nullopt;
}

json FieldOwners::applied(const apiserver::ObjectId& id, json live, const json& config,
                          const FieldManager& manager) const {
  const auto owners = owners_.find(id);
  if (owners != owners_.end() && owners->second.contains(manager)) {
    const FieldSet now = fields_of(config);
    for (const FieldPath& field : owners->second.at(manager).fields) {
      const bool is_others = std::ranges::any_of(owners->second, [&](const auto& each) {
        return each.first != manager && each.second.fields.contains(field);
      });
      if (now.contains(field) || is_others) continue;
      remove_field(live, lost_item(field, now, owners->second, manager).value_or(field));
    }
  }
  return merged(std::move(live), config);
}

void FieldOwners::apply(const apiserver::ObjectId& id, const json& live, const json& config,
                        const FieldManager& manager, const std::string& time) {
  Owners& owners = owners_[id];
  FieldSet fields = fields_of(of_users(config, manager.subresource == "status"));
  const auto is_new = [&](const FieldPath& field) { return !is_equivalent(live, config, field); };
  for (auto& [other, owned] : owners) {
    if (other == manager) continue;
    std::erase_if(owned.fields, [&](const FieldPath& field) { return fields.contains(field) && is_new(field); });
  }
  Owned& own = owners[manager];
  if (own.fields != fields || std::ranges::any_of(fields, is_new)) own.time = time;
  own.fields = std::move(fields);
  std::erase_if(owners, [](const auto& each) { return each.second.fields.empty(); });
}

void FieldOwners::update(const apiserver::ObjectId& id, const json& before, const json& after,
                         const FieldManager& manager, const std::string& time) {
  const bool is_status = manager.subresource == "status";
  const json was = of_users(before, is_status);
  const json is = of_users(after, is_status);
  FieldSet changed = new_parts(was, is);
  for (const FieldPath& nobodys : {FieldPath{}, FieldPath{"f:metadata"}}) changed.erase(nobodys);
  for (const FieldPath& field : fields_of(is)) {
    if (!is_equivalent(was, is, field)) changed.insert(field);
  }
  Owners& owners = owners_[id];
  for (auto& owner : owners) {
    const bool is_other = owner.first != manager;
    std::erase_if(owner.second.fields, [&](const FieldPath& field) {
      return value_at(after, field) == nullptr || (is_other && changed.contains(field));
    });
  }
  if (!changed.empty()) {
    Owned& own = owners[manager];
    own.fields.merge(changed);
    own.time = time;
  }
  std::erase_if(owners, [](const auto& each) { return each.second.fields.empty(); });
  unite_oldest(owners);
  PODREEL_INVARIANT(std::ranges::none_of(owners, [](const auto& each) { return each.second.fields.empty(); }),
                    "a manager owns at least one field");
}

/// Merges the oldest updating managers, so that at most ten remain (managedfields/internal/capmanagers.go).
void FieldOwners::unite_oldest(Owners& owners) {
  constexpr std::ptrdiff_t max_updaters = 10;
  const FieldManager ancient{"ancient-changes"};
  const auto count = [&owners] {
    return std::ranges::count_if(owners, [](const auto& each) { return !each.first.applies; });
  };
  while (count() > max_updaters) {
    auto oldest = owners.end();
    for (auto each = owners.begin(); each != owners.end(); ++each) {
      if (each->first.applies || each->first == ancient) continue;
      if (oldest == owners.end() || each->second.time < oldest->second.time) oldest = each;
    }
    PODREEL_INVARIANT(oldest != owners.end(), "of more than ten updating managers, at most one is the united one");
    Owned owned = std::move(oldest->second);
    owners.erase(oldest);
    Owned& united = owners[ancient];
    united.fields.merge(owned.fields);
    united.time = std::max(united.time, owned.time);
  }
}

json FieldOwners::managed_fields(const apiserver::ObjectId& id, std::string_view version) const {
  const auto owners = owners_.find(id);
  if (owners == owners_.end() || owners->second.empty()) return nullptr;
  std::vector<const Owners::value_type*> entries;
  for (const auto& each : owners->second) entries.push_back(&each);
  std::ranges::sort(entries, {}, [](const Owners::value_type* each) {
    return std::tuple{!each->first.applies, each->second.time, each->first.name, each->first.subresource};
  });
  json list = json::array();
  for (const Owners::value_type* each : entries) {
    const auto& [manager, owned] = *each;
    json entry{
        {"manager", manager.name},  {"operation", manager.applies ? "Apply" : "Update"},
        {"apiVersion", version},    {"time", owned.time},
        {"fieldsType", "FieldsV1"}, {"fieldsV1", fields_v1(manager.applies ? with_items(owned.fields) : owned.fields)}};
    if (!manager.subresource.empty()) entry["subresource"] = manager.subresource;
    list.push_back(std::move(entry));
  }
  return list;
}

void FieldOwners::replace(const apiserver::ObjectId& id, const json& managed_fields) {
  if (!managed_fields.is_array() || managed_fields.empty()) return;
  if (managed_fields == json::array({json::object()})) return forget(id);
  Owners owners;
  for (const json& entry : managed_fields) {
    const std::string operation = api::string_member(entry, "operation");
    const json* written = api::find_member(entry, "fieldsV1");
    auto fields = written == nullptr ? std::nullopt : read_fields_v1(*written);
    if (!fields || (operation != "Apply" && operation != "Update")) return;
    const FieldManager manager{api::string_member(entry, "manager"), operation == "Apply",
                               api::string_member(entry, "subresource")};
    // Items are removed together with their applied fields.
    if (manager.applies) {
      std::erase_if(*fields, [](const FieldPath& field) { return field.back().starts_with("k:"); });
    }
    owners[manager] = {*std::move(fields), api::string_member(entry, "time")};
  }
  owners_[id] = std::move(owners);
}

}  // namespace podreel::serve
