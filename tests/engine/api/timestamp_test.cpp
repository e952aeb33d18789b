#include "engine/api/timestamp.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

using namespace std::chrono_literals;

TEST_CASE("an instant is written in UTC and in whole seconds") {
  CHECK(format_timestamp(sim::from_unix_seconds(1'700'000'000)) == "2023-11-14T22:13:20Z");
  CHECK(format_timestamp(sim::from_unix_seconds(1'700'000'000) + 999ms) == "2023-11-14T22:13:20Z");
  CHECK(format_timestamp(sim::from_unix_seconds(951'782'400)) == "2000-02-29T00:00:00Z");
  CHECK(format_timestamp(sim::from_unix_seconds(-1)) == "1969-12-31T23:59:59Z");
}

TEST_CASE("fractions and offsets are read") {
  const sim::Time instant = sim::from_unix_seconds(1'700'000'000);
  CHECK(parse_timestamp("2023-11-14T22:13:20Z") == instant);
  CHECK(parse_timestamp("2023-11-14T22:13:20.5Z") == instant + 500ms);
  CHECK(parse_timestamp("2023-11-14T22:13:20.123456789123Z") == instant + 123'456'789ns);
  CHECK(parse_timestamp("2023-11-14T23:43:20+01:30") == instant);
  CHECK(parse_timestamp("2023-11-14T12:13:20-10:00") == instant);
  CHECK(parse_timestamp("0001-01-01T00:00:00Z") == sim::Time{});
}

TEST_CASE("what is not RFC 3339 is refused") {
  for (const char* text :
       {"", "2023-11-14", "2023-11-14T22:13Z", "2023-11-14T22:13:20", "2023-11-14T22:13:20.Z", "2023-11-14T24:00:00Z",
        "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-11-14T22:13:20Zx", "2023-11-14 22:13:20Z",
        "+023-11-14T22:13:20Z", "1500-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2023-11-14T22:13:20+2:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_timestamp(text).has_value());
  }
}

}  // namespace podreel::api
