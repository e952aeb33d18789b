#include "engine/memory/boxed_map.hpp"

#include <doctest/doctest.h>
#include <map>
#include <string>

namespace podreel::api {

using Labels = memory::BoxedMap<std::map<std::string, std::string>>;

TEST_CASE("an empty map takes eight bytes and is equal to one that never held anything") {
  CHECK(sizeof(Labels) == sizeof(void*));
  CHECK(Labels{} == Labels{std::map<std::string, std::string>{}});
}

TEST_CASE("a copy shares what is in the map until one of the two is changed") {
  Labels first{{"app", "web"}};
  const Labels second = first;
  CHECK(&first.get() == &second.get());
  first["app"] = "other";
  CHECK(first.at("app") == "other");
  CHECK(second.at("app") == "web");
  CHECK(first != second);
}

}  // namespace podreel::api
