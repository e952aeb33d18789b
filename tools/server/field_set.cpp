#include "tools/server/field_set.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace podreel::server {

namespace {

using nlohmann::json;

struct KeyedList {
  std::string_view field;
  std::array<std::string_view, 2> keys;
};

constexpr std::array keyed_lists{KeyedList{"conditions", {"type"}},
                                 KeyedList{"containers", {"name"}},
                                 KeyedList{"env", {"name"}},
                                 KeyedList{"ephemeralContainers", {"name"}},
                                 KeyedList{"hostAliases", {"ip"}},
                                 KeyedList{"imagePullSecrets", {"name"}},
                                 KeyedList{"initContainers", {"name"}},
                                 KeyedList{"ownerReferences", {"uid"}},
                                 KeyedList{"ports", {"containerPort", "protocol"}},
                                 KeyedList{"resourceClaims", {"name"}},
                                 KeyedList{"schedulingGates", {"name"}},
                                 KeyedList{"topologySpreadConstraints", {"topologyKey", "whenUnsatisfiable"}},
                                 KeyedList{"volumeDevices", {"devicePath"}},
                                 KeyedList{"volumeMounts", {"mountPath"}},
                                 KeyedList{"volumes", {"name"}}};

bool is_item(std::string_view step) {
  return step.starts_with('[');
}

json* find_item(json& list, std::string_view field, std::string_view step) {
  const auto keys = list_keys(field);
  if (!keys || !list.is_array()) return nullptr;
  const auto found = std::ranges::find_if(list, [&](const json& item) { return item_name(item, *keys) == step; });
  return found == list.end() ? nullptr : &*found;
}

json* step_into(json& object, std::string_view field, std::string_view step) {
  if (is_item(step)) return find_item(object, field, step);
  if (!object.is_object()) return nullptr;
  const auto member = object.find(step);
  return member == object.end() ? nullptr : &*member;
}

json* find_field(json& object, const FieldPath& path) {
  json* at = &object;
  std::string_view field;
  for (const std::string& step : path) {
    at = step_into(*at, field, step);
    if (at == nullptr) return nullptr;
    if (!is_item(step)) field = step;
  }
  return at;
}

void collect(const json& value, std::string_view field, FieldPath& path, FieldSet& found) {
  const auto keys = list_keys(field);
  const bool has_items = value.is_array() && keys && !value.empty();
  const bool has_members = value.is_object() && !value.empty() && !is_atomic(field);
  if (!has_items && !has_members) {
    found.insert(path);
    return;
  }
  if (has_items) {
    for (const json& item : value) {
      path.push_back(item_name(item, *keys));
      if (item.is_object()) {
        collect(item, {}, path, found);
      } else {
        found.insert(path);
      }
      path.pop_back();
    }
    return;
  }
  for (const auto& [name, member] : value.items()) {
    path.push_back(name);
    collect(member, name, path, found);
    path.pop_back();
  }
}

json merged_list(json list, const json& config, const std::vector<std::string_view>& keys) {
  for (const json& item : config) {
    const std::string name = item_name(item, keys);
    const auto known = std::ranges::find_if(list, [&](const json& other) { return item_name(other, keys) == name; });
    if (known == list.end()) {
      list.push_back(item);
    } else if (item.is_object()) {
      *known = merged(*known, item);
    }
  }
  return list;
}

}  // namespace

std::optional<std::vector<std::string_view>> list_keys(std::string_view field) {
  if (field == "finalizers") return std::vector<std::string_view>{};
  const auto found = std::ranges::find(keyed_lists, field, &KeyedList::field);
  if (found == keyed_lists.end()) return std::nullopt;
  std::vector<std::string_view> keys;
  std::ranges::copy_if(found->keys, std::back_inserter(keys), [](std::string_view key) { return !key.empty(); });
  return keys;
}

bool is_atomic(std::string_view field) {
  return field == "selector" || field == "nodeSelector" || field == "labelSelector" || field == "fieldRef" ||
         field == "resourceFieldRef";
}

std::string item_name(const json& item, const std::vector<std::string_view>& keys) {
  if (keys.empty() || !item.is_object()) return fmt::format("[={}]", item.dump());
  std::string name;
  for (const std::string_view key : keys) {
    // A port's protocol is TCP where nothing else is said.
    const json otherwise = key == "protocol" ? json("TCP") : json{};
    name += fmt::format("{}{}={}", name.empty() ? "" : ",", key, item.value(std::string{key}, otherwise).dump());
  }
  return '[' + name + ']';
}

FieldSet fields_of(const json& object) {
  FieldSet found;
  FieldPath path;
  collect(object, {}, path, found);
  for (const FieldPath& identity : {FieldPath{"apiVersion"}, FieldPath{"kind"}, FieldPath{"metadata", "name"},
                                    FieldPath{"metadata", "namespace"}}) {
    found.erase(identity);
  }
  return found;
}

const json* value_at(const json& object, const FieldPath& path) {
  const json* at = &object;
  std::string_view field;
  for (const std::string& step : path) {
    if (is_item(step)) {
      const auto keys = list_keys(field);
      if (!keys || !at->is_array()) return nullptr;
      const auto found = std::ranges::find_if(*at, [&](const json& item) { return item_name(item, *keys) == step; });
      if (found == at->end()) return nullptr;
      at = &*found;
      continue;
    }
    const auto member = at->is_object() ? at->find(step) : at->end();
    if (member == at->end()) return nullptr;
    at = &*member;
    field = step;
  }
  return at;
}

void remove_field(json& object, const FieldPath& path) {
  if (path.empty()) return;
  const FieldPath parent{path.begin(), path.end() - 1};
  json* around = find_field(object, parent);
  if (around == nullptr) return;
  if (!is_item(path.back())) {
    if (around->is_object()) around->erase(path.back());
    return;
  }
  const auto keys = list_keys(parent.empty() ? std::string_view{} : std::string_view{parent.back()});
  if (!keys || !around->is_array()) return;
  for (auto item = around->begin(); item != around->end(); ++item) {
    if (item_name(*item, *keys) != path.back()) continue;
    around->erase(item);
    return;
  }
}

std::string to_string(const FieldPath& path) {
  std::string text;
  for (const std::string& step : path) text += is_item(step) ? step : '.' + step;
  return text;
}

json merged(json object, const json& config) {
  for (const auto& [name, value] : config.items()) {
    const auto keys = list_keys(name);
    json& member = object[name];
    if (value.is_object() && member.is_object() && !is_atomic(name)) {
      member = merged(std::move(member), value);
    } else if (value.is_array() && member.is_array() && keys) {
      member = merged_list(std::move(member), value, *keys);
    } else {
      member = value;
    }
  }
  return object;
}

}  // namespace podreel::server
