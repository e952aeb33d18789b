#include "tools/serve/field_set.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace podreel::serve {

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

constexpr std::string_view member_mark = "f:";
constexpr std::string_view keys_mark = "k:";
constexpr std::string_view value_mark = "v:";
constexpr std::size_t mark_size = 2;

bool is_item(std::string_view step) {
  return !step.starts_with(member_mark);
}

std::string step_of(std::string_view member) {
  return fmt::format("{}{}", member_mark, member);
}

std::string_view member_of(std::string_view step) {
  return step.substr(mark_size);
}

json* find_item(json& list, std::string_view field, std::string_view step) {
  const auto keys = list_keys(field);
  if (!keys || !list.is_array()) return nullptr;
  const auto found = std::ranges::find_if(list, [&](const json& item) { return item_step(item, *keys) == step; });
  return found == list.end() ? nullptr : &*found;
}

json* step_into(json& object, std::string_view field, std::string_view step) {
  if (is_item(step)) return find_item(object, field, step);
  if (!object.is_object()) return nullptr;
  const auto member = object.find(member_of(step));
  return member == object.end() ? nullptr : &*member;
}

json* find_field(json& object, const FieldPath& path) {
  json* at = &object;
  std::string_view field;
  for (const std::string& step : path) {
    at = step_into(*at, field, step);
    if (at == nullptr) return nullptr;
    if (!is_item(step)) field = member_of(step);
  }
  return at;
}

struct Collected {
  FieldSet leaves;
  /// Fields that contain these.
  FieldSet parts;
};

void collect(const json& value, std::string_view field, FieldPath& path, Collected& found) {
  const auto keys = list_keys(field);
  const bool has_items = value.is_array() && keys && !value.empty();
  const bool has_members = value.is_object() && !value.empty() && !is_atomic(field);
  if (!has_items && !has_members) {
    found.leaves.insert(path);
    return;
  }
  found.parts.insert(path);
  if (has_items) {
    for (const json& item : value) {
      path.push_back(item_step(item, *keys));
      if (item.is_object()) {
        collect(item, {}, path, found);
      } else {
        found.leaves.insert(path);
      }
      path.pop_back();
    }
    return;
  }
  for (const auto& [name, member] : value.items()) {
    path.push_back(step_of(name));
    collect(member, name, path, found);
    path.pop_back();
  }
}

Collected collected(const json& object) {
  Collected found;
  FieldPath path;
  collect(object, {}, path, found);
  return found;
}

/// Returns JSON text; invalid UTF-8 is replaced.
std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json merged_list(json list, const json& config, const std::vector<std::string_view>& keys) {
  for (const json& item : config) {
    const std::string name = item_step(item, keys);
    const auto known = std::ranges::find_if(list, [&](const json& other) { return item_step(other, keys) == name; });
    if (known == list.end()) {
      list.push_back(item);
    } else if (item.is_object()) {
      *known = merged(*known, item);
    }
  }
  return list;
}

bool is_step(std::string_view step) {
  if (step.starts_with(member_mark)) return true;
  if (!step.starts_with(keys_mark) && !step.starts_with(value_mark)) return false;
  const json named = json::parse(member_of(step), nullptr, false);
  return !named.is_discarded() && (step.starts_with(value_mark) || named.is_object());
}

/// Reads steps recursively; the depth is limited by api::load_documents.
bool read_steps(const json& written, FieldPath& path, FieldSet& fields) {
  for (const auto& [step, inner] : written.items()) {
    if (!inner.is_object()) return false;
    if (step == ".") {
      if (!path.empty()) fields.insert(path);
      continue;
    }
    if (!is_step(step)) return false;
    path.push_back(step);
    if (inner.empty()) fields.insert(path);
    if (!read_steps(inner, path, fields)) return false;
    path.pop_back();
  }
  return true;
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

std::string item_step(const json& item, const std::vector<std::string_view>& keys) {
  if (keys.empty() || !item.is_object()) return fmt::format("{}{}", value_mark, text_of(item));
  json named = json::object();
  for (const std::string_view key : keys) {
    // The default protocol of a port is TCP.
    const json otherwise = key == "protocol" ? json("TCP") : json{};
    const bool is_of_service = key == "containerPort" && !item.contains(key) && item.contains("port");
    const std::string name{is_of_service ? "port" : key};
    named[name] = item.value(name, otherwise);
  }
  return fmt::format("{}{}", keys_mark, text_of(named));
}

FieldSet fields_of(const json& object) {
  FieldSet found = collected(object).leaves;
  for (const FieldPath& identity : {FieldPath{"f:apiVersion"}, FieldPath{"f:kind"}, FieldPath{"f:metadata", "f:name"},
                                    FieldPath{"f:metadata", "f:namespace"}}) {
    found.erase(identity);
  }
  return found;
}

FieldSet new_parts(const json& before, const json& object) {
  FieldSet parts = collected(object).parts;
  std::erase_if(parts, [&before](const FieldPath& part) { return value_at(before, part) != nullptr; });
  return parts;
}

const json* value_at(const json& object, const FieldPath& path) {
  const json* at = &object;
  std::string_view field;
  for (const std::string& step : path) {
    if (is_item(step)) {
      const auto keys = list_keys(field);
      if (!keys || !at->is_array()) return nullptr;
      const auto found = std::ranges::find_if(*at, [&](const json& item) { return item_step(item, *keys) == step; });
      if (found == at->end()) return nullptr;
      at = &*found;
      continue;
    }
    const auto member = at->is_object() ? at->find(member_of(step)) : at->end();
    if (member == at->end()) return nullptr;
    at = &*member;
    field = member_of(step);
  }
  return at;
}

void remove_field(json& object, const FieldPath& path) {
  if (path.empty()) return;
  const FieldPath parent{path.begin(), path.end() - 1};
  json* around = find_field(object, parent);
  if (around == nullptr) return;
  if (!is_item(path.back())) {
    if (around->is_object()) around->erase(std::string{member_of(path.back())});
    return;
  }
  const auto keys = list_keys(parent.empty() ? std::string_view{} : member_of(parent.back()));
  if (!keys || !around->is_array()) return;
  for (auto item = around->begin(); item != around->end(); ++item) {
    if (item_step(*item, *keys) != path.back()) continue;
    around->erase(item);
    return;
  }
}

std::string to_string(const FieldPath& path) {
  std::string text;
  for (const std::string& step : path) {
    const std::string_view named = member_of(step);
    if (step.starts_with(keys_mark)) {
      std::string keys;
      const json named_keys = json::parse(named);
      for (const auto& [key, value] : named_keys.items()) {
        keys += fmt::format("{}{}={}", keys.empty() ? "" : ",", key, text_of(value));
      }
      text += '[' + keys + ']';
    } else {
      text += step.starts_with(value_mark) ? fmt::format("[={}]", named) : fmt::format(".{}", named);
    }
  }
  return text;
}

json fields_v1(const FieldSet& fields) {
  json written = json::object();
  const auto place = [&written](const FieldPath& path) {
    json* at = &written;
    for (const std::string& step : path) {
      json& next = (*at)[step];
      if (next.is_null()) next = json::object();
      at = &next;
    }
    return at;
  };
  for (const FieldPath& path : fields) place(path);
  for (const FieldPath& path : fields) {
    json& at = *place(path);
    if (!at.empty()) at["."] = json::object();
  }
  return written;
}

std::optional<FieldSet> read_fields_v1(const json& written) {
  FieldSet fields;
  FieldPath path;
  if (!written.is_object() || !read_steps(written, path, fields)) return std::nullopt;
  return fields;
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

}  // namespace podreel::serve
