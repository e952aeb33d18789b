#include "scenarios/fleet/time_series.hpp"

#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

std::uint64_t restarts_in(const TimeSeries& time_series) {
  return std::accumulate(time_series.bins().begin(), time_series.bins().end(), std::uint64_t{},
                         [](std::uint64_t sum, const TimeSeries::Bin& bin) { return sum + bin.restarts; });
}

PodTime down_in(const TimeSeries& time_series) {
  return std::accumulate(time_series.bins().begin(), time_series.bins().end(), PodTime{},
                         [](PodTime sum, const TimeSeries::Bin& bin) { return sum + bin.down; });
}

}  // namespace

TEST_CASE("a course begins with its cluster, in seconds") {
  TimeSeries time_series{1h};
  time_series.at(1h + 2500ms).api_writes += 7;
  REQUIRE(time_series.bins().size() == 3);
  CHECK(time_series.begins_at() == 1h);
  CHECK(time_series.width() == 1s);
  CHECK(time_series.bins()[2].api_writes == 7);
  time_series.at(59min).api_writes += 1;
  CHECK(time_series.bins()[0].api_writes == 1);
}

TEST_CASE("pods that are not ready count in every bin that they last into, and in no other") {
  TimeSeries time_series;
  time_series.change_down(1s, 1);
  time_series.change_down(1500ms, 1);
  time_series.change_down(4s, -1);
  time_series.change_down(4s + 250ms, -1);
  REQUIRE(time_series.bins().size() == 5);
  CHECK(time_series.bins()[0] == TimeSeries::Bin{});
  CHECK(time_series.bins()[1].max_down == 2);
  CHECK(time_series.bins()[1].down == 1500ms);
  CHECK(time_series.bins()[3].max_down == 2);
  CHECK(time_series.bins()[3].down == 2s);
  CHECK(time_series.bins()[4].max_down == 1);
  CHECK(time_series.bins()[4].down == 250ms);
}

TEST_CASE("who becomes ready at the beginning of a bin was not ready in the one before only") {
  TimeSeries time_series;
  time_series.change_down(0s, 3);
  time_series.change_down(1s, -3);
  time_series.at(1s).restarts += 1;
  CHECK(time_series.bins()[0].max_down == 3);
  CHECK(time_series.bins()[1].max_down == 0);
}

TEST_CASE("what does not recover lasts") {
  TimeSeries time_series;
  time_series.change_down(1s, 2);
  time_series.last_until(3s);
  REQUIRE(time_series.bins().size() == 3);
  CHECK(time_series.bins()[2].max_down == 2);
  CHECK(down_in(time_series) == 4s);
}

TEST_CASE("a long course has few bins, and their sums and maxima are those of the seconds") {
  TimeSeries time_series;
  constexpr int hours = 24;
  for (int second = 0; second < hours * 3600; ++second) {
    const sim::Duration at = second * 1s;
    time_series.at(at).restarts += 1;
    if (second % 600 == 10) time_series.change_down(at, second == 6010 ? 9 : 5);
    if (second % 600 == 30) time_series.change_down(at, second == 6030 ? -9 : -5);
  }
  CHECK(time_series.bins().size() <= TimeSeries::max_bins);
  CHECK(time_series.bins().size() > TimeSeries::max_bins / 2);
  CHECK(time_series.width() == 512s);
  CHECK(restarts_in(time_series) == hours * 3600);
  CHECK(down_in(time_series) == hours * 6 * 5 * 20s + 4 * 20s);
  for (std::size_t index = 0; index < time_series.bins().size(); ++index) {
    CHECK(time_series.bins()[index].max_down <= (index == 6010 / 512 ? 9 : 5));
  }
  CHECK(time_series.bins()[6010 / 512].max_down == 9);
}

TEST_CASE("years are a matter of wider bins") {
  TimeSeries time_series;
  time_series.change_down(1s, 1);
  time_series.change_down(24h * 3650, -1);
  CHECK(time_series.bins().size() <= TimeSeries::max_bins);
  CHECK(down_in(time_series) == 24h * 3650 - 1s);
}

TEST_CASE("a coarser course has the same sums") {
  TimeSeries time_series;
  for (int second = 0; second < 100; ++second) {
    time_series.at(second * 1s) +=
        {.max_down = 1, .restarts = 2, .api_writes = 3, .image_pulls = 4, .nodes_done = 5, .down = 6us};
  }
  time_series.coarsen(16);
  CHECK(time_series.bins().size() == 13);
  CHECK(time_series.width() == 8s);
  CHECK(time_series.bins().back().restarts == 8);
  CHECK(restarts_in(time_series) == 200);
  time_series.coarsen(0);
  CHECK(time_series.bins().size() == 1);
  CHECK(time_series.bins().front() ==
        TimeSeries::Bin{
            .max_down = 1, .restarts = 200, .api_writes = 300, .image_pulls = 400, .nodes_done = 500, .down = 600us});
}

}  // namespace podreel::fleet
