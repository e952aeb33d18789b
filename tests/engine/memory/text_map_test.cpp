#include "engine/memory/text_map.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "engine/sim/random.hpp"

namespace podreel::api {

TEST_CASE("values are found by any text, and their keys can be had in order") {
  memory::TextMap<int> map;
  for (const char* key : {"c", "a", "b"}) map.try_emplace(key, 1);
  map.find(std::string_view{"b"})->second = 2;
  CHECK(map.contains(std::string{"b"}));
  CHECK(map.find(memory::Text{"b"})->second == 2);
  CHECK(map.at("b") == 2);
  CHECK(map.find("d") == map.end());
  CHECK_THROWS_AS(static_cast<void>(map.at("d")), std::out_of_range);
  CHECK(memory::sorted_keys(map) == std::vector<memory::Text>{"a", "b", "c"});
}

TEST_CASE("a value that is there is kept unless another is assigned") {
  memory::TextMap<std::unique_ptr<int>> map;
  auto one = std::make_unique<int>(1);
  CHECK(map.try_emplace("key", std::move(one)).second);
  auto two = std::make_unique<int>(2);
  CHECK_FALSE(map.try_emplace("key", std::move(two)).second);
  REQUIRE(two);
  CHECK_FALSE(map.insert_or_assign("key", std::move(two)).second);
  CHECK(*map["key"] == 2);
  CHECK(map["another"] == nullptr);
  CHECK(map.size() == 2);
}

TEST_CASE("an empty text is a key like others, and an empty map has nothing") {
  memory::TextMap<int> map;
  CHECK(map.find(memory::Text{}) == map.end());
  CHECK_FALSE(map.erase(memory::Text{}));
  CHECK(map.begin() == map.end());
  map[memory::Text{}] = 7;
  CHECK(map.find("")->second == 7);
  map.clear();
  CHECK(map.empty());
  map[memory::Text{}] = 8;
  CHECK(map.begin()->second == 8);
}

TEST_CASE("a walk goes in the order in which values were added, and what is added fills what was erased") {
  memory::TextMap<int> map;
  for (const char* key : {"z", "m", "a", "q"}) map.try_emplace(key);
  map.erase("m");
  map.try_emplace("new");
  std::string walked;
  for (const auto& [key, value] : map) walked += key + " ";
  CHECK(walked == "z new a q ");
  erase_if(map, [](const auto& entry) { return entry.first != "a"; });
  CHECK(memory::sorted_keys(map) == std::vector<memory::Text>{"a"});
}

TEST_CASE("whatever is added and erased, the map has what std::map has, and values do not move") {
  constexpr std::uint64_t names = 300;
  memory::TextMap<std::uint64_t> map;
  std::map<std::string, std::uint64_t> expected;
  std::map<std::string, const std::uint64_t*> places;
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    const std::string name = "pod-" + std::to_string(sim::scale_below(sim::mix(2 * step), names));
    if (sim::scale_below(sim::mix(2 * step + 1), 3) == 0) {
      CHECK(map.erase(name) == (expected.erase(name) > 0));
      places.erase(name);
    } else {
      expected[name] = step;
      map[name] = step;
      const std::uint64_t* const place = &map.find(name)->second;
      CHECK(places.try_emplace(name, place).first->second == place);
    }
  }
  REQUIRE(map.size() == expected.size());
  for (const auto& [name, value] : expected) CHECK(map.at(name) == value);
  for (const auto& [name, value] : map) CHECK(expected.at(name) == value);
}

}  // namespace podreel::api
