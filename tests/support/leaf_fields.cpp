#include "tests/support/leaf_fields.hpp"

#include <sstream>

namespace podreel::testing {

namespace {

using nlohmann::json;
using types::Field;
using types::Kind;
using types::Type;

/// Where the pod has members of a map, and where one is made.
constexpr const char* member_of_map = "cpu";

void collect(const Type& type, const std::string& place, std::vector<LeafField>& found, int depth) {
  constexpr int deepest = 12;
  if (depth > deepest) return;
  switch (type.kind) {
    case Kind::pointer:
      return collect(*type.element, place, found, depth);
    case Kind::list:
      return collect(*type.element, place + "/0", found, depth + 1);
    case Kind::map:
      return collect(*type.element, place + '/' + member_of_map, found, depth + 1);
    case Kind::structure:
      for (const Field* field : type.members) collect(*field->type, place + '/' + field->json, found, depth + 1);
      return;
    default:
      found.push_back({place, type.kind});
  }
}

/// What a list or map holds, as if it were a field.
Field element_of(const Type& type) {
  Field field;
  field.type = type.element;
  return field;
}

const Type& behind_pointers(const Type& type) {
  return type.kind == Kind::pointer ? behind_pointers(*type.element) : type;
}

/// The least that the type takes.
json min_value(const Field& field) {
  const Type& type = behind_pointers(*field.type);
  switch (type.kind) {
    case Kind::boolean:
      return true;
    case Kind::integer:
      return 1;
    case Kind::int_or_string:
      return 80;
    case Kind::quantity:
      return "1";
    case Kind::time:
      return "2024-01-01T00:00:00Z";
    case Kind::string: {
      const std::string_view words = field.described == nullptr ? "" : field.described->rule.words;
      return words.empty() ? "x" : std::string{words.substr(0, words.find('|'))};
    }
    case Kind::list:
      return json::array({min_value(element_of(type))});
    default: {
      json object = json::object();
      for (const Field* member : type.members) {
        if (member->required) object[member->json] = min_value(*member);
      }
      return object;
    }
  }
}

/// Goes on from `value`, a `field`, along the words that are left.
void put(json& value, const Field& field, std::istringstream& words, const json& given) {
  std::string word;
  if (!std::getline(words, word, '/')) {
    value = given;
    return;
  }
  const Type& type = behind_pointers(*field.type);
  if (type.kind == Kind::list) {
    if (value.empty()) value = json::array({nullptr});
    return put(value.front(), element_of(type), words, given);
  }
  if (value.is_null()) value = min_value(field);
  if (type.kind == Kind::map) return put(value[word], element_of(type), words, given);
  put(value[word], *type.find(word), words, given);
}

}  // namespace

std::vector<LeafField> leaf_fields(const Type& type) {
  std::vector<LeafField> found;
  collect(type, "", found, 0);
  return found;
}

json with_value(json object, const Type& type, const std::string& place, const json& value) {
  std::istringstream words{place.substr(1)};
  Field whole;
  whole.type = &type;
  put(object, whole, words, value);
  return object;
}

}  // namespace podreel::testing
