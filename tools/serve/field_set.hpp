// The fields of an object, as server-side apply tells them apart.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::server {

/// A way through an object, whose steps are those of metav1.FieldsV1: members "f:spec", items of lists by their keys
/// "k:{\"name\":\"app\"}", and of sets "v:\"text\"".
using FieldPath = std::vector<std::string>;
using FieldSet = std::set<FieldPath>;

/// What tells the items of a list apart; nothing: it is one value, as are selectors (x-kubernetes-list-type of the core
/// types). Empty: its items are texts of a set.
[[nodiscard]] std::optional<std::vector<std::string_view>> list_keys(std::string_view field);

/// One value, whatever it contains.
[[nodiscard]] bool is_atomic(std::string_view field);

/// An item's step.
[[nodiscard]] std::string item_step(const nlohmann::json& item, const std::vector<std::string_view>& keys);

/// The leaves of a configuration, but for what only identifies it: apiVersion, kind, name and namespace.
[[nodiscard]] FieldSet fields_of(const nlohmann::json& object);

/// What of `object` contains fields of its own, and was not there before: items, and members.
[[nodiscard]] FieldSet new_parts(const nlohmann::json& before, const nlohmann::json& object);

/// Null: the object has no such field.
[[nodiscard]] const nlohmann::json* value_at(const nlohmann::json& object, const FieldPath& path);

/// Takes it away, and items that have nothing left but their keys stay.
void remove_field(nlohmann::json& object, const FieldPath& path);

/// As messages print it: ".spec.containers[name=\"app\"].image".
[[nodiscard]] std::string to_string(const FieldPath& path);

/// metav1.FieldsV1.
[[nodiscard]] nlohmann::json fields_v1(const FieldSet& fields);
/// Nothing for what is no such.
[[nodiscard]] std::optional<FieldSet> read_fields_v1(const nlohmann::json& written);

/// `object` with the fields of `config`; items of lists are merged by their keys, new ones go to the end.
[[nodiscard]] nlohmann::json merged(nlohmann::json object, const nlohmann::json& config);

}  // namespace podreel::server
