#include "tools/cli/scenario/schema_page.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <vector>

#include "engine/api/lower_case.hpp"
#include "scenarios/format/schema.hpp"

namespace podreel::cli {

namespace {

using Json = nlohmann::ordered_json;

using format::referred;

void collect(const Json& root, const Json& schema, std::vector<std::string>& names);

void collect_definition(const Json& root, const std::string& name, std::vector<std::string>& names) {
  if (std::ranges::find(names, name) != names.end()) return;
  names.push_back(name);
  collect(root, root.at("$defs").at(name), names);
}

/// Collects names of definitions in the order of first use; a definition precedes those that it uses.
void collect(const Json& root, const Json& schema, std::vector<std::string>& names) {
  if (schema.is_object() && schema.contains("$ref")) collect_definition(root, referred(schema), names);
  if (!schema.is_structured()) return;
  for (const auto& [key, part] : schema.items()) {
    if (key != "$defs" && key != "examples") collect(root, part, names);
  }
}

std::string code(const Json& value) {
  return fmt::format("`{}`", value.is_string() ? value.get<std::string>() : value.dump());
}

std::string listed(const Json& values) {
  std::vector<std::string> all;
  for (const Json& value : values) all.push_back(code(value));
  return fmt::format("{}", fmt::join(all, ", "));
}

/// Returns the anchor of a heading, as Markdown sites generate it.
std::string anchor_of(const std::string& name) {
  return api::lower_case(name);
}

/// Escapes a description, which is Markdown, for a table cell.
std::string in_cell(std::string description) {
  boost::replace_all(description, "|", "\\|");
  return description;
}

std::string accepted(const Json& schema);

std::string accepted_alternatives(const Json& alternatives) {
  std::vector<std::string> all;
  for (const Json& alternative : alternatives) all.push_back(accepted(alternative));
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return fmt::format("{}", fmt::join(all, ", or "));
}

bool are_meanings(const Json& alternatives) {
  return alternatives.front().contains("const") && alternatives.front().contains("description");
}

std::string accepted_number(const Json& schema, std::string name) {
  if (schema.contains("minimum")) name += fmt::format(", at least {}", schema.at("minimum").dump());
  if (schema.contains("maximum")) name += fmt::format(", at most {}", schema.at("maximum").dump());
  return name;
}

std::string accepted_type(const Json& schema, const std::string& type) {
  if (type == "array") return "list of " + accepted(schema.value("items", Json::object()));
  if (type == "integer" || type == "number") return accepted_number(schema, type);
  if (type != "object") return type == "string" ? "text" : type;
  const auto member = schema.find("additionalProperties");
  return member != schema.end() && member->is_object() ? "map to " + accepted(*member) : "map";
}

std::string without_example(const Json& schema) {
  if (schema.contains("$ref")) {
    const std::string name = referred(schema);
    return fmt::format("[{}](#{})", name, anchor_of(name));
  }
  if (schema.contains("enum")) return listed(schema.at("enum"));
  if (schema.contains("const")) return code(schema.at("const"));
  if (schema.contains("anyOf") && !are_meanings(schema.at("anyOf"))) return accepted_alternatives(schema.at("anyOf"));
  const auto type = schema.find("type");
  if (type == schema.end()) return "anything";
  if (type->is_string()) return accepted_type(schema, type->get<std::string>());
  std::vector<std::string> types;
  for (const Json& each : *type) types.push_back(accepted_type(schema, each.get<std::string>()));
  return fmt::format("{}", fmt::join(types, ", or "));
}

/// Describes the accepted values.
std::string accepted(const Json& schema) {
  std::string text = without_example(schema);
  const auto examples = schema.find("examples");
  if (examples != schema.end() && examples->back().is_primitive()) text += ", as " + code(examples->back());
  return text;
}

bool has_example(const Json& property) {
  return property.value("description", "").find("```") != std::string::npos;
}

std::string fields_of(const Json& definition) {
  std::string rows;
  for (const auto& [name, property] : definition.at("properties").items()) {
    if (has_example(property)) continue;
    rows += fmt::format("| `{}` | {} | {} | {} |\n", name, accepted(property),
                        format::is_required(definition, name) ? "yes" : "", in_cell(property.value("description", "")));
  }
  return rows.empty() ? rows
                      : "\n| Field | Accepted values | Required | Description |\n| --- | --- | --- | --- |\n" + rows;
}

std::string examples_of(const Json& definition) {
  std::string text;
  for (const auto& [name, property] : definition.at("properties").items()) {
    if (!has_example(property)) continue;
    text += fmt::format("\n#### {}\n\n{}\n\nAccepted values: {}.\n", name,
                        property.at("description").get<std::string>(), accepted(property));
  }
  return text;
}

std::string meanings_of(const std::string& field, const Json& schema) {
  const auto values = schema.find("anyOf");
  if (values == schema.end() || !are_meanings(*values)) return {};
  std::string rows = fmt::format("\n| {} | |\n| --- | --- |\n", field);
  for (const Json& value : *values) {
    if (!value.contains("const")) continue;
    rows += fmt::format("| {} | {} |\n", code(value.at("const")), in_cell(value.at("description").get<std::string>()));
  }
  return rows;
}

std::string section(const std::string& name, const Json& definition) {
  std::string text = fmt::format("\n### {}\n\n{}\n", name, definition.at("description").get<std::string>());
  text += meanings_of(name, definition);
  const auto properties = definition.find("properties");
  if (properties == definition.end()) {
    return definition.contains("anyOf") ? text + fmt::format("\nAccepted values: {}.\n", accepted(definition)) : text;
  }
  text += fields_of(definition) + examples_of(definition);
  for (const auto& [field, property] : properties->items()) text += meanings_of("`" + field + "`", property);
  return text;
}

}  // namespace

std::string schema_page(const std::vector<Json>& schemas) {
  std::string page;
  std::vector<std::string> names;
  for (const Json& schema : schemas) {
    page += fmt::format("\n## {}\n", schema.at("title").get<std::string>());
    const std::size_t known = names.size();
    collect(schema, schema, names);
    for (const std::string& name : std::span{names}.subspan(known)) {
      page += section(name, schema.at("$defs").at(name));
    }
  }
  return page;
}

}  // namespace podreel::cli
