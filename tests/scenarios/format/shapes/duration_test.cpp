#include "scenarios/format/shapes/duration.hpp"

#include <doctest/doctest.h>

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

sim::Duration parsed(std::string_view text) {
  const auto result = parse_duration(text);
  REQUIRE_MESSAGE(std::holds_alternative<sim::Duration>(result), text);
  return std::get<sim::Duration>(result);
}

std::string refused_duration(std::string_view text) {
  const auto result = parse_duration(text);
  REQUIRE_MESSAGE(std::holds_alternative<DurationError>(result), text);
  return std::get<DurationError>(result).message;
}

}  // namespace

TEST_CASE("Go's notation is read exactly") {
  CHECK(parsed("0s") == 0s);
  CHECK(parsed("90s") == 90s);
  CHECK(parsed("1m30s") == 90s);
  CHECK(parsed("500ms") == 500ms);
  CHECK(parsed("2.5s") == 2500ms);
  CHECK(parsed("1.5h") == 90min);
  CHECK(parsed("1h2m3.004005006s") == 1h + 2min + 3s + 4'005'006ns);
  CHECK(parsed("7us") == 7us);
  CHECK(parsed("7µs") == 7us);
  CHECK(parsed("3ns") == 3ns);
}

TEST_CASE("a number without a unit is refused, with the likely meaning") {
  CHECK(refused_duration("90").find("did you mean \"90s\"?") != std::string::npos);
  CHECK(refused_duration("0").find("without a unit") != std::string::npos);
  CHECK(refused_duration("1m30").find("without a unit") != std::string::npos);
}

TEST_CASE("what is no duration is refused") {
  for (const std::string_view text : {"", "s", "-5s", "+5s", "5 s", "5s ", "1.s", ".5s", "five", "1e3s", "5d", "∞"}) {
    CHECK(refused_duration(text).find("accepted: a duration") != std::string::npos);
  }
}

TEST_CASE("nothing is rounded, and nothing overflows") {
  CHECK(refused_duration("0.5ns").find("whole number of nanoseconds") != std::string::npos);
  CHECK(refused_duration("1.0000000001s").find("whole number of nanoseconds") != std::string::npos);
  CHECK(parsed("1.00000000050m") == 1min + 30ns);
  CHECK(refused_duration("1.000000000001m").find("whole number of nanoseconds") != std::string::npos);
  CHECK(refused_duration("99999999999999999999h").find("ten years") != std::string::npos);
  CHECK(refused_duration("87673h").find("ten years") != std::string::npos);
  CHECK(parsed("87672h") == max_duration);
  CHECK(refused_duration("87672h1ns").find("ten years") != std::string::npos);
}

TEST_CASE("the shortest notation is written") {
  CHECK(duration_text(0s) == "0s");
  CHECK(duration_text(10min) == "10m");
  CHECK(duration_text(2h) == "2h");
  CHECK(duration_text(90s) == "1m30s");
  CHECK(duration_text(2500ms) == "2.5s");
  CHECK(duration_text(1h + 30s) == "1h0m30s");
}

}  // namespace podreel::format
