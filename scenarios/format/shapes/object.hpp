// Objects with declared fields: each field is declared once, with its shape and description.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Returns the target of a field's value in the object.
using Target = std::function<void*(void* object)>;
/// A rule for several fields: reports problems and may record references.
using Rule = std::function<void(const api::Tree&, const Place&, void* object)>;

/// One field of an object.
struct FieldRow {
  std::string name;
  std::string description;
  bool required = false;
  Target target;
  AnyShapePtr shape;
};

/// The fields of an object and the rules for their combination.
struct ObjectRows {
  /// Name of its definition in the JSON Schema.
  std::string name;
  std::string description;
  std::vector<FieldRow> fields = {};
  /// Exactly one field of each group must be given.
  std::vector<std::vector<std::string>> exactly_one = {};
  /// Applied when all fields have been read.
  std::vector<Rule> rules = {};

  void add(std::string_view field, bool required, Target target, AnyShapePtr shape, std::string_view about);
};

/// Accepts a map with only these fields.
[[nodiscard]] AnyShapePtr object_shape(ObjectRows rows);

template <class T>
struct is_optional : std::false_type {};
template <class V>
struct is_optional<std::optional<V>> : std::true_type {};

/// Locates the V, or the std::optional<V>, of a T by `access`: a member pointer, or a function of T&.
template <class T, class V, class Access>
[[nodiscard]] Target target_of(Access access) {
  return [access](void* object) -> void* {
    auto& value = std::invoke(access, *static_cast<T*>(object));
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (is_optional<Value>::value && !std::same_as<Value, V>) {
      return &value.emplace();
    } else {
      static_assert(std::same_as<Value, V>);
      return &value;
    }
  };
}

/// Declares the format of a T.
template <class T>
class Object {
 public:
  Object(std::string_view name, std::string_view description) : rows_{std::string{name}, std::string{description}} {}

  /// Adds a field whose value is stored as `access` determines (target_of).
  template <class Access, class V>
  Object& field(std::string_view name, Access access, const Shape<V>& shape, std::string_view description) {
    rows_.add(name, false, target_of<T, V>(access), shape.any(), description);
    return *this;
  }

  template <class Access, class V>
  Object& required(std::string_view name, Access access, const Shape<V>& shape, std::string_view description) {
    rows_.add(name, true, target_of<T, V>(access), shape.any(), description);
    return *this;
  }

  Object& exactly_one_of(std::vector<std::string> names) {
    rows_.exactly_one.push_back(std::move(names));
    return *this;
  }

  /// `rule` is a function of (const api::Tree&, const Place&, T&).
  template <class Check>
  Object& check(Check rule) {
    rows_.rules.emplace_back([rule = std::move(rule)](const api::Tree& node, const Place& place, void* object) {
      rule(node, place, *static_cast<T*>(object));
    });
    return *this;
  }

  [[nodiscard]] const std::string& description() const noexcept { return rows_.description; }
  [[nodiscard]] Shape<T> shape() const { return Shape<T>{object_shape(rows_)}; }

 private:
  ObjectRows rows_;
};

}  // namespace podreel::format
