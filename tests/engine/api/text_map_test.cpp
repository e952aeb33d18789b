#include "engine/api/text_map.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("values are found by any text, and their keys can be had in order") {
  TextMap<int> map;
  for (const char* key : {"c", "a", "b"}) map.emplace(key, 1);
  map.find(std::string_view{"b"})->second = 2;
  CHECK(map.contains(std::string{"b"}));
  CHECK(map.find(Text{"b"})->second == 2);
  CHECK(map.find("d") == map.end());
  CHECK(sorted_keys(map) == std::vector<Text>{"a", "b", "c"});
}

}  // namespace podreel::api
