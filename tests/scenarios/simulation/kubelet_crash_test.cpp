// The kubelet is killed at every instant at which something happens, of every starter scenario and of those about
// volumes, nodes and runtimes that are away and memory with the newest of their kubelets, and comes back. Pressure is
// not among them: a kubelet that starts has forgotten what it said of its node.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string>
#include <vector>

#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

constexpr sim::Duration down = 5s;
/// What the kubelet did last may need that long once more: grace periods, back-off, probes.
constexpr sim::Duration to_settle = 10min;

class Instants final : public trace::Sink {
 public:
  explicit Instants(sim::Time begin) : begin_{begin} {}
  void write(const trace::Record& record) override { times.insert(record.time - begin_); }
  std::set<sim::Duration> times;

 private:
  sim::Time begin_;
};

std::string state_text(const api::ContainerState& state) {
  if (std::holds_alternative<api::StateRunning>(state)) return "running";
  if (const auto* ended = std::get_if<api::StateTerminated>(&state)) return fmt::format("exited {}", ended->exit_code);
  return "waiting";
}

/// What a pod has come to. A container that crashes again and again is now this and now that.
std::string outcome_of(const api::Pod& pod) {
  std::string text = fmt::format("{} {}", api::full_name(pod), api::to_string(pod.status.phase));
  for (const auto* statuses : {&pod.status.init_container_statuses, &pod.status.container_statuses}) {
    for (const api::ContainerStatus& container : *statuses) {
      const auto* last = std::get_if<api::StateTerminated>(&container.last_state);
      const bool crashes = last != nullptr && last->exit_code != 0 && container.restart_count > 3;
      text += fmt::format(" {}={}", container.name, crashes ? "crashing" : state_text(container.state));
    }
  }
  return text;
}

std::string outcome(const format::Scenario& scenario) {
  std::string text;
  for (const api::PodPtr& pod : replay(scenario).pods) text += outcome_of(*pod) + "\n";
  return text;
}

format::Step step(sim::Duration at, actions::ActionPtr action) {
  format::Step made;
  made.at = at;
  made.action = std::move(action);
  return made;
}

format::Scenario with_crash(const format::Scenario& scenario, sim::Duration at) {
  format::Scenario crashed = scenario;
  const auto kill = std::make_shared<actions::StopKubelet>();
  kill->kill = true;
  crashed.timeline.push_back(step(at, kill));
  crashed.timeline.push_back(step(at + down, std::make_shared<actions::StartKubelet>()));
  std::ranges::stable_sort(crashed.timeline, {}, &format::Step::at);
  return crashed;
}

/// The scenario's own stops and starts leave no room for others.
bool has_room(const format::Scenario& scenario, sim::Duration at) {
  sim::Duration stopped = sim::Duration::max();
  for (const format::Step& own : scenario.timeline) {
    if (own.action->name() == actions::StopKubelet::kind) stopped = own.at;
    if (own.action->name() != actions::StartKubelet::kind) continue;
    if (at >= stopped - down && at <= own.at) return false;
  }
  return true;
}

std::vector<fs::path> scenarios_to_crash() {
  const fs::path folder = testing::source_path("scenarios");
  std::vector<fs::path> files{folder / "library/faults/config-map-changes-without-a-restart.yaml",
                              folder / "library/faults/kube-root-ca-is-missing.yaml",
                              folder / "library/faults/volume-driver-is-not-there-yet.yaml",
                              folder / "library/issues/113426-terminating-until-unmounted.yaml",
                              folder / "library/issues/96142-multi-attach.yaml",
                              folder / "library/faults/memory-limit-exceeded.yaml",
                              folder / "library/faults/network-lost-under-running-pods.yaml",
                              folder / "library/faults/network-not-ready.yaml",
                              folder / "library/faults/network-plugin-gone.yaml",
                              folder / "library/faults/node-lost-for-a-moment.yaml",
                              folder / "library/faults/node-lost.yaml",
                              folder / "library/faults/node-reboot-ends-a-job.yaml",
                              folder / "library/faults/runtime-restarts.yaml",
                              folder / "library/faults/runtime-takes-containers-along.yaml",
                              folder / "library/issues/50632-oom-killed-child-goes-unnoticed.yaml",
                              folder / "library/issues/128561-away-for-forty-seconds.yaml"};
  for (const fs::directory_entry& entry : fs::directory_iterator{folder}) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  return files;
}

}  // namespace

TEST_CASE("after a crash at any instant every pod comes to what it comes to without one") {
  std::size_t crashes = 0;
  testing::Sample sample{{.sanitized = 5}};
  for (const fs::path& file : scenarios_to_crash()) {
    CAPTURE(file.string());
    const format::Loaded loaded = format::load_scenario_file(file.string());
    REQUIRE(loaded.problems.empty());
    format::Scenario scenario = loaded.scenarios.back();
    ReplayOptions options;
    Instants instants{start_time(scenario, options)};
    options.sinks = {&instants};
    const sim::Duration length = replay(scenario, options).length;
    scenario.duration = length + to_settle;
    const std::string expected = outcome(scenario);
    for (const sim::Duration time : instants.times) {
      for (const sim::Duration at : {time - 1ns, time}) {
        if (at < sim::Duration{} || !has_room(scenario, at) || !sample.has_next()) continue;
        CAPTURE(at.count());
        CHECK(outcome(with_crash(scenario, at)) == expected);
        ++crashes;
      }
    }
  }
  MESSAGE(crashes << " crashes");
  CHECK(crashes > 300 / testing::one_in({.sanitized = 5}));
}

}  // namespace podreel::simulation
