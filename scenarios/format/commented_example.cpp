#include "scenarios/format/commented_example.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/document.hpp"
#include "scenarios/format/flow_text.hpp"
#include "scenarios/format/schema.hpp"

namespace podreel::format {

namespace {

using Json = nlohmann::ordered_json;

const Json& resolved(const Json& root, const Json& schema) {
  return schema.contains("$ref") ? root.at("$defs").at(referred(schema)) : schema;
}

/// Returns the groups of fields exactly one of which is required.
std::vector<std::vector<std::string>> groups_of(const Json& object) {
  std::vector<std::vector<std::string>> groups;
  const auto all = object.find("allOf");
  if (all == object.end()) return groups;
  for (const Json& group : *all) {
    std::vector<std::string>& names = groups.emplace_back();
    for (const Json& choice : group.at("oneOf")) names.push_back(choice.at("required").front().get<std::string>());
  }
  return groups;
}

/// Shows required fields, the last of exclusive fields, and the first field if none is required.
bool is_shown(const Json& object, const std::string& name) {
  if (is_required(object, name)) return true;
  const auto groups = groups_of(object);
  const bool is_last = std::ranges::any_of(groups, [&](const auto& group) { return group.back() == name; });
  const bool needs_nothing = !object.contains("required") && groups.empty();
  return is_last || (needs_nothing && object.at("properties").begin().key() == name);
}

Json example_object(const Json& root, const Json& schema) {
  Json object = Json::object();
  if (const auto properties = schema.find("properties"); properties != schema.end()) {
    for (const auto& [name, property] : properties->items()) {
      if (is_shown(schema, name)) object[name] = example_value(root, property);
    }
  } else if (const auto member = schema.find("additionalProperties"); member != schema.end() && member->is_object()) {
    object["name"] = example_value(root, *member);
  }
  return object;
}

/// Prefers a scalar to a value with parts.
Json example_of_alternatives(const Json& root, const Json& alternatives) {
  for (const Json& alternative : alternatives) {
    Json value = example_value(root, alternative);
    if (value.is_primitive()) return value;
  }
  return example_value(root, alternatives.front());
}

std::string type_of(const Json& schema) {
  const auto type = schema.find("type");
  if (type == schema.end()) return {};
  return type->is_array() ? type->front().get<std::string>() : type->get<std::string>();
}

/// Returns the opposite of the flag's default.
bool example_flag(const Json& schema) {
  return schema.value("description", "").find("default true") == std::string::npos;
}

Json example_of_type(const Json& root, const Json& schema) {
  const std::string type = type_of(schema);
  if (type == "boolean") return example_flag(schema);
  if (type == "integer" || type == "number") return std::max<std::int64_t>(schema.value("minimum", 0), 1);
  if (type == "array") return Json::array({example_value(root, schema.at("items"))});
  if (type == "object") return example_object(root, schema);
  return "text";
}

std::string flow(const Json& value) {
  return flow_text(api::load_documents(value.dump(), "example").documents.front());
}

/// Uses the first line of the description, because examples may follow it.
std::string with_comment(std::string line, const Json& schema) {
  if (const auto description = schema.find("description"); description != schema.end()) {
    const auto& text = description->get_ref<const std::string&>();
    line += "  # " + text.substr(0, text.find('\n'));
  }
  return line + "\n";
}

void add_members(std::string& out, const Json& root, const Json& object, const std::string& indent) {
  const auto properties = object.find("properties");
  if (properties == object.end()) return;
  for (const bool shown : {true, false}) {
    for (const auto& [name, property] : properties->items()) {
      if (is_shown(object, name) != shown) continue;
      out += with_comment(
          fmt::format("{}{}{}: {}", indent, shown ? "" : "# ", name, flow(example_value(root, property))), property);
    }
  }
}

}  // namespace

Json example_value(const Json& root, const Json& schema) {
  for (const char* several : {"examples", "enum"}) {
    if (const auto values = schema.find(several); values != schema.end()) return values->back();
  }
  if (const auto value = schema.find("const"); value != schema.end()) return *value;
  if (schema.contains("$ref")) return example_value(root, resolved(root, schema));
  if (const auto choice = schema.find("anyOf"); choice != schema.end()) return example_of_alternatives(root, *choice);
  return example_of_type(root, schema);
}

std::string commented_step(const Json& root, const std::string& action) {
  const Json& properties = root.at("$defs").at("step").at("properties");
  const Json& field = properties.at(action);
  const Json& object = resolved(root, field);
  std::string text = fmt::format("- at: {}\n", flow(example_value(root, properties.at("at"))));
  const bool has_members = object.contains("properties") && !object.at("properties").empty();
  if (!has_members || field.contains("examples") || object.contains("examples")) {
    return text + fmt::format("  {}: {}\n", action, flow(example_value(root, field)));
  }
  text += fmt::format("  {}:\n", action);
  add_members(text, root, object, "    ");
  return text;
}

std::vector<std::string> expectation_subjects(const Json& root) {
  return groups_of(root.at("$defs").at("expectation")).front();
}

std::string commented_expectation(const Json& root, const std::string& subject) {
  const Json& properties = root.at("$defs").at("expectation").at("properties");
  std::string text;
  const auto add = [&](const std::string& name) {
    text += with_comment(
        fmt::format("{}{}: {}", text.empty() ? "- " : "  ", name, flow(example_value(root, properties.at(name)))),
        properties.at(name));
  };
  add(subject);
  if (subject == "pod") add("matches");
  return text;
}

}  // namespace podreel::format
