#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"
#include "engine/identity/go_value.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

Json delivered(const Type& type, const Json* value);

Json delivered_structure(const Type& type, const Json* value) {
  Json result = Json::object();
  for (const Field& field : type.fields) {
    Json member = delivered(*field.type, field_value(field, value));
    if (member.is_null()) continue;
    if (field.inlined) {
      result.update(member);
    } else {
      result[field.json] = std::move(member);
    }
  }
  return result;
}

Json delivered_elements(const Type& type, const Json& value) {
  Json result = type.kind == Kind::list ? Json::array() : Json::object();
  for (const auto& [key, element] : value.items()) {
    Json sent = delivered(*type.element, element.is_null() ? nullptr : &element);
    if (type.kind == Kind::list) {
      result.push_back(std::move(sent));
    } else {
      result[key] = std::move(sent);
    }
  }
  return result;
}

/// `value` after a trip through the wire format, which knows no difference between nothing and an empty list or map,
/// and carries every quantity as its text.
Json delivered(const Type& type, const Json* value) {
  switch (type.kind) {
    case Kind::structure:
      return delivered_structure(type, value);
    case Kind::pointer:
      return value == nullptr ? Json{} : delivered(*type.element, value);
    case Kind::list:
    case Kind::map:
      return value == nullptr || value->empty() ? Json{} : delivered_elements(type, *value);
    case Kind::quantity:
      return go_quantity(value).text();
    default:
      return value == nullptr ? Json{} : *value;
  }
}

}  // namespace

Json after_protobuf(const Json& container, release::Release release) {
  return delivered(container_type(release), &container);
}

}  // namespace podreel::identity
