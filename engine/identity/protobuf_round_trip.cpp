#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

Json delivered(const types::Type& type, const Json* value);

Json delivered_structure(const types::Type& type, const Json* value) {
  Json result = Json::object();
  for (const types::Field& field : type.fields) {
    Json member = delivered(*field.type, types::field_value(field, value));
    if (member.is_null()) continue;
    if (field.inlined) {
      result.update(member);
    } else {
      result[field.json] = std::move(member);
    }
  }
  return result;
}

Json delivered_elements(const types::Type& type, const Json& value) {
  Json result = type.kind == types::Kind::list ? Json::array() : Json::object();
  for (const auto& [key, element] : value.items()) {
    Json sent = delivered(*type.element, element.is_null() ? nullptr : &element);
    if (type.kind == types::Kind::list) {
      result.push_back(std::move(sent));
    } else {
      result[key] = std::move(sent);
    }
  }
  return result;
}

/// `value` after a trip through the wire format, which knows no difference between nothing and an empty list or map,
/// and carries every quantity as its text.
Json delivered(const types::Type& type, const Json* value) {
  switch (type.kind) {
    case types::Kind::structure:
      return delivered_structure(type, value);
    case types::Kind::pointer:
      return value == nullptr ? Json{} : delivered(*type.element, value);
    case types::Kind::list:
    case types::Kind::map:
      return value == nullptr || value->empty() ? Json{} : delivered_elements(type, *value);
    case types::Kind::quantity:
      return types::go_quantity(value).text();
    default:
      return value == nullptr ? Json{} : *value;
  }
}

}  // namespace

Json protobuf_round_trip(const Json& container, release::Release release) {
  return delivered(types::v1_type(release, "Container"), &container);
}

}  // namespace podreel::identity
