// Instants and durations as programs print them.
#include "scenarios/reproduce/read/moment.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

sim::Time at(std::int64_t seconds) {
  return sim::from_unix_seconds(seconds);
}

}  // namespace

TEST_CASE("an instant is written as in mails or as in RFC 3339") {
  CHECK(parse_written_time("Mon, 31 Aug 2020 16:32:42 -0500") == at(1'598'909'562));
  CHECK(parse_written_time("Tue, 1 Dec 2020 00:00:00 +0130") == at(1'606'775'400));
  CHECK(parse_written_time(" 2020-08-31T21:32:42Z ") == at(1'598'909'562));
  for (const char* text :
       {"", "Mon, 31 Agu 2020 16:32:42 -0500", "Mon, 32 Aug 2020 16:32:42 -0500", "Mon, 31 Aug 20 16:32:42 -0500",
        "Mon, 31 Aug 2020 16:32:42 CEST", "Mon, 31 Aug 2020 16:32:42 -05:0", "Mon, 311 Aug 2020 16:32:42 -0500"}) {
    CHECK_FALSE_MESSAGE(parse_written_time(text), text);
  }
}

TEST_CASE("a time of day has up to a microsecond") {
  CHECK(parse_time_of_day("12:09:59.258689") == 12h + 9min + 59s + 258'689us);
  CHECK(parse_time_of_day("00:00:01") == 1s);
  CHECK(parse_time_of_day("00:00:01.5") == 1s + 500ms);
  CHECK(parse_time_of_day("00:00:01.1234567") == 1s + 123'456us);
  CHECK(parse_time_of_day("00:00:01.2x") == 1s + 200ms);
  CHECK(parse_time_of_day("00:00:01 9") == 1s);
  for (const char* text : {"", "0:00:01", "00-00:01", "00:00-01", "aa:00:01", "00:aa:01", "00:00:aa"}) {
    CHECK_FALSE_MESSAGE(parse_time_of_day(text), text);
  }
}

TEST_CASE("the moment at the front of a row is taken, and other text is left") {
  const auto taken = [](std::string_view row) { return std::pair{take_moment(row), std::string{row}}; };
  auto [age, rest] = taken("5m2s   Normal");
  REQUIRE(age);
  CHECK(age->age);
  CHECK_FALSE(age->at);
  CHECK(rest == "   Normal");

  for (const char* unknown : {"<unknown> x", "<nil> x"}) {
    const auto [moment, left] = taken(unknown);
    REQUIRE(moment);
    CHECK_FALSE(moment->age);
    CHECK_FALSE(moment->at);
    CHECK(left == " x");
  }

  const auto [stamp, after_stamp] = taken("2017-03-09T18:45:36Z x");
  REQUIRE(stamp);
  CHECK(stamp->at == at(1'489'085'136));
  CHECK(after_stamp == " x");

  const auto [go, after_go] = taken("2017-03-09 18:45:36 +0100 CET x");
  REQUIRE(go);
  CHECK(go->at == at(1'489'081'536));
  CHECK(after_go == " x");
  CHECK(taken("2017-03-09 18:45:36 +0100 web").second == " web");
  CHECK(taken("2017-03-09 18:45:36 +0100 EXPLAINED").second == " EXPLAINED");

  const auto [mail, after_mail] = taken("Tue, 07 Jul 2015 12:53:51 -0700 x");
  REQUIRE(mail);
  CHECK(mail->at == at(1'436'298'831));
  CHECK(after_mail == " x");

  for (const char* other : {"", "Normal 5m", "Tue, 07 Jul", "2017-03-09 18:45 +0100", "2017-03-09 18:45:36 CET"}) {
    const auto result = taken(other);
    CHECK_FALSE_MESSAGE(result.first, other);
    CHECK(result.second == other);
  }
}

}  // namespace podreel::reproduce
