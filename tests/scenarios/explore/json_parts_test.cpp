#include "scenarios/explore/json_parts.hpp"

#include <doctest/doctest.h>

namespace podreel::explore {

namespace {

using nlohmann::ordered_json;

}  // namespace

TEST_CASE("what is not needed is left out, at any depth") {
  ordered_json document = {{"a", {1, 2, {{"b", "kept"}, {"c", {1, 2, 3}}}}}, {"d", {{"e", 1}}}, {"f", nullptr}};
  const auto fails = [](const ordered_json& rest) { return rest.dump().find("kept") != std::string::npos; };
  leave_out_parts(document, fails, 1'000);
  CHECK(document == ordered_json{{"a", ordered_json::array({{{"b", "kept"}}})}});
}

TEST_CASE("as far as the questions go") {
  ordered_json document = {1, 2, 3, 4};
  std::size_t asked = 0;
  const auto fails = [&asked](const ordered_json&) {
    ++asked;
    return true;
  };
  leave_out_parts(document, fails, 2);
  CHECK(asked == 2);
  CHECK(document == ordered_json{1, 2});
}

TEST_CASE("a document has a part, or none if the part is null") {
  const auto document = nlohmann::ordered_json::parse(R"({"spec": {"timing": "ideal"}})");
  const nlohmann::ordered_json::json_pointer timing{"/spec/timing"};
  CHECK(has_part(document, timing, "ideal"));
  CHECK_FALSE(has_part(document, timing, "measured"));
  CHECK_FALSE(has_part(document, timing, {}));
  CHECK(has_part(document, nlohmann::ordered_json::json_pointer{"/spec/expect"}, {}));
  CHECK_FALSE(has_part(document, nlohmann::ordered_json::json_pointer{"/none/at/all"}, "x"));
}

}  // namespace podreel::explore
