// When schedules of cron are due.
#include "scenarios/cluster/cron_schedule.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/timestamp.hpp"
#include "scenarios/cluster/cron_times.hpp"

namespace podreel::cluster {

namespace {

CronSchedule schedule(std::string_view text) {
  const auto parsed = CronSchedule::parse(text);
  REQUIRE_MESSAGE(std::holds_alternative<CronSchedule>(parsed), std::string{text});
  return std::get<CronSchedule>(parsed);
}

std::string after(std::string_view text, std::string_view time, sim::Duration offset = {}) {
  const auto next = schedule(text).next(*api::parse_timestamp(time), offset);
  return next ? api::format_timestamp(*next) : "never";
}

std::string error(std::string_view text) {
  const auto parsed = CronSchedule::parse(text);
  REQUIRE_MESSAGE(std::holds_alternative<CronSchedule::Error>(parsed), std::string{text});
  return std::get<CronSchedule::Error>(parsed);
}

/// Of a CronJob that was made at noon.
nlohmann::json every_minute(const nlohmann::json& more = nlohmann::json::object()) {
  nlohmann::json spec{{"schedule", "* * * * *"}};
  spec.update(more);
  return {{"metadata", {{"creationTimestamp", "2024-01-01T12:00:00Z"}}}, {"spec", std::move(spec)}};
}

}  // namespace

TEST_CASE("a schedule is due at the next minute that fits all its fields") {
  CHECK(after("* * * * *", "2024-01-01T00:00:00Z") == "2024-01-01T00:01:00Z");
  CHECK(after("*/15 * * * *", "2024-01-01T00:46:10Z") == "2024-01-01T01:00:00Z");
  CHECK(after("7-9/2,30 5 * * *", "2024-01-01T05:07:00Z") == "2024-01-01T05:09:00Z");
  CHECK(after("50/5 * * * *", "2024-01-01T00:55:00Z") == "2024-01-01T01:50:00Z");
  CHECK(after("0 0 29 2 *", "2024-03-01T00:00:00Z") == "2028-02-29T00:00:00Z");
  CHECK(after("0 12 ? FEB-mar *", "2024-01-01T00:00:00Z") == "2024-02-01T12:00:00Z");
  CHECK(after("0 0 31 2 *", "2024-01-01T00:00:00Z") == "never");
}

TEST_CASE("where both fields of days say something, one of them is enough") {
  CHECK(after("0 0 13 * fri", "2024-01-01T00:00:00Z") == "2024-01-05T00:00:00Z");
  CHECK(after("0 0 13 * fri", "2024-01-12T00:00:00Z") == "2024-01-13T00:00:00Z");
  CHECK(after("0 0 13 * *", "2024-01-01T00:00:00Z") == "2024-01-13T00:00:00Z");
  CHECK(after("0 0 * * 0", "2024-01-01T00:00:00Z") == "2024-01-07T00:00:00Z");
  // A step makes a field of days say something.
  CHECK(after("0 0 13 * */3", "2024-01-01T00:00:00Z") == "2024-01-03T00:00:00Z");
}

TEST_CASE("descriptors replace fields, and intervals count from the last time") {
  CHECK(after("@hourly", "2024-01-01T00:00:00Z") == "2024-01-01T01:00:00Z");
  CHECK(after("@daily", "2024-01-01T00:00:00Z") == "2024-01-02T00:00:00Z");
  CHECK(after("@weekly", "2024-01-01T00:00:00Z") == "2024-01-07T00:00:00Z");
  CHECK(after("@monthly", "2024-01-01T00:00:00Z") == "2024-02-01T00:00:00Z");
  CHECK(after("@yearly", "2024-01-01T00:00:00Z") == "2025-01-01T00:00:00Z");
  CHECK(after("@every 1h30m", "2024-01-01T00:00:10Z") == "2024-01-01T01:30:10Z");
  CHECK(after("@every 0s", "2024-01-01T00:00:10Z") == "2024-01-01T00:00:11Z");
}

TEST_CASE("a clock that is ahead is there earlier") {
  CHECK(after("0 6 * * *", "2024-01-01T00:00:00Z", *offset_of_zone("Etc/GMT-3")) == "2024-01-01T03:00:00Z");
  CHECK(after("0 6 * * *", "2024-01-01T00:00:00Z", *offset_of_zone("Etc/GMT+8")) == "2024-01-01T14:00:00Z");
  CHECK(offset_of_zone("Etc/UTC") == sim::Duration{});
  for (const char* zone : {"", "Europe/Berlin", "Etc/GMT-15", "Etc/GMT+13", "Etc/GMT-03", "Etc/GMT-"}) {
    CHECK_FALSE(offset_of_zone(zone));
  }
}

TEST_CASE("what is no schedule is said to be none") {
  CHECK(error("daily") == "expected exactly 5 fields, found 1: [daily]");
  CHECK(error("") == "empty spec string");
  CHECK(error("@never") == "unrecognized descriptor: @never");
  CHECK(error("60 * * * *") == "end of range (60) above maximum (59): 60");
  CHECK(error("* * 0 * *") == "beginning of range (0) below minimum (1): 0");
  CHECK(error("5-2 * * * *") == "beginning of range (5) beyond end of range (2): 5-2");
  CHECK(error("*/0 * * * *") == "step of range should be a positive number: */0");
  CHECK(error("x * * * *").starts_with("failed to parse int from x"));
  CHECK(error("*/4294967296 * * * *").starts_with("failed to parse int from 4294967296"));
  CHECK(error("* * * * 7").starts_with("end of range (7) above maximum (6)"));
  CHECK(error("@every 1d").starts_with("failed to parse duration"));
  CHECK(error("@every 99999999999999999999h").starts_with("failed to parse duration"));
  CHECK(error(std::string(2000, '*')).starts_with("the schedule has 2000 bytes"));
  // The largest step leaves the first value.
  CHECK(after("*/4294967295 * * * *", "2024-01-01T00:00:00Z") == "2024-01-01T01:00:00Z");
}

TEST_CASE("of the times that were missed the last one is due") {
  const auto at = [](std::string_view time) { return *api::parse_timestamp(time); };
  CHECK_FALSE(times_of(every_minute(), at("2024-01-01T12:00:59Z")).due);
  CHECK(times_of(every_minute(), at("2024-01-01T12:01:00Z")).due == at("2024-01-01T12:01:00Z"));
  const CronTimes late = times_of(every_minute(), at("2024-01-01T12:07:30Z"));
  CHECK(late.due == at("2024-01-01T12:07:00Z"));
  CHECK(late.next == at("2024-01-01T12:08:00Z"));
  CHECK_FALSE(late.are_many);
  const CronTimes very_late = times_of(every_minute(), at("2024-01-02T12:00:00Z"));
  CHECK(very_late.are_many);
  CHECK(very_late.due == at("2024-01-02T12:00:00Z"));
}

TEST_CASE("a deadline forgets what was missed before it") {
  const auto at = [](std::string_view time) { return *api::parse_timestamp(time); };
  const nlohmann::json strict = every_minute({{"startingDeadlineSeconds", 10}});
  CHECK(times_of(strict, at("2024-01-01T12:07:05Z")).due == at("2024-01-01T12:07:00Z"));
  const CronTimes missed = times_of(strict, at("2024-01-01T12:07:30Z"));
  CHECK_FALSE(missed.due);
  CHECK(missed.next == at("2024-01-01T12:08:00Z"));
}

}  // namespace podreel::cluster
