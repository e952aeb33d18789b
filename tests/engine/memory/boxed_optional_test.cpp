#include "engine/memory/boxed_optional.hpp"

#include <doctest/doctest.h>
#include <map>
#include <string>

#include "engine/memory/boxed_map.hpp"

namespace podreel::api {

TEST_CASE("a rare value is copied with its owner, and compared by value") {
  memory::BoxedOptional<std::string> none;
  CHECK_FALSE(none.has_value());
  memory::BoxedOptional<std::string> some = std::string{"x"};
  const memory::BoxedOptional<std::string> copy = some;
  *some += "y";
  CHECK(*copy == "x");
  CHECK(some->size() == 2);
  CHECK_FALSE(copy == some);
  CHECK_FALSE(copy == none);
  some.reset();
  CHECK(some == none);
}

TEST_CASE("a rare map is an empty map until something is put into it") {
  using Map = std::map<std::string, std::string>;
  memory::BoxedMap<Map> map;
  CHECK(map.empty());
  CHECK(map.find("a") == map.end());
  CHECK(map == Map{});
  map["a"] = "1";
  const memory::BoxedMap<Map> copy = map;
  map["a"] = "2";
  CHECK(copy.at("a") == "1");
  CHECK(copy == Map{{"a", "1"}});
  CHECK(map.contains("a"));
  CHECK(sizeof(map) == 8);
}

}  // namespace podreel::api
