#include "scenarios/reproduce/recording/recorded_phases.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "scenarios/reproduce/recording/recording.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// Two containers crash every few seconds; the kubelet is restarted.
format::Scenario crashes() {
  return testing::short_scenario(R"(duration: 60s, timing: measured, node: {kubelet: {version: "1.35.6"}}, runtime:
    {pods: [{name: web, containers: [{name: a, runs: [{for: 3.3s, exitCode: 1}]},
      {name: b, runs: [{for: 4.1s, exitCode: 1}]}]}]},
    timeline: [{at: 0s, createPod: {kind: Pod, metadata: {name: web},
        spec: {containers: [{name: a, image: "a:1"}, {name: b, image: "b:1"}]}}},
      {at: 30s, stopKubelet: {}}, {at: 35s, startKubelet: {}}])");
}

/// Returns times from `first` on, `period` apart.
std::vector<double> every(double period, double first, int count) {
  std::vector<double> times;
  for (int index = 0; index < count; ++index) times.push_back(first + period * index);
  return times;
}

/// Returns the choice of this site and key; its value is zero if there is none.
sim::Choice choice_in(const std::vector<sim::Choice>& choices, const std::string& site, const std::string& key) {
  for (const sim::Choice& choice : choices) {
    if (choice.site == site && choice.key == key && choice.index == 0) return choice;
  }
  return {};
}

}  // namespace

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

TEST_CASE("statements and events belong to the kubelet that runs at their time") {
  const std::vector<KubeletTicks> kubelets =
      kubelet_ticks({{{"t", 0}, {"kind", "recording"}, {"what", "lists"}, {"at", {0.5, 1.5, 36.1}}},
                     {{"t", 0}, {"kind", "recording"}, {"what", "loops"}, {"for_s", 7.25}},
                     {{"t", 1.503}, {"kind", "loop"}, {"op", "PLEG"}, {"pod", "default/web"}},
                     {{"t", 1.504}, {"kind", "loop"}, {"op", "PLEG"}, {"pod", "default/web"}},
                     {{"t", 30}, {"kind", "kubelet"}, {"what", "stop"}},
                     {{"t", 35}, {"kind", "kubelet"}, {"what", "start"}},
                     {{"t", 35.2}, {"kind", "recording"}, {"what", "loops"}, {"for_s", 0}},
                     {{"t", 36.104}, {"kind", "loop"}, {"op", "PLEG"}, {"pod", "default/web"}}});
  REQUIRE(kubelets.size() == 2);
  CHECK(kubelets[0].lists == std::vector{0.5, 1.5});
  CHECK(kubelets[0].loops_began == -7.25);
  CHECK(kubelets[0].relist_events == std::vector{1.503});
  CHECK(kubelets[1].started == 35);
  CHECK(kubelets[1].lists == std::vector{36.1});
  CHECK(kubelets[1].loops_began == 35.2);
  CHECK(kubelets[1].relist_events == std::vector{36.104});
}

TEST_CASE("a kubelet that the scenario starts is the first one") {
  const std::vector<KubeletTicks> kubelets = kubelet_ticks(
      {{{"t", 0}, {"kind", "kubelet"}, {"what", "stop"}}, {{"t", 2}, {"kind", "kubelet"}, {"what", "start"}}});
  REQUIRE(kubelets.size() == 2);
  CHECK(kubelets[1].started == 2);
}

TEST_CASE("a removal of a sandbox shows when containers were collected, from the first removal on") {
  const auto removal = [](double at, const char* op) { return json{{"t", at}, {"kind", "runtime"}, {"op", op}}; };
  const std::vector<json> records{removal(20, "RemoveContainer"), removal(53.06, "RemoveContainer"),
                                  removal(53.062, "RemoveContainer"), removal(53.064, "RemovePodSandbox"),
                                  removal(53.07, "RemovePodSandbox")};
  CHECK(kubelet_ticks(records).front().collections == std::vector{53.06});
  std::vector<json> under_pressure = records;
  under_pressure.push_back({{"t", 50}, {"kind", "event"}, {"reason", "EvictionThresholdMet"}});
  CHECK(kubelet_ticks(under_pressure).front().collections.empty());
}

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
    const std::vector<sim::Choice> taken = attempt_replay(recording, seed).taken;
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
  const std::vector<sim::Choice> taken = attempt_replay(recording, 1).taken;
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

TEST_CASE("a run with the phases that a recording shows relists when its kubelets did") {
  const format::Scenario scenario = crashes();
  constexpr std::uint64_t recorded_seed = 1'000;
  const std::vector<json> records = testing::json_records(scenario, recorded_seed);
  const Recording recording = recording_of(scenario, records);
  const std::vector<sim::Choice> taken = attempt_replay(recording, recorded_seed).taken;
  const std::vector<sim::Choice> phases = recorded_phases(kubelet_ticks(records), attempt_replay(recording, 1).taken);
  const auto value = [](const sim::Choice& choice) { return static_cast<double>(choice.value); };
  // Each relist's inspection is taken to last as long as the median one.
  constexpr double some_milliseconds = 15e6;
  CHECK(std::abs(value(choice_in(phases, "relist-phase", "")) - value(choice_in(taken, "relist-phase", ""))) <
        some_milliseconds);
}

}  // namespace podreel::reproduce
