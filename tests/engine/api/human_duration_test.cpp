#include "engine/api/human_duration.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

using namespace std::chrono_literals;

TEST_CASE("ages are printed as kubectl prints them") {
  CHECK(human_duration(-5s) == "<invalid>");
  CHECK(human_duration(-1s) == "0s");
  CHECK(human_duration(0s) == "0s");
  CHECK(human_duration(119s) == "119s");
  CHECK(human_duration(120s) == "2m");
  CHECK(human_duration(125s) == "2m5s");
  CHECK(human_duration(10min) == "10m");
  CHECK(human_duration(179min) == "179m");
  CHECK(human_duration(3h) == "3h");
  CHECK(human_duration(3h + 12min) == "3h12m");
  CHECK(human_duration(9h + 30min) == "9h");
  CHECK(human_duration(51h) == "2d3h");
  CHECK(human_duration(24h * 30) == "30d");
  CHECK(human_duration(24h * 800) == "2y70d");
  CHECK(human_duration(24h * 365 * 9) == "9y");
  CHECK(human_duration(-2s) == "<invalid>");
  CHECK(human_duration(599s) == "9m59s");
  CHECK(human_duration(10min + 5s) == "10m");
  CHECK(human_duration(3h + 5min) == "3h5m");
  CHECK(human_duration(47h) == "47h");
  CHECK(human_duration(48h) == "2d");
  CHECK(human_duration(50h) == "2d2h");
  CHECK(human_duration(24h * 8) == "8d");
  CHECK(human_duration(7h + 59min) == "7h59m");
  CHECK(human_duration(8h + 5min) == "8h");
  CHECK(human_duration(24h * 8 + 5h) == "8d");
  CHECK(human_duration(24h * 729) == "729d");
  CHECK(human_duration(24h * 730) == "2y");
  CHECK(human_duration(24h * (365 * 8 + 5)) == "8y");
}

}  // namespace podreel::api
