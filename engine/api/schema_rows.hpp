// The words in which the rows of the schema are written.
#pragma once

#include <vector>

#include "engine/api/schema.hpp"

namespace podreel::api::schema {

inline constexpr Type text{Shape::text};
inline constexpr Type boolean{Shape::boolean};
inline constexpr Type int32{Shape::int32};
inline constexpr Type int64{Shape::int64};
inline constexpr Type quantity{Shape::quantity};
inline constexpr Type int_or_string{Shape::int_or_string};
inline constexpr Type time{Shape::time};
inline constexpr Type any{Shape::any};

/// A scalar that is stored even if it is zero, false or empty.
constexpr Type kept(Type scalar) {
  scalar.keeps_zero = true;
  return scalar;
}
constexpr Type object(std::string_view name) {
  return {Shape::object, Many::one, name};
}
constexpr Type list(std::string_view name) {
  return {Shape::object, Many::list, name};
}
constexpr Type list(Type item) {
  return {item.shape, Many::list, item.object};
}
constexpr Type map_of(Type value) {
  return {value.shape, Many::map, value.object};
}

inline constexpr Type texts = list(text);
inline constexpr Type quantities = map_of(quantity);

inline constexpr Rule no_rule{};
inline constexpr Rule required{.required = true};
constexpr Rule words(std::string_view accepted) {
  return {.words = accepted};
}
constexpr Rule range(std::int64_t low, std::int64_t high) {
  return {.low = low, .high = high};
}
constexpr Rule at_least(std::int64_t low) {
  return {.low = low};
}
constexpr Rule form(Format format) {
  return {.format = format};
}
inline constexpr std::int64_t largest_id = 2'147'483'647;
inline constexpr Rule user_id = range(0, largest_id);
inline constexpr Rule label_map{.format = Format::label_value, .key_format = Format::qualified_name};
inline constexpr Rule annotation_map{.key_format = Format::qualified_name};
constexpr Rule required_and(Rule rule) {
  rule.required = true;
  return rule;
}

/// Stored since 1.`minor`.
constexpr Availability since(int minor) {
  return {{minor, 0}};
}
/// Stored since 1.`minor` where the gate is on.
inline Availability since(int minor, std::string_view gate) {
  return {{minor, 0}, &release::gate_named(gate)};
}

[[nodiscard]] std::vector<ObjectType> metadata_types();
[[nodiscard]] std::vector<ObjectType> pod_types();
[[nodiscard]] std::vector<ObjectType> scheduling_types();
[[nodiscard]] std::vector<ObjectType> container_types();
[[nodiscard]] std::vector<ObjectType> volume_types();
[[nodiscard]] std::vector<ObjectType> status_types();

}  // namespace podreel::api::schema
