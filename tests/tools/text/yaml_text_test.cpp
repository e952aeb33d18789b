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

TEST_CASE("texts of several lines are blocks, unless they have characters that are escaped for readers") {
  const auto yaml_of = [](const char* text) { return yaml_text(nlohmann::ordered_json{{"key", text}}); };
  CHECK(yaml_of("next sync:\n- by 124.069s\n") == "key: |\n  next sync:\n  - by 124.069s\n");
  CHECK(yaml_of("resync 60–90 s\n\nafter a sync\n") == "key: |\n  resync 60–90 s\n\n  after a sync\n");
  CHECK(yaml_of("a\tb\n") == "key: \"a\\tb\\n\"\n");
  CHECK(yaml_of("a\u202e\n") == "key: \"a\\u202e\\n\"\n");
  CHECK(yaml_of("a\n\n") == "key: \"a\\n\\n\"\n");
}

}  // namespace podreel::cli
