#include "scenarios/fleet/course.hpp"

#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

std::uint64_t restarts_in(const Course& course) {
  return std::accumulate(course.bins().begin(), course.bins().end(), std::uint64_t{},
                         [](std::uint64_t sum, const Course::Bin& bin) { return sum + bin.restarts; });
}

PodTime down_in(const Course& course) {
  return std::accumulate(course.bins().begin(), course.bins().end(), PodTime{},
                         [](PodTime sum, const Course::Bin& bin) { return sum + bin.down; });
}

}  // namespace

TEST_CASE("a course begins with its cluster, in seconds") {
  Course course{1h};
  course.at(1h + 2500ms).api_writes += 7;
  REQUIRE(course.bins().size() == 3);
  CHECK(course.begins_at() == 1h);
  CHECK(course.width() == 1s);
  CHECK(course.bins()[2].api_writes == 7);
  course.at(59min).api_writes += 1;
  CHECK(course.bins()[0].api_writes == 1);
}

TEST_CASE("pods that are not ready count in every bin that they last into, and in no other") {
  Course course;
  course.change_down(1s, 1);
  course.change_down(1500ms, 1);
  course.change_down(4s, -1);
  course.change_down(4s + 250ms, -1);
  REQUIRE(course.bins().size() == 5);
  CHECK(course.bins()[0] == Course::Bin{});
  CHECK(course.bins()[1].most_down == 2);
  CHECK(course.bins()[1].down == 1500ms);
  CHECK(course.bins()[3].most_down == 2);
  CHECK(course.bins()[3].down == 2s);
  CHECK(course.bins()[4].most_down == 1);
  CHECK(course.bins()[4].down == 250ms);
}

TEST_CASE("who becomes ready at the beginning of a bin was not ready in the one before only") {
  Course course;
  course.change_down(0s, 3);
  course.change_down(1s, -3);
  course.at(1s).restarts += 1;
  CHECK(course.bins()[0].most_down == 3);
  CHECK(course.bins()[1].most_down == 0);
}

TEST_CASE("what does not recover lasts") {
  Course course;
  course.change_down(1s, 2);
  course.last_until(3s);
  REQUIRE(course.bins().size() == 3);
  CHECK(course.bins()[2].most_down == 2);
  CHECK(down_in(course) == 4s);
}

TEST_CASE("a long course has few bins, and their sums and maxima are those of the seconds") {
  Course course;
  constexpr int hours = 24;
  for (int second = 0; second < hours * 3600; ++second) {
    const sim::Duration at = second * 1s;
    course.at(at).restarts += 1;
    if (second % 600 == 10) course.change_down(at, second == 6010 ? 9 : 5);
    if (second % 600 == 30) course.change_down(at, second == 6030 ? -9 : -5);
  }
  CHECK(course.bins().size() <= Course::most_bins);
  CHECK(course.bins().size() > Course::most_bins / 2);
  CHECK(course.width() == 512s);
  CHECK(restarts_in(course) == hours * 3600);
  CHECK(down_in(course) == hours * 6 * 5 * 20s + 4 * 20s);
  for (std::size_t index = 0; index < course.bins().size(); ++index) {
    CHECK(course.bins()[index].most_down <= (index == 6010 / 512 ? 9 : 5));
  }
  CHECK(course.bins()[6010 / 512].most_down == 9);
}

TEST_CASE("years are a matter of wider bins") {
  Course course;
  course.change_down(1s, 1);
  course.change_down(24h * 3650, -1);
  CHECK(course.bins().size() <= Course::most_bins);
  CHECK(down_in(course) == 24h * 3650 - 1s);
}

TEST_CASE("a coarser course has the same sums") {
  Course course;
  for (int second = 0; second < 100; ++second) course.at(second * 1s).restarts += 2;
  course.coarsen(16);
  CHECK(course.bins().size() == 13);
  CHECK(course.width() == 8s);
  CHECK(course.bins().back().restarts == 8);
  CHECK(restarts_in(course) == 200);
  course.coarsen(0);
  CHECK(course.bins().size() == 1);
}

}  // namespace podreel::fleet
