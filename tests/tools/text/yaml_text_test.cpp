#include "tools/text/yaml_text.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::cli {

TEST_CASE("JSON is printed as kubectl prints YAML") {
  const auto document = nlohmann::ordered_json::parse(R"({
    "name": "web", "count": 2, "ready": true, "none": null, "empty": {}, "list": [],
    "nested": {"key": "two words", "items": [{"a": 1, "b": [1, 2]}, "x", [], {}]}})");
  CHECK(yaml_text(document) ==
        "name: web\n"
        "count: 2\n"
        "ready: true\n"
        "none: null\n"
        "empty: {}\n"
        "list: []\n"
        "nested:\n"
        "  key: two words\n"
        "  items:\n"
        "  - a: 1\n"
        "    b:\n"
        "    - 1\n"
        "    - 2\n"
        "  - x\n"
        "  - []\n"
        "  - {}\n");
}

TEST_CASE("strings that YAML would take for something else are quoted") {
  for (const char* text :
       {"true", "No", "null", "1.30", "-x", "a: b", "#x", "", " x", "x ", "2024-01-01", "~", "a\nb"}) {
    const nlohmann::ordered_json document{{"key", text}};
    CHECK(yaml_text(document) == "key: " + nlohmann::ordered_json(text).dump() + "\n");
  }
}

}  // namespace podreel::cli
