#include "scenarios/reproduce/recording/recorded_probes.hpp"

#include <doctest/doctest.h>

#include "engine/timing/table.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"

namespace podreel::reproduce {

namespace {

TakenChoice taken(timing::Site site, const std::string& key, const timing::Distribution& distribution, double at) {
  return {{std::string{timing::name_of(site).name}, key, 0, distribution.options(), 1}, at};
}

/// A pod whose sandbox came 10 ms after its sync, and whose probe ticks 9 ms after that sync.
KubeletTicks probed() {
  return {.setups = {{"uid", 2, 2.01}},
          .probes = {{"uid/a/Liveness", 3.009, 3.0095, {}, false}, {"uid/a/Liveness", 4.009, 4.011, {}, false}}};
}

}  // namespace

TEST_CASE("a setup ends when the pod's probes begin, which is before its sandbox is called for") {
  const auto setup_of = [](const KubeletTicks& kubelet) {
    const TakenChoice choice = taken(timing::Site::pod_setup, "uid", timing::pod_setup.distribution, 0);
    return recorded_probes(kubelet, "", {choice}).at(0).value;
  };
  const timing::Distribution& setups = timing::pod_setup.distribution;
  const double usual = median_of(timing::sandbox_latency.distribution);
  CHECK(setup_of({.setups = {{"uid", 2, 2.01}}}) == value_that_draws(0.01 - usual, setups));
  KubeletTicks early = probed();
  early.probes[0].answered = 3.0075;
  CHECK(setup_of(early) == value_that_draws(0.0075, setups));
}

TEST_CASE("results are known when the recorded ones were, if the probes are answered at about the same time") {
  const timing::Distribution& latencies = timing::probe_latency.distribution;
  const auto value_at = [&](double at, const char* key) -> std::optional<std::uint64_t> {
    const auto shown = recorded_probes(probed(), "", {taken(timing::Site::probe_latency, key, latencies, at)});
    return shown.empty() ? std::nullopt : std::optional{shown.front().value};
  };
  CHECK(value_at(4.0105, "uid/a/Liveness") == value_that_draws(0.0005, latencies));
  CHECK(value_at(4.3, "uid/a/Liveness") == value_that_draws(0.002, latencies));
  CHECK_FALSE(value_at(5, "uid/a/Liveness"));
  CHECK_FALSE(value_at(4, "uid/a/Readiness"));
  CHECK_FALSE(value_at(4, "uid/a/Liveness@1"));
}

TEST_CASE("a recording that leaves out the pod's name is about the only pod") {
  KubeletTicks kubelet = probed();
  kubelet.setups[0].uid = "";
  for (RecordedProbe& probe : kubelet.probes) probe.key = "/a/Liveness";
  const timing::Distribution& latencies = timing::probe_latency.distribution;
  CHECK(recorded_probes(kubelet, "", {taken(timing::Site::probe_latency, "uid/a/Liveness", latencies, 3)}).size() == 1);
  CHECK(recorded_probes(kubelet, "", {taken(timing::Site::probe_latency, "uid/b/Liveness", latencies, 3)}).empty());
}

TEST_CASE("a readiness probe that a sync has triggered comes when the recorded one did, and reads what that read") {
  KubeletTicks kubelet{.probes = {{"uid/a/Readiness", 3, {}, 0.002, true}, {"uid/a/Readiness", 3.3, {}, 0.3, false}}};
  const timing::Distribution& latencies = timing::readiness_trigger.distribution;
  const std::vector<TakenChoice> choices{
      taken(timing::Site::readiness_trigger, "uid/a", latencies, 2.999),
      {{std::string{timing::name_of(timing::Site::readiness_trigger_race).name}, "uid/a", 0, 8, 1}, 2.999}};
  std::vector<sim::Choice> shown = recorded_probes(kubelet, "", choices);
  REQUIRE(shown.size() == 2);
  CHECK(shown[0].value == value_that_draws(0.001, latencies));
  CHECK(shown[1].value == 0);
  kubelet.probes[0].is_outdated = false;
  CHECK(recorded_probes(kubelet, "", choices).at(1).value == 7);
  kubelet.probes[0].after_sync.reset();
  CHECK(recorded_probes(kubelet, "", choices).empty());
}

}  // namespace podreel::reproduce
