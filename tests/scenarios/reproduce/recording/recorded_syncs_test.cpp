#include "scenarios/reproduce/recording/recorded_syncs.hpp"

#include <doctest/doctest.h>

#include "engine/timing/table.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"

namespace podreel::reproduce {

namespace {

TakenChoice taken(timing::Site site, const char* key, std::uint64_t options, double at) {
  return {{std::string{timing::name_of(site).name}, key, 3, options, 1}, at};
}

}  // namespace

TEST_CASE("a worker is as fast as the recorded one that was woken at about the same time") {
  const KubeletTicks kubelet{.wakes = {{"uid", 5, true}, {"uid", 6, false}}};
  const auto value_at = [&kubelet](double at, const char* key) -> std::optional<std::uint64_t> {
    const auto shown = recorded_syncs(kubelet, "", {taken(timing::Site::worker_wake, key, 32, at)});
    return shown.empty() ? std::nullopt : std::optional{shown.front().value};
  };
  CHECK(value_at(5.1, "uid") == 0);
  CHECK(value_at(5.8, "uid") == 31);
  CHECK_FALSE(value_at(5.5, "uid"));
  CHECK_FALSE(value_at(5.1, "other"));
  CHECK_FALSE(value_at(5.1, "uid@1"));
}

TEST_CASE("a sync kills when the recorded one did, or, if that began at quite another time, after as long") {
  const KubeletTicks kubelet{.kills = {{7, 0.004}}};
  const timing::Distribution& latencies = timing::sync_kill.distribution;
  const auto value_at = [&](double at) {
    return recorded_syncs(kubelet, "", {taken(timing::Site::sync_kill, "", latencies.options(), at)}).at(0).value;
  };
  CHECK(value_at(7.001) == value_that_draws(0.003, latencies));
  CHECK(value_at(7.2) == value_that_draws(0.004, latencies));
}

TEST_CASE("a status waits in the writer as long as that which was written with a later probe's result") {
  const KubeletTicks kubelet{.late_writes = {{7, 0.002}}};
  const std::uint64_t is_late = timing::status_writer_is_late.of;
  const auto shown = recorded_syncs(kubelet, "", {taken(timing::Site::status_writer_lag, "", is_late, 7)});
  REQUIRE(shown.size() == 2);
  CHECK(shown[0].value == 0);
  CHECK(shown[1].index == shown[0].index + 1);
  CHECK(shown[1].value == value_that_draws(0.002, timing::status_writer_lag.distribution));
  CHECK(recorded_syncs(kubelet, "", {taken(timing::Site::status_writer_lag, "", is_late, 7.1)}).empty());
}

TEST_CASE("steps on the way to containers correspond to recorded ones in order, where they begin together") {
  const KubeletTicks kubelet{
      .starts = {{RecordedStart::Step::container, 3, 3.004}, {RecordedStart::Step::creation, 3.004, 3.005}}};
  const std::uint64_t options = timing::container_latency.distribution.options();
  const auto shown = recorded_syncs(
      kubelet, "",
      {taken(timing::Site::start_latency, "", options, 3.001), taken(timing::Site::start_latency, "", options, 3.004),
       taken(timing::Site::start_latency, "", options, 3.1)});
  REQUIRE(shown.size() == 2);
  const auto value_of = [](double latency, const timing::Distribution& latencies) {
    return doctest::Approx(static_cast<double>(value_that_draws(latency, latencies)));
  };
  CHECK(static_cast<double>(shown[0].value) == value_of(0.003, timing::container_latency.distribution));
  CHECK(static_cast<double>(shown[1].value) == value_of(0.001, timing::creation_latency.distribution));
}

}  // namespace podreel::reproduce
