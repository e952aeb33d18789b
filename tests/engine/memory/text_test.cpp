#include "engine/memory/text.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <thread>
#include <vector>

namespace podreel::api {

TEST_CASE("texts compare by their characters, with each other and with strings") {
  const memory::Text ready = "Ready";
  CHECK(ready == memory::Text{"Ready"});
  CHECK(ready == "Ready");
  CHECK(std::string{"Ready"} == ready);
  CHECK(ready != std::string_view{"Read"});
  CHECK(memory::Text{"a"} < memory::Text{"b"});
  CHECK(memory::Text{"a"} < std::string{"ab"});
  CHECK(memory::Text{} == "");
  CHECK(memory::Text{}.empty());
  CHECK(fmt::format("{}/{}", ready, memory::Text{}) == "Ready/");
  CHECK("is " + ready + "!" == "is Ready!");
}

TEST_CASE("texts are ordered as strings are, whatever their length and bytes") {
  const std::vector<std::string> strings{"",          "a",
                                         "abcdefg",   "abcdefgh",
                                         "abcdefghi", "abcdefgi",
                                         "b",         "zzzzzzzz1",
                                         "zzzzzzzz2", "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f",
                                         "\xc3\xa4",  "\xff\xff\xff\xff\xff\xff\xff\xff"};
  for (const std::string& left : strings) {
    for (const std::string& right : strings) CHECK((memory::Text{left} <=> memory::Text{right}) == (left <=> right));
  }
}

TEST_CASE("copies and texts that were made alike share their characters") {
  const memory::Text first = "ContainersReady";
  const memory::Text copy = first;
  CHECK(copy.view().data() == first.view().data());
  CHECK(memory::Text{std::string{"ContainersReady"}}.view().data() == first.view().data());
  CHECK(sizeof(memory::Text) == 8);
}

TEST_CASE("a text outlives what it was made from, and the thread that made it") {
  memory::Text text;
  std::thread{[&text] { text = std::string{"made "} + "elsewhere"; }}.join();
  CHECK(text == "made elsewhere");
  const memory::Text moved = std::move(text);
  CHECK(moved == "made elsewhere");
}

TEST_CASE("more texts than are remembered, and longer ones, remain what they are") {
  std::vector<memory::Text> texts;
  constexpr int many = 5000;
  for (int number = 0; number < many; ++number) texts.emplace_back(std::to_string(number));
  for (int number = 0; number < many; ++number)
    CHECK(texts[static_cast<std::size_t>(number)] == std::to_string(number));
  const std::string message(4096, 'x');
  CHECK(memory::Text{message} == message);
}

TEST_CASE("a text is joined from parts, also from long ones") {
  CHECK(memory::Text::joined({"containerd://", "0a1b"}) == "containerd://0a1b");
  CHECK(memory::Text::joined({"", ""}).empty());
  const std::string part(100, 'x');
  CHECK(memory::Text::joined({part, "/", part}) == part + "/" + part);
}

TEST_CASE("maps and ranges look texts up by strings") {
  const std::map<memory::Text, int, std::less<>> map{{"a", 1}, {"b", 2}};
  CHECK(map.find(std::string_view{"b"})->second == 2);
  const std::vector<memory::Text> texts{"a", "b"};
  CHECK(std::ranges::find(texts, std::string{"b"}) == texts.begin() + 1);
  CHECK(std::ranges::binary_search(texts, std::string_view{"a"}));
}

}  // namespace podreel::api
