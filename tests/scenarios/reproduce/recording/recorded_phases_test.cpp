#include "scenarios/reproduce/recording/recorded_phases.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "scenarios/reproduce/recording/recording.hpp"
#include "tests/support/periodic_times.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;
using testing::every;

/// Two containers crash every few seconds; the kubelet is restarted.
format::Scenario crashes() {
  return testing::short_scenario(R"(duration: 60s, timing: measured, node: {kubelet: {version: "1.35.6"}}, runtime:
    {pods: [{name: web, containers: [{name: a, runs: [{for: 3.3s, exitCode: 1}]},
      {name: b, runs: [{for: 4.1s, exitCode: 1}]}]}]},
    timeline: [{at: 0s, createPod: {kind: Pod, metadata: {name: web},
        spec: {containers: [{name: a, image: "a:1"}, {name: b, image: "b:1"}]}}},
      {at: 30s, stopKubelet: {}}, {at: 35s, startKubelet: {}}])");
}

/// Returns the choice of this site and key; its value is zero if there is none.
sim::Choice choice_in(const auto& choices, const std::string& site, const std::string& key) {
  for (const sim::Choice& choice : choices) {
    if (choice.site == site && choice.key == key && choice.index == 0) return choice;
  }
  return {};
}

/// Returns the most seconds by which two kubelets relist, or sync their only pod, at other times.
double farthest_apart(const KubeletTicks& one, const KubeletTicks& other) {
  REQUIRE(one.syncs.size() == 1);
  REQUIRE(other.syncs.size() == 1);
  double most = 0;
  for (std::size_t index = 0; index < std::min(one.change_relists.size(), other.change_relists.size()); ++index) {
    most = std::max(most, std::abs(one.change_relists[index].listed - other.change_relists[index].listed));
  }
  for (std::size_t index = 0; index < std::min(one.syncs[0].size(), other.syncs[0].size()); ++index) {
    most = std::max(most, std::abs(one.syncs[0][index].began - other.syncs[0][index].began));
  }
  return most;
}

}  // namespace

TEST_CASE("the first kubelet of a run is as old as the recorded one") {
  const std::vector<sim::Choice> stated = stated_phases({{.loops_began = -7.25, .lists = every(1.004, 0.5, 20)}});
  CHECK(choice_in(stated, "ticker-phase", "loops").value == 7'250'000'000);
  CHECK(choice_in(stated, "ticker-phase", "container-gc").value == 7'250'000'000);
  CHECK(choice_in(stated, "ticker-phase", "image-gc").value == 7'250'000'000);
  CHECK(choice_in(stated, "ticker-phase", "log-rotation").value == 7'250'000'000);
  CHECK(choice_in(stated, "relist-phase", "").value == 500'000'000);
  const std::vector<sim::Choice> old = stated_phases({{.loops_began = -125}});
  CHECK(choice_in(old, "ticker-phase", "loops").value == 5'000'000'000);
  CHECK(choice_in(old, "ticker-phase", "container-gc").options == 0);
}

TEST_CASE("a kubelet that is started needs as long until its loops begin, and relists in the rhythm, as recorded") {
  const Recording recording =
      recording_of(crashes(), {{{"t", 0}, {"kind", "recording"}, {"what", "lists"}, {"at", every(1.012, 35.13, 20)}},
                               {{"t", 30}, {"kind", "kubelet"}, {"what", "stop"}},
                               {{"t", 35}, {"kind", "kubelet"}, {"what", "start"}},
                               {{"t", 35.12}, {"kind", "recording"}, {"what", "loops"}, {"for_s", 0}}});
  for (const std::uint64_t seed : {1U, 2U}) {
    const std::vector<TakenChoice> taken = attempt_replay(recording, seed).taken;
    CHECK(choice_in(taken, "start-up", "@1").value == doctest::Approx(785'000).epsilon(0.1));
    CHECK(choice_in(taken, "relist-phase", "@1").value == 10'000'000);
    CHECK(choice_in(taken, "relist-cost", "@1").value == doctest::Approx(865'000).epsilon(0.01));
  }
  CHECK(recorded_phases(recording.kubelets, attempt_replay(recording, 1).taken).empty());
}

TEST_CASE("a recording that states nothing shows the phase of collections at most") {
  const std::vector<sim::Choice> shown = stated_phases({{.relist_events = {3.5}, .collections = {53}}});
  REQUIRE(shown.size() == 1);
  CHECK(choice_in(shown, "ticker-phase", "container-gc").value == doctest::Approx(7.007e9).epsilon(0.001));
  CHECK(stated_phases({{.relist_events = {3.5}}}).empty());
  CHECK(stated_phases({{.started = 2, .loops_began = 2.1, .collections = {53}}}).empty());
}

TEST_CASE("a run of a recording collects containers when the recorded kubelet did, with each seed") {
  const format::Scenario scenario = crashes();
  const auto phase_with = [&scenario](const json& record, std::uint64_t seed) {
    const Recording recording = recording_of(scenario, {{{"t", 0}, {"kind", "api"}}, record});
    return choice_in(attempt_replay(recording, seed).taken, "ticker-phase", "container-gc").value;
  };
  const json removal{{"t", 25}, {"kind", "runtime"}, {"op", "RemovePodSandbox"}};
  const json kept{{"t", 25}, {"kind", "runtime"}, {"op", "RemoveContainer"}};
  CHECK(phase_with(removal, 1) == phase_with(removal, 2));
  CHECK(phase_with(kept, 1) != phase_with(kept, 2));
}

TEST_CASE("stated phases become the choices of a run") {
  const Recording recording = recording_of(crashes(), {{{"t", 0}, {"kind", "api"}}});
  const std::vector<TakenChoice> taken = attempt_replay(recording, 1).taken;
  const std::vector<sim::Choice> phases =
      recorded_phases({{.loops_began = -7.25, .lists = every(1.004, 0.5, 20)},
                       {.started = 35, .loops_began = 35.1, .lists = every(1.004, 35.105, 20)}},
                      taken);
  CHECK(choice_in(phases, "ticker-phase", "loops").value == 7'250'000'000);
  CHECK(choice_in(phases, "relist-phase", "").value == 500'000'000);
  CHECK(choice_in(phases, "relist-phase", "@1").value == doctest::Approx(5e6).epsilon(0.001));
  const ReplayAttempt again = attempt_replay(recording, 1, phases);
  // The choice that draws a setup of 100 ms.
  const sim::Choice setup = choice_in(again.taken, "start-up", "@1");
  CHECK(setup.value == choice_in(phases, "start-up", "@1").value);
  CHECK(setup.value == doctest::Approx(714'285).epsilon(0.01));
}

TEST_CASE("a run with the phases that another shows relists and retries when that did") {
  const format::Scenario scenario = testing::short_scenario(R"(duration: 3m, timing: measured,
    node: {kubelet: {version: "1.30.14"}},
    runtime: {pods: [{name: web, containers: [{name: a, runs: [{for: 3.3s, exitCode: 1}]}]}]},
    timeline: [{at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, image: "a:1"}]}}}])");
  constexpr std::uint64_t recorded_seed = 1'000;
  const Recording recording = recording_of(scenario, testing::json_records(scenario, recorded_seed));
  const ReplayAttempt seeded = attempt_replay(recording, 1);
  const KubeletTicks& shown = recording.kubelets.front();
  format::Scenario as_recorded = recording.scenario;
  CHECK(farthest_apart(shown, kubelet_ticks(testing::json_records(as_recorded, 1)).front()) > 0.2);
  as_recorded.choices = recorded_phases(recording.kubelets, seeded.taken);
  CHECK(farthest_apart(shown, kubelet_ticks(testing::json_records(as_recorded, 1)).front()) < 0.01);
  CHECK(attempt_recorded_phases(recording, seeded)->seed == 1);
}

}  // namespace podreel::reproduce
