// The v1 API's types as data: which fields an object has, what they may hold, and since which release.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"

namespace podreel::api {

/// What a value is made of.
enum class Shape : std::uint8_t { text, boolean, int32, int64, quantity, int_or_string, time, any, object };

enum class Many : std::uint8_t { one, list, map };

struct Type {
  Shape shape = Shape::any;
  Many many = Many::one;
  /// The name of the object's type.
  std::string_view object = {};
  /// A scalar that is stored although it is zero, false or empty: a pointer in Go, or without `omitempty`.
  bool keeps_zero = false;
};

/// Forms of text that the API server checks.
enum class Format : std::uint8_t {
  any,
  dns_label,
  dns_subdomain,
  /// An IANA service name: at most 15 lower-case letters, digits and single dashes, with a letter.
  port_name,
  /// A port's number, or its name.
  port,
  qualified_name,
  label_value,
  environment_name,
  no_outer_blanks,
};

/// What else must hold for a value.
struct Rule {
  bool required = false;
  /// Words separated by '|'; empty text counts as absent.
  std::string_view words = {};
  Format format = Format::any;
  /// Of a map's keys.
  Format key_format = Format::any;
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

/// Which API servers store a field: those since a release, where its gate is on.
struct Availability {
  release::Release since{0, 0};
  /// Null: none.
  const release::FeatureGate* gate = nullptr;
};

struct Field {
  std::string_view name;
  Type type;
  Rule rule = {};
  Availability available = {};
};

struct ObjectType {
  std::string_view name;
  std::vector<Field> fields;

  [[nodiscard]] const Field* find(std::string_view field) const noexcept;
};

/// A type by its Go name without package, for example "PodSpec". It must exist.
[[nodiscard]] const ObjectType& object_type(std::string_view name);

/// The gates that decide which fields are stored, in no order.
[[nodiscard]] std::vector<const release::FeatureGate*> gates_of_fields();

/// Whether an API server of `release` stores the field.
[[nodiscard]] bool is_stored(const Field& field, release::Release release, const release::FeatureGates& gates);

}  // namespace podreel::api
