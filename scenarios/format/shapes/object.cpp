#include "scenarios/format/shapes/object.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::format {

namespace {

const FieldRow* find_field(const ObjectRows& rows, std::string_view name) {
  const auto found = std::ranges::find(rows.fields, name, &FieldRow::name);
  return found == rows.fields.end() ? nullptr : &*found;
}

/// Text of the shape of a pod's name (pod_names.hpp).
constexpr std::string_view pod_name_shape = "a pod's name";

/// Returns the other spelling of the field that names a pod.
std::string_view other_spelling(std::string_view name) {
  return name == "pod" ? "name" : name == "name" ? "pod" : "";
}

/// Returns the required field with the name of a pod whose other spelling is `name`; null if there is none.
const FieldRow* find_pod_field(const ObjectRows& rows, std::string_view name) {
  const std::string_view declared = other_spelling(name);
  const FieldRow* field = declared.empty() ? nullptr : find_field(rows, declared);
  const bool is_pod = field != nullptr && field->required && field->shape->accepted == pod_name_shape;
  return is_pod ? field : nullptr;
}

/// Returns whether the node has the field, in either spelling of a pod's name.
bool has_field(const ObjectRows& rows, const api::Tree& node, std::string_view name) {
  if (node.find(name) != nullptr) return true;
  const std::string_view other = other_spelling(name);
  return !other.empty() && node.find(other) != nullptr && find_pod_field(rows, other) != nullptr;
}

std::vector<std::string_view> field_names(const ObjectRows& rows) {
  std::vector<std::string_view> names;
  for (const FieldRow& field : rows.fields) names.push_back(field.name);
  return names;
}

/// Converts "Its name." to "its name", for the middle of a sentence.
std::string lower_case(std::string sentence) {
  const bool is_word = sentence.size() > 1 && sentence[1] >= 'a' && sentence[1] <= 'z';
  if (is_word && sentence[0] >= 'A' && sentence[0] <= 'Z') sentence[0] = static_cast<char>(sentence[0] - 'A' + 'a');
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

bool has_required_fields(const ObjectRows& rows, const api::Tree& node, const Place& place) {
  bool complete = true;
  for (const FieldRow& field : rows.fields) {
    if (!field.required || has_field(rows, node, field.name)) continue;
    place.member(field.name)
        .problem(node.mark, fmt::format("required, but missing: {}", lower_case(field.description)));
    complete = false;
  }
  return complete;
}

bool has_one_of_each_group(const ObjectRows& rows, const api::Tree& node, const Place& place) {
  bool holds = true;
  for (const std::vector<std::string>& group : rows.exactly_one) {
    std::vector<std::string_view> given;
    for (const std::string& name : group) {
      if (node.find(name) != nullptr) given.push_back(name);
    }
    if (given.size() == 1) continue;
    holds = false;
    place.problem(node.mark, given.empty()
                                 ? fmt::format("incomplete, accepted: exactly one of {}", fmt::join(group, ", "))
                                 : fmt::format("found {} together, accepted: exactly one of {}",
                                               fmt::join(given, " and "), fmt::join(group, ", ")));
  }
  return holds;
}

/// Reports values that are no map, and unknown and missing fields.
bool read_members(const ObjectRows& rows, const api::Tree& node, const Place& place, void* object) {
  if (node.kind != api::Tree::Kind::map) {
    place.mismatch(node, fmt::format("a map with {}", fmt::join(field_names(rows), ", ")));
    return false;
  }
  bool read = true;
  bool known = true;
  for (const auto& [name, mark, value] : node.members) {
    const FieldRow* field = find_field(rows, name);
    if (field == nullptr && node.find(other_spelling(name)) == nullptr) field = find_pod_field(rows, name);
    if (field != nullptr && name == "name" && field->name == "pod") {
      place.member(name).warning(mark, "write `pod`, the spelling that every action accepts");
    }
    if (field == nullptr) {
      place.member(name).problem(mark, "unknown field" + accepted_names(name, field_names(rows)));
      known = false;
    } else {
      read = field->shape->read(value, place.member(name), field->target(object)) && read;
    }
  }
  read = has_required_fields(rows, node, place) && read;
  // The missing field of a group is probably the unknown one.
  return known && has_one_of_each_group(rows, node, place) && read;
}

Json schema_of(const ObjectRows& rows, Definitions& definitions) {
  return definitions.reference(rows.name, [&] {
    Json schema{{"description", rows.description}, {"type", "object"}, {"additionalProperties", false}};
    schema["properties"] = Json::object();
    Json required = Json::array();
    for (const FieldRow& field : rows.fields) {
      Json& property = schema["properties"][field.name];
      property["description"] = field.description;
      property.update(field.shape->schema(definitions));
      if (field.required) required.push_back(field.name);
    }
    if (!required.empty()) schema["required"] = required;
    for (const std::vector<std::string>& group : rows.exactly_one) {
      Json choices = Json::array();
      for (const std::string& name : group) choices.push_back({{"required", Json::array({name})}});
      schema["allOf"].push_back({{"oneOf", choices}});
    }
    return schema;
  });
}

}  // namespace

void ObjectRows::add(std::string_view field, bool required, Target target, AnyShapePtr shape, std::string_view about) {
  fields.push_back({std::string{field}, std::string{about}, required, std::move(target), std::move(shape)});
}

AnyShapePtr object_shape(ObjectRows rows) {
  const auto declared = std::make_shared<const ObjectRows>(std::move(rows));
  return std::make_shared<const AnyShape>(
      AnyShape{"a map",
               [declared](const api::Tree& node, const Place& place, void* object) {
                 const std::size_t before = place.reading().problems.size();
                 if (!read_members(*declared, node, place, object)) return false;
                 for (const Rule& rule : declared->rules) rule(node, place, object);
                 return place.reading().problems.size() == before;
               },
               [declared](Definitions& definitions) { return schema_of(*declared, definitions); }});
}

}  // namespace podreel::format
