#include "scenarios/reproduce/recording/relist_rhythm.hpp"

#include <doctest/doctest.h>

#include "tests/support/periodic_times.hpp"

namespace podreel::reproduce {

using testing::every;

TEST_CASE("the rhythm of relists is that in which most of their events come") {
  KubeletTicks kubelet{.relist_events = every(1.004, 0.3525, 6)};
  kubelet.relist_events.push_back(7.9);
  const std::optional<RelistRhythm> rhythm = relist_rhythm(kubelet);
  REQUIRE(rhythm);
  CHECK(rhythm->period == doctest::Approx(1.004).epsilon(0.001));
  // An event comes after the inspection of what the relist has found.
  CHECK(rhythm->first == doctest::Approx(0.35).epsilon(0.01));
}

TEST_CASE("one event shows no rhythm") {
  CHECK_FALSE(relist_rhythm({}));
  CHECK_FALSE(relist_rhythm({.relist_events = {3.5}}));
  CHECK_FALSE(relist_rhythm({.lists = {3.5}}));
}

TEST_CASE("of the lists of all sandboxes, those that follow one another too early are no relists") {
  KubeletTicks kubelet{.lists = every(1.006, 0.25, 8)};
  kubelet.lists.insert(kubelet.lists.begin() + 3, kubelet.lists[2] + 0.4);
  const std::optional<RelistRhythm> rhythm = relist_rhythm(kubelet);
  REQUIRE(rhythm);
  CHECK(rhythm->first == doctest::Approx(0.25));
  CHECK(rhythm->period == doctest::Approx(1.006));
}

TEST_CASE("the largest cluster of events is found across the end of the period, too") {
  const Cluster cluster = largest_cluster({3.002, 4.998, 5.9995, 7.4, 8.9985}, 1);
  CHECK(cluster.size == 4);
  CHECK(cluster.middle == doctest::Approx(0.9995));
}

}  // namespace podreel::reproduce
