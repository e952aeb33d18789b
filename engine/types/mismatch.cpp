#include "engine/types/mismatch.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_integer.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::types {

using Json = nlohmann::json;

namespace {

/// Walks a value along its type until something does not fit.
class MismatchFinder {
 public:
  std::optional<Mismatch> check(const Type& type, const Json& value, const std::string& path) {
    if (value.is_null()) return std::nullopt;
    switch (type.kind) {
      case Kind::structure:
        return check_structure(type, value, path);
      case Kind::pointer:
        return check(*type.element, value, path);
      case Kind::list:
        return check_list(type, value, path);
      case Kind::map:
        return check_map(type, value, path);
      default:
        return check_scalar(type, value, path);
    }
  }

 private:
  std::optional<Mismatch> check_structure(const Type& type, const Json& value, const std::string& path) {
    if (!value.is_object()) return wrong(value, path, "a map");
    for (const Field& field : type.fields) {
      const Json* member = field_value(field, &value);
      if (member == nullptr) continue;
      const std::string inner = field.inlined ? path : path.empty() ? field.json : path + "." + field.json;
      if (std::optional<Mismatch> found = check(*field.type, *member, inner)) return found;
    }
    return std::nullopt;
  }

  std::optional<Mismatch> check_list(const Type& type, const Json& value, const std::string& path) {
    if (!value.is_array()) return wrong(value, path, "a list");
    for (std::size_t index = 0; index < value.size(); ++index) {
      const std::string inner = fmt::format("{}[{}]", path, index);
      if (std::optional<Mismatch> found = check(*type.element, value[index], inner)) return found;
    }
    return std::nullopt;
  }

  std::optional<Mismatch> check_map(const Type& type, const Json& value, const std::string& path) {
    if (!value.is_object()) return wrong(value, path, "a map");
    for (const auto& [key, element] : value.items()) {
      if (std::optional<Mismatch> found = check(*type.element, element, fmt::format("{}[{}]", path, key))) return found;
    }
    return std::nullopt;
  }

  static std::optional<Mismatch> check_scalar(const Type& type, const Json& value, const std::string& path) {
    const std::string_view expected = expected_of(type);
    return fits(type, value) ? std::nullopt : wrong(value, path, expected);
  }

  static bool fits(const Type& type, const Json& value) {
    switch (type.kind) {
      case Kind::boolean:
        return value.is_boolean();
      case Kind::integer:
        return type.name == "int32" ? is_integer<std::int32_t>(value) : is_integer<std::int64_t>(value);
      case Kind::string:
        return value.is_string();
      case Kind::quantity:
        return (value.is_string() || value.is_number()) && api::Quantity::parse(quantity_text(value));
      case Kind::int_or_string:
        return value.is_string() || is_integer<std::int32_t>(value);
      case Kind::time:
        return value.is_string() && api::parse_timestamp(value.get_ref<const std::string&>());
      default:
        return true;
    }
  }

  template <std::integral Number>
  static bool is_integer(const Json& value) {
    return api::exact_integer<Number>(value).has_value();
  }

  static std::string_view expected_of(const Type& type) {
    switch (type.kind) {
      case Kind::boolean:
        return "true or false";
      case Kind::integer:
        return type.name == "int32" ? "an integer of at most 32 bits" : "an integer";
      case Kind::quantity:
        return "a quantity like 100m or 1Gi";
      case Kind::int_or_string:
        return "a port number or name";
      case Kind::time:
        return "a time like 2024-01-31T12:00:00Z";
      default:
        return "a string";
    }
  }

  static std::optional<Mismatch> wrong(const Json& value, const std::string& path, std::string_view expected) {
    constexpr std::size_t max_length = 60;
    const std::string found = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return Mismatch{path, std::string{expected}, api::cut(found, max_length)};
  }
};

}  // namespace

std::optional<Mismatch> find_mismatch(const Type& type, const Json& value) {
  return MismatchFinder{}.check(type, value, {});
}

}  // namespace podreel::types
