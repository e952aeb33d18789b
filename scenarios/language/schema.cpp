#include "scenarios/language/schema.hpp"

#include <fmt/format.h>

#include "scenarios/language/format.hpp"

namespace podreel::language {

nlohmann::ordered_json schema_document(std::string_view name, std::string_view title,
                                       const std::function<Json(Definitions&)>& describe) {
  Definitions definitions;
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"$id", fmt::format("https://podreel.dev/v1alpha1/{}.schema.json", name)},
              {"title", title}};
  schema.update(describe(definitions));
  schema["$defs"] = Json::object();
  for (const auto& [defined, definition] : definitions.all()) schema["$defs"][defined] = definition;
  return schema;
}

nlohmann::ordered_json scenario_schema() {
  return schema_document("scenario", "podreel scenario, v1alpha1",
                         [](Definitions& definitions) { return scenario_shape().schema(definitions); });
}

}  // namespace podreel::language
