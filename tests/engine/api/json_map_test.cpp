#include "engine/api/json_map.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("values are found by what the JSON says, not by where it stands") {
  using nlohmann::json;
  JsonMap<int> map;
  map.emplace(std::make_shared<const json>(json::parse(R"({"a": [1, "x"]})")), 7);
  const int* found = map.find(json::parse(R"({"a": [1, "x"]})"));
  REQUIRE(found != nullptr);
  CHECK(*found == 7);
  CHECK(map.find(json::parse(R"({"a": [1, "y"]})")) == nullptr);
  CHECK(map.size() == 1);
  map.clear();
  CHECK(map.find(json::parse(R"({"a": [1, "x"]})")) == nullptr);
}

}  // namespace podreel::api
