#include "engine/release/behaviour_table.hpp"

#include <cstring>
#include <doctest/doctest.h>
#include <map>

namespace podreel::release {

namespace {

std::string_view name_of(bool Behaviour::*capability) {
  return row_of(capability, newest_release())->name;
}

}  // namespace

TEST_CASE("a row has the name of its capability") {
  CHECK(name_of(&Behaviour::sidecars) == "sidecars");
  CHECK(name_of(&Behaviour::exec_probe_timeouts) == "exec_probe_timeouts");
  std::map<std::string_view, bool Behaviour::*> capabilities;
  for (const BehaviourRow& row : behaviour_table()) {
    CAPTURE(row.name);
    CHECK(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
    CHECK(capabilities.emplace(row.name, row.capability).first->second == row.capability);
  }
}

TEST_CASE("every capability has a row") {
  Behaviour all;
  // The padding at the end, too.
  std::memset(static_cast<void*>(&all), 0, sizeof all);
  for (const BehaviourRow& row : behaviour_table()) all.*row.capability = true;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&all);
  std::size_t set = sizeof all;
  while (bytes[set - 1] == 0) --set;
  CHECK(sizeof all - set < alignof(Behaviour));
  for (std::size_t at = sizeof(Release); at < set; ++at) CHECK(bytes[at] == 1);
}

TEST_CASE("a row is known by the release in which it holds") {
  CHECK(row_of(&Behaviour::sidecars, v(27)) == nullptr);
  CHECK(since(*row_of(&Behaviour::sidecars, v(30, 7)), v(30, 7)) == v(28));
}

TEST_CASE("the list of releases says which is the oldest, the newest and the default") {
  CHECK(oldest_release() == simulated_releases().front());
  CHECK(newest_release() == known_releases().back());
  CHECK(minor_string(default_release()) == example_releases.back());
  CHECK_FALSE(is_simulated(known_releases().front()));
  CHECK(any_patch_of(v(30, 7)).contains(v(30)));
  CHECK_FALSE(any_patch_of(v(30, 7)).contains(v(31)));
  CHECK(exactly(v(30, 7)).contains(v(30, 7)));
  CHECK_FALSE(exactly(v(30, 7)).contains(v(30, 8)));
}

}  // namespace podreel::release
