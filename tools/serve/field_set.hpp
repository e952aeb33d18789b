// Fields of an object, as server-side apply distinguishes them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::serve {

/// A path through an object, with the steps of metav1.FieldsV1: members "f:spec", items of lists by their keys
/// "k:{\"name\":\"app\"}", and of sets "v:\"text\"".
using FieldPath = std::vector<std::string>;
using FieldSet = std::set<FieldPath>;

/// Returns the keys that identify the items of a list (x-kubernetes-list-type of the core types). No value: the list is
/// atomic, as selectors are. Empty: the list is a set of strings.
[[nodiscard]] std::optional<std::vector<std::string_view>> list_keys(std::string_view field);

/// Returns whether the field is one value regardless of its content.
[[nodiscard]] bool is_atomic(std::string_view field);

/// Returns the step of an item.
[[nodiscard]] std::string item_step(const nlohmann::json& item, const std::vector<std::string_view>& keys);

/// Returns the leaves of a configuration, except those that identify it: apiVersion, kind, name and namespace.
[[nodiscard]] FieldSet fields_of(const nlohmann::json& object);

/// Returns the new items and members of `object` that contain further fields.
[[nodiscard]] FieldSet new_parts(const nlohmann::json& before, const nlohmann::json& object);

/// Returns the value of a field; null if the object does not have it.
[[nodiscard]] const nlohmann::json* value_at(const nlohmann::json& object, const FieldPath& path);

/// Removes the field; items that have only their keys left are kept.
void remove_field(nlohmann::json& object, const FieldPath& path);

/// Formats a path for messages: ".spec.containers[name=\"app\"].image".
[[nodiscard]] std::string to_string(const FieldPath& path);

/// Returns metav1.FieldsV1.
[[nodiscard]] nlohmann::json fields_v1(const FieldSet& fields);
/// Parses metav1.FieldsV1; no value if it is invalid.
[[nodiscard]] std::optional<FieldSet> read_fields_v1(const nlohmann::json& written);

/// Returns `object` merged with the fields of `config`; list items are merged by their keys, and new ones are appended.
[[nodiscard]] nlohmann::json merged(nlohmann::json object, const nlohmann::json& config);

}  // namespace podreel::serve
