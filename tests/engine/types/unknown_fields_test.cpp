#include "engine/types/unknown_fields.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::types {

namespace {

using nlohmann::json;

/// "<path>: <message>", a line each.
std::string unknown_in(const json& pod) {
  std::string lines;
  for (const UnknownField& field : find_unknown_fields("Pod", pod)) lines += field.path + ": " + field.message + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a mistyped field has the known one that is closest") {
  CHECK(unknown_in({{"spec", {{"containers", {{{"name", "a"}, {"imgae", "i"}}}}}}}) ==
        "spec.containers[0].imgae: unknown field, ignored; did you mean \"image\"?\n");
  CHECK(unknown_in({{"spec", {{"quantumLeap", true}}}}) ==
        "spec.quantumLeap: unknown field, ignored; no release up to 1.37 has it\n");
}

TEST_CASE("a field that some release has is known, and so is every key of a map") {
  CHECK(unknown_in({{"metadata", {{"clusterName", "c"}, {"labels", {{"any", "label"}}}}},
                    {"spec", {{"hostUsers", false}, {"containers", {{{"resizePolicy", json::array()}}}}}},
                    {"status", {{"resize", "Proposed"}}}}) == "");
}

TEST_CASE("at most `max` unknown fields are found, and values of the wrong kind are passed over") {
  json spec = json::object();
  for (int field = 0; field < 1'000; ++field) spec["f" + std::to_string(field)] = field;
  CHECK(find_unknown_fields("Pod", json{{"spec", spec}}, 3).size() == 3);
  CHECK(unknown_in({{"spec", 7}, {"metadata", "m"}}) == "");
  CHECK(unknown_in(nullptr) == "");
}

}  // namespace podreel::types
