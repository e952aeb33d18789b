#include "scenarios/reproduce/recording/recorded_retries.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

constexpr std::uint64_t second = 1'000'000'000;

TakenChoice jitter(const char* key, std::uint64_t index, std::uint64_t options, double at = -1) {
  return {{"worker-jitter", key, index, options, 0}, at};
}

}  // namespace

TEST_CASE("pauses whose end has triggered a sync end half a tick before it") {
  const KubeletTicks kubelet{.syncs = {{{0, 0.1, false}, {12.6, 12.7, true}, {13, 13.1, false}, {90.6, 90.7, true}}}};
  const std::vector<sim::Choice> pauses = recorded_pauses(kubelet, "", {jitter("uid", 0, 5 * second)});
  REQUIRE(pauses.size() == 2);
  CHECK(pauses[0].index == 0);
  CHECK(pauses[0].key == "uid");
  CHECK(pauses[0].options == 5 * second);
  CHECK(static_cast<double>(pauses[0].value) == doctest::Approx(2e9));
  CHECK(pauses[1].index == 2);
  CHECK(pauses[1].options == 30 * second);
  CHECK(static_cast<double>(pauses[1].value) == doctest::Approx(17e9));
}

TEST_CASE("a run shows pauses that a container's back-off has shortened") {
  const KubeletTicks kubelet{.syncs = {{{0, 0.1, false}, {9.6, 9.7, true}}}};
  CHECK(recorded_pauses(kubelet, "", {jitter("uid", 0, 30 * second)}).empty());
  const std::vector<sim::Choice> pauses = recorded_pauses(kubelet, "", {jitter("uid", 0, 4 * second)});
  REQUIRE(pauses.size() == 1);
  CHECK(pauses[0].options == 4 * second);
  CHECK(static_cast<double>(pauses[0].value) == doctest::Approx(1e9));
}

TEST_CASE("pauses correspond by the time at which they began, however many syncs the run had before") {
  const KubeletTicks kubelet{.syncs = {{{0, 0.1, false}, {12.6, 12.7, true}}}};
  const std::vector<sim::Choice> pauses =
      recorded_pauses(kubelet, "", {jitter("uid", 0, 5 * second, -5), jitter("uid", 1, 5 * second, 0.2)});
  REQUIRE(pauses.size() == 1);
  CHECK(pauses[0].index == 1);
}

TEST_CASE("workers correspond to recorded ones in the order in which they begin, in each life of the kubelet") {
  const std::vector<RecordedSync> retried{{0, 0.1, false}, {12.6, 12.7, true}};
  const KubeletTicks kubelet{.syncs = {{{0, 0.1, false}}, retried}};
  const std::vector<TakenChoice> taken{jitter("one", 0, 5 * second), jitter("two", 0, 5 * second),
                                       jitter("three@1", 0, 5 * second), jitter("four@1", 0, 5 * second)};
  CHECK(recorded_pauses(kubelet, "", taken).front().key == "two");
  CHECK(recorded_pauses(kubelet, "@1", taken).front().key == "four@1");
  CHECK(recorded_pauses(kubelet, "@2", taken).empty());
}

TEST_CASE("the loop ticks when most syncs begin that only a timer has triggered") {
  CHECK_FALSE(sync_tick({}));
  CHECK_FALSE(sync_tick({.syncs = {{{0, 0.1, false}, {5.3, 5.4, true}}}}));
  const KubeletTicks kubelet{
      .syncs = {{{0, 0.1, false}, {12.301, 12.4, true}, {24.302, 24.4, true}, {36.7, 36.8, true}}}};
  CHECK(sync_tick(kubelet) == doctest::Approx(0.301).epsilon(0.003));
}

}  // namespace podreel::reproduce
