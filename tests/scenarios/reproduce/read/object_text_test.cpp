#include "scenarios/reproduce/read/object_text.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("JSON ends with its last bracket, whatever its strings contain") {
  ObjectText object;
  REQUIRE(object.begin("{\"kind\": \"Pod\","));
  CHECK(object.take("\"x\": \"}\\\"}\""));
  CHECK(object.is_cut());
  CHECK(object.take("}"));
  CHECK_FALSE(object.is_cut());
  CHECK_FALSE(object.take("Events:"));
  CHECK(object.release() == "{\"kind\": \"Pod\",\n\"x\": \"}\\\"}\"\n}\n");
  CHECK(object.empty());
}

TEST_CASE("a member of an object becomes one, and what describe has cut is none") {
  ObjectText object;
  REQUIRE(object.begin("    \"lastState\": {"));
  CHECK(object.take("      \"terminated\": {\"exitCode\": 1}"));
  CHECK(object.take("    },"));
  CHECK(object.release() == "{    \"lastState\": {\n      \"terminated\": {\"exitCode\": 1}\n    }}");
  CHECK_FALSE(object.begin("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"annotations\":{},..."));
  CHECK_FALSE(object.begin("{kubelet node-1}"));
}

TEST_CASE("YAML from the middle of a pod loses its indentation and ends with it") {
  ObjectText object;
  REQUIRE(object.begin("  phase: Failed"));
  CHECK(object.take("  reason: Evicted"));
  CHECK(object.take("  containerStatuses:"));
  CHECK(object.take("    - name: web"));
  CHECK_FALSE(object.take("That is all."));
  CHECK(object.release() == "phase: Failed\nreason: Evicted\ncontainerStatuses:\n  - name: web\n");
}

TEST_CASE("a further object is read after one that was cut, and items at the same indentation belong to a list") {
  ObjectText object;
  REQUIRE(object.begin("{\"kind\": \"Pod\", \"x\": \"y"));
  CHECK(object.is_cut());
  static_cast<void>(object.release());
  REQUIRE(object.begin("{\"kind\": \"Pod\"}"));
  CHECK_FALSE(object.is_cut());
  static_cast<void>(object.release());

  REQUIRE(object.begin("apiVersion: v1"));
  CHECK(object.take("items:"));
  CHECK(object.take("- kind: Pod"));
  CHECK(object.take("---"));
  CHECK(object.take("kind: Pod"));
  CHECK_FALSE(object.take("NAME   READY"));
  CHECK_FALSE(object.take("```"));
}

TEST_CASE("complete objects are found in JSON that is cut at both ends") {
  CHECK(complete_objects(R"(x": 1}, {"a": {"b": "}"}}, {"c": 2}, {"d")") ==
        std::vector<std::string>{R"({"a": {"b": "}"}})", R"({"c": 2})"});
  CHECK(complete_objects("no braces").empty());
}

TEST_CASE("JSON that is cut at its end is closed behind its last complete value") {
  CHECK(closed_json(R"({"a": [{"b": 1, "c": "x,}"}, {"d": 2, "e)") == R"({"a": [{"b": 1, "c": "x,}"}, {"d": 2}]})");
  CHECK(closed_json(R"({"a": {"b": 1}})") == R"({"a": {"b": 1}})");
  CHECK(closed_json(R"({"a": )").empty());
  CHECK(closed_json(R"({"a": [1, 2}})") == R"({"a": [1]})");
}

}  // namespace podreel::reproduce
