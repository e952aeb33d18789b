#include "scenarios/format/schema.hpp"

#include <fmt/format.h>

#include "scenarios/format/commented_example.hpp"
#include "scenarios/format/format.hpp"

namespace podreel::format {

namespace {

void add_example(Json& field, const std::string& example) {
  field["description"] = fmt::format("{}\n\n```yaml\n{}```", field["description"].get<std::string>(), example);
}

/// Adds examples to the descriptions, which editors show as Markdown.
void add_commented_examples(Json& schema) {
  const Json plain = schema;
  Json& definitions = schema["$defs"];
  if (definitions.contains("step")) {
    for (auto& [name, action] : definitions["step"]["properties"].items()) {
      if (name != "at") add_example(action, commented_step(plain, name));
    }
  }
  if (definitions.contains("expectation")) {
    for (const std::string& subject : expectation_subjects(plain)) {
      add_example(definitions["expectation"]["properties"][subject], commented_expectation(plain, subject));
    }
  }
}

/// Returns whether a variable's text could be invalid by a field's schema, which is of a number, a word, or a format.
bool restricts_text(const Json& field) {
  const Json type = field.value("type", Json{});
  const bool is_word = field.contains("enum") && field["enum"].size() > 1;
  return type == "integer" || type == "number" || type == "boolean" || is_word || field.contains("pattern");
}

/// Lets every scalar that a schema describes also be a variable.
void accept_variables(Json& schema) {
  if (!schema.is_object()) return;
  if (restricts_text(schema)) {
    Json annotated = Json::object();
    for (const char* name : {"description", "default", "examples"}) {
      if (!schema.contains(name)) continue;
      annotated[name] = schema[name];
      schema.erase(name);
    }
    annotated["anyOf"] = Json::array({std::move(schema), Json{{"$ref", "#/$defs/variable"}}});
    schema = std::move(annotated);
    return;
  }
  for (const char* keyword : {"properties", "anyOf", "oneOf", "allOf"}) {
    if (!schema.contains(keyword)) continue;
    for (Json& member : schema[keyword]) accept_variables(member);
  }
  for (const char* keyword : {"items", "additionalProperties"}) {
    if (schema.contains(keyword)) accept_variables(schema[keyword]);
  }
}

}  // namespace

nlohmann::ordered_json schema_document(std::string_view name, std::string_view title,
                                       const std::function<Json(Definitions&)>& describe) {
  Definitions definitions;
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"$id", fmt::format("https://podreel.dev/v1alpha1/{}.schema.json", name)},
              {"title", title}};
  schema.update(describe(definitions));
  schema["$defs"] = Json::object();
  for (const auto& [defined, definition] : definitions.all()) schema["$defs"][defined] = definition;
  add_commented_examples(schema);
  return schema;
}

nlohmann::ordered_json scenario_schema() {
  Json schema = schema_document("scenario", "podreel scenario, v1alpha1",
                                [](Definitions& definitions) { return scenario_shape().schema(definitions); });
  for (Json& definition : schema["$defs"]) accept_variables(definition);
  schema["$defs"]["variable"] = {
      {"description", "A variable of `variables` or `matrix`."}, {"type", "string"}, {"pattern", R"(\$\{[^}]+\})"}};
  return schema;
}

}  // namespace podreel::format
