#include "scenarios/language/schema.hpp"

#include "scenarios/language/format.hpp"

namespace podreel::language {

nlohmann::ordered_json scenario_schema() {
  Definitions definitions;
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"$id", "https://podreel.dev/v1alpha1/scenario.schema.json"},
              {"title", "podreel scenario, v1alpha1"}};
  schema.update(scenario_shape().schema(definitions));
  schema["$defs"] = Json::object();
  for (const auto& [name, definition] : definitions.all()) schema["$defs"][name] = definition;
  return schema;
}

}  // namespace podreel::language
