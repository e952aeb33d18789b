// Objects with declared fields: each field is declared once, with its shape and description.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>

#include "scenarios/language/shape.hpp"

namespace podreel::language {

/// One field of an object, its type forgotten: what both the reader and the schema need.
struct FieldRow {
  std::string name;
  std::string description;
  bool required = false;
  std::function<bool(const api::Tree&, const Place&, void*)> read;
  std::function<Json(Definitions&)> schema;
};

/// The fields of an object and the rules about which of them may stand together.
struct ObjectRows {
  /// The name of its definition in the JSON Schema.
  std::string name;
  std::string description;
  std::vector<FieldRow> fields;
  /// Of the fields in each group exactly one must be given.
  std::vector<std::vector<std::string>> exactly_one;
};

/// Reads the members of `node` into `object`: reports what is no map, unknown and missing fields.
[[nodiscard]] bool read_members(const ObjectRows& rows, const api::Tree& node, const Place& place, void* object);
[[nodiscard]] Json schema_of(const ObjectRows& rows, Definitions& definitions);

template <class T>
struct is_optional : std::false_type {};
template <class V>
struct is_optional<std::optional<V>> : std::true_type {};

/// Declares how a T is written.
template <class T>
class Object {
 public:
  Object(std::string name, std::string description) {
    rows_.name = std::move(name);
    rows_.description = std::move(description);
  }

  /// A field. `access` gives the V, or the std::optional<V>, in which its value is put: a member pointer, or a function
  /// of T&.
  template <class Access, class V>
  Object& field(std::string name, Access access, Shape<V> shape, std::string description) {
    add(std::move(name), access, std::move(shape), std::move(description), false);
    return *this;
  }

  template <class Access, class V>
  Object& required(std::string name, Access access, Shape<V> shape, std::string description) {
    add(std::move(name), access, std::move(shape), std::move(description), true);
    return *this;
  }

  Object& exactly_one_of(std::vector<std::string> names) {
    rows_.exactly_one.push_back(std::move(names));
    return *this;
  }

  /// A rule across fields, applied when all fields have been read; it reports problems and may note references.
  Object& check(std::function<void(const api::Tree&, const Place&, T&)> rule) {
    rules_.push_back(std::move(rule));
    return *this;
  }

  [[nodiscard]] Shape<T> shape() const {
    const auto declared = std::make_shared<const Object>(*this);
    return {"a map",
            [declared](const api::Tree& node, const Place& place, T& value) {
              const std::size_t before = place.reading().problems.size();
              if (!read_members(declared->rows_, node, place, &value)) return false;
              for (const auto& rule : declared->rules_) rule(node, place, value);
              return place.reading().problems.size() == before;
            },
            [declared](Definitions& definitions) { return schema_of(declared->rows_, definitions); }};
  }

 private:
  template <class Access, class V>
  void add(std::string name, Access access, Shape<V> shape, std::string description, bool required) {
    FieldRow row{std::move(name), std::move(description), required, {}, shape.schema};
    row.read = [access, read = shape.read](const api::Tree& node, const Place& place, void* object) {
      auto& target = std::invoke(access, *static_cast<T*>(object));
      using Target = std::remove_reference_t<decltype(target)>;
      if constexpr (is_optional<Target>::value && !std::same_as<Target, V>) {
        return read(node, place, target.emplace());
      } else {
        return read(node, place, target);
      }
    };
    rows_.fields.push_back(std::move(row));
  }

  ObjectRows rows_;
  std::vector<std::function<void(const api::Tree&, const Place&, T&)>> rules_;
};

/// A field that chooses an alternative of a variant: `access` gives the variant, V becomes its value.
template <class V, class Access>
[[nodiscard]] auto alternative(Access access) {
  return [access](auto& object) -> V& { return std::invoke(access, object).template emplace<V>(); };
}

}  // namespace podreel::language
