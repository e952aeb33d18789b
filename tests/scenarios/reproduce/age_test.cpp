#include "scenarios/reproduce/age.hpp"

#include <doctest/doctest.h>

#include "engine/api/human_duration.hpp"

namespace podreel::reproduce {

using namespace std::chrono_literals;

TEST_CASE("an age is read back as wide as it was rounded") {
  const auto exact = parse_age("3m11s");
  REQUIRE(exact);
  CHECK(exact->minimum == 191s);
  CHECK(exact->maximum == 192s);
  const auto rounded = parse_age("68m");
  REQUIRE(rounded);
  CHECK(rounded->minimum == 68min);
  CHECK(rounded->maximum == 69min);
  CHECK(rounded->distance(67min) == 1min);
  CHECK(rounded->distance(68min + 59s) == 0s);
  CHECK(parse_age("7d18h")->minimum == 186h);
}

TEST_CASE("every age that kubectl prints holds the age that it was printed of") {
  for (sim::Duration age = 0s; age < 24h * 3000; age = age * 21 / 20 + 1s) {
    const std::string text = api::human_duration(age);
    const auto read = parse_age(text);
    REQUIRE_MESSAGE(read, text);
    CHECK_MESSAGE(read->distance(age) == 0s, text);
  }
}

TEST_CASE("what is no age is none") {
  for (const char* text : {"", "<unknown>", "5", "s", "-5s", "5x", "99999999999999999999s", "5s x", "1000y"}) {
    CHECK_FALSE_MESSAGE(parse_age(text), text);
  }
  CHECK(parse_age("<invalid>")->minimum == 0s);
}

}  // namespace podreel::reproduce
