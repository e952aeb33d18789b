#include "tools/serve/openapi_types.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

#include "engine/api/take_word.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/type_graph.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

json reference_to(const std::string& name) {
  return {{"$ref", "#/components/schemas/" + name}};
}

json one_of(std::initializer_list<std::string_view> types) {
  json schemas = json::array();
  for (const std::string_view type : types) schemas.push_back(json::object({{"type", type}}));
  return schemas;
}

json quantity_schema() {
  return {{"description", "An amount: a number with a suffix such as m, k, M, G, Ki, Mi or Gi."},
          {"oneOf", one_of({"string", "number"})}};
}

json time_schema() {
  return {{"type", "string"}, {"format", "date-time"}};
}

/// Returns since when a structure has its name, if it had another one before.
std::optional<release::Release> renamed_in(const types::TypeTable& table, const types::Type& structure) {
  const auto renamed = std::ranges::find(table.renamed(), structure.id, &types::RenamedType::name);
  if (renamed == table.renamed().end()) return std::nullopt;
  return renamed->range.since;
}

/// Returns the first release that has a field; no value if the table does not say it.
std::optional<release::Release> first_release(const types::Type& structure, const types::Field& field) {
  const types::TypeTable& table = types::Catalogue::built_in().table();
  const std::vector<types::FieldRow>* rows = table.find(structure.id);
  if (rows == nullptr) return std::nullopt;
  const auto row = std::ranges::find(*rows, field.name, &types::FieldRow::name);
  if (row == rows->end()) return std::nullopt;
  const release::Release since = row->held[static_cast<std::size_t>(types::Api::v1)].since;
  const bool is_of_oldest = since <= release::oldest_release() || since == renamed_in(table, structure);
  return is_of_oldest ? std::nullopt : std::optional{since};
}

/// Returns what podreel knows of a field, in sentences. The texts of Kubernetes are not part of podreel.
std::string facts_of(const types::Type& structure, const types::Field& field) {
  std::string facts;
  const auto add = [&facts](const std::string& sentence) { facts += (facts.empty() ? "" : " ") + sentence; };
  if (const auto since = first_release(structure, field)) {
    add(fmt::format("Since Kubernetes {}.", release::minor_string(*since)));
  }
  const types::Description& described = *field.described;
  if (described.gate != nullptr) add(fmt::format("Feature gate: {}.", described.gate->name));
  if (described.rule.format != types::Format::any) {
    add(fmt::format("Accepted: {}.", types::description(described.rule.format)));
  }
  return facts;
}

/// Adds the values that a field accepts.
void constrain(const types::Rule& rule, json& schema) {
  if (!rule.words.empty()) schema["enum"] = api::split(rule.words, '|');
  if (rule.low != std::numeric_limits<std::int64_t>::min()) schema["minimum"] = rule.low;
  if (rule.high != std::numeric_limits<std::int64_t>::max()) schema["maximum"] = rule.high;
}

class Writer {
 public:
  explicit Writer(OpenApiTypes& types) : types_{types} {}

  json structure(const types::Type& type) {
    json properties = json::object();
    json required = json::array();
    for (const types::Field* field : type.members) {
      properties[field->json] = member(type, *field);
      if (field->required) required.push_back(field->json);
    }
    json schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
  }

 private:
  json member(const types::Type& structure, const types::Field& field) {
    json schema = value(*field.type);
    // Members beside a reference are ignored.
    if (schema.contains("$ref")) schema = {{"allOf", json::array({std::move(schema)})}};
    constrain(field.described->rule, schema);
    if (field.described->filled_in) schema["default"] = field.described->filled_in->value;
    if (const std::string facts = facts_of(structure, field); !facts.empty()) schema["description"] = facts;
    return schema;
  }

  json value(const types::Type& type) {
    switch (type.kind) {
      case types::Kind::boolean:
        return {{"type", "boolean"}};
      case types::Kind::integer:
        return {{"type", "integer"}, {"format", type.id == "int64" ? "int64" : "int32"}};
      case types::Kind::string:
        return {{"type", "string"}};
      case types::Kind::pointer:
        return value(*type.element);
      case types::Kind::list:
        return {{"type", "array"}, {"items", value(*type.element)}};
      case types::Kind::map:
        return {{"type", "object"}, {"additionalProperties", value(*type.element)}};
      case types::Kind::quantity:
        return types_.add("io.k8s.apimachinery.pkg.api.resource.Quantity", quantity_schema());
      case types::Kind::int_or_string:
        return types_.add("io.k8s.apimachinery.pkg.util.intstr.IntOrString", int_or_string_schema());
      case types::Kind::time:
        return types_.add("io.k8s.apimachinery.pkg.apis.meta.v1.Time", time_schema());
      case types::Kind::raw_json:
        return {{"type", "object"}};
      case types::Kind::structure:
        break;
    }
    return types_.reference(type.id);
  }

  OpenApiTypes& types_;
};

}  // namespace

std::string openapi_name(std::string_view type) {
  constexpr std::string_view meta = "meta.";
  return type.starts_with(meta) ? fmt::format("io.k8s.apimachinery.pkg.apis.meta.v1.{}", type.substr(meta.size()))
                                : fmt::format("io.k8s.api.core.v1.{}", type);
}

json int_or_string_schema() {
  return {{"format", "int-or-string"}, {"oneOf", one_of({"integer", "string"})}};
}

json OpenApiTypes::reference(std::string_view type) {
  const std::string name = openapi_name(type);
  if (!contains(name)) {
    // A type may refer to itself.
    schemas_[name] = json::object();
    json schema = Writer{*this}.structure(types::v1_type(release_, type));
    schemas_[name] = std::move(schema);
  }
  return reference_to(name);
}

json OpenApiTypes::add(const std::string& name, json schema) {
  if (!contains(name)) schemas_[name] = std::move(schema);
  return reference_to(name);
}

}  // namespace podreel::serve
