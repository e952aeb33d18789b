#include "tools/timeline/difference_groups.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <initializer_list>
#include <utility>

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;
using Lines = std::vector<TimelineLine>;

TimelineLine line_at(sim::Duration at, std::string what, std::string pod = "default/web") {
  return {at, std::move(pod), "kubelet", std::move(what), "", 0};
}

SeedRange range_of(std::initializer_list<Lines> runs) {
  std::vector<SeriesTimes> samples;
  for (const Lines& run : runs) samples.push_back(series_times(run));
  return SeedRange{std::move(samples)};
}

}  // namespace

TEST_CASE("a time that another seed has, too, is no difference") {
  const Lines left{line_at(1s, "Started")};
  const Lines right{line_at(3s, "Started")};
  const SeedRange wide = range_of({left, {line_at(4s, "Started")}});
  const SeedRange narrow = range_of({left, {line_at(2s, "Started")}});
  const SeedRange other = range_of({right});
  CHECK(group_differences(left, right, wide, other).empty());
  const std::vector<DifferenceGroup> groups = group_differences(left, right, narrow, other);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].left->at == 1s);
  CHECK(groups[0].right->at == 3s);
  CHECK_FALSE(groups[0].is_counted);
}

TEST_CASE("a number that no seed has in common is a difference, from the first line on that the other run lacks") {
  const Lines left{line_at(1s, "BackOff"), line_at(2s, "BackOff"), line_at(3s, "BackOff")};
  const Lines right{line_at(1s, "BackOff")};
  const std::vector<DifferenceGroup> groups = group_differences(left, right, range_of({left}), range_of({right}));
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].is_counted);
  CHECK(groups[0].left->at == 2s);
  CHECK(groups[0].right == nullptr);
  CHECK(groups[0].left_count == 3);
  CHECK(group_differences(left, right, range_of({left, right}), range_of({right})).empty());
}

TEST_CASE("attempts and restarts are numbers of a series, exit codes are not") {
  CHECK(series_of(line_at(0s, "StartContainer app  attempt 3")) ==
        series_of(line_at(0s, "StartContainer app  attempt 12")));
  CHECK(series_of(line_at(0s, "ready, 1 restart")) == series_of(line_at(0s, "ready, 2 restarts")));
  CHECK(series_of(line_at(0s, "exits with 1")) != series_of(line_at(0s, "exits with 137")));
}

TEST_CASE("pods with the same difference are one group, represented by the first") {
  const Lines left{line_at(2s, "Killing", "default/b"), line_at(1s, "Killing", "default/a")};
  const std::vector<DifferenceGroup> groups = group_differences(left, {}, range_of({left}), range_of({{}}));
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].pods == 2);
  CHECK(groups[0].series.pod == "default/a");
}

TEST_CASE("a short difference of times is not noticeable") {
  const Lines left{line_at(1s, "Started")};
  const Lines right{line_at(1s + noticeable_difference / 2, "Started")};
  CHECK(group_differences(left, right, range_of({left}), range_of({right})).empty());
}

}  // namespace podreel::cli
