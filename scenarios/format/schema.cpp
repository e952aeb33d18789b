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
  return schema_document("scenario", "podreel scenario, v1alpha1",
                         [](Definitions& definitions) { return scenario_shape().schema(definitions); });
}

}  // namespace podreel::format
