#include "runtime_fake/glob.hpp"

#include <doctest/doctest.h>
#include <string>
#include <utility>

namespace podreel::runtime_fake {

TEST_CASE("a star stands for any text, also for none, and a question mark for a character") {
  for (const auto& each : {std::pair{"web", "web"},
                           {"w?b", "web"},
                           {"*", ""},
                           {"*", "web"},
                           {"web*", "web"},
                           {"web**", "web-1"},
                           {"*b", "webb"},
                           {"w*-*-b", "w-1-2-b"},
                           {"*ab", "aab"},
                           {"a*ba*", "abba"},
                           {"*-*-x", "a-b-c-x"}}) {
    CAPTURE(std::string{each.first});
    CHECK(glob_matches(each.first, each.second));
  }
  for (const auto& each : {std::pair{"web", "web2"},
                           {"w?b", "wb"},
                           {"?", ""},
                           {"*b", "web-"},
                           {"", "web"},
                           {"a*b*c", "acb"},
                           {"web?*", "web"}}) {
    CAPTURE(std::string{each.first});
    CHECK_FALSE(glob_matches(each.first, each.second));
  }
}

TEST_CASE("a pattern that is a part of a longer text ends where it ends") {
  const std::string_view longer = "web*2?x";
  CHECK_FALSE(glob_matches(longer.substr(0, 3), "web-1"));
  CHECK_FALSE(glob_matches(longer.substr(0, 3), "web*"));
  CHECK_FALSE(glob_matches(longer.substr(0, 5), "web-2x"));
  CHECK(glob_matches(longer.substr(0, 4), "web"));
  CHECK_FALSE(glob_matches("w*b", "wab-"));
  CHECK(glob_matches("w*ab", "waab"));
}

TEST_CASE("a pattern with a slash is about the namespace, too") {
  CHECK(glob_matches_pod("web*", "default/web-1"));
  CHECK(glob_matches_pod("default/*", "default/web-1"));
  CHECK_FALSE(glob_matches_pod("other/*", "default/web-1"));
  CHECK_FALSE(glob_matches_pod("default*", "default/web-1"));
}

TEST_CASE("what stands before a star is not matched again behind it") {
  CHECK_FALSE(glob_matches("ab*bc", "abc"));
  CHECK_FALSE(glob_matches("a?*?b", "a-b"));
  CHECK(glob_matches("ab*bc", "abbc"));
}

}  // namespace podreel::runtime_fake
