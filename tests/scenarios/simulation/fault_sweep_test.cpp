// Each call of the runtime fails once, and hangs once, at every point of scenarios.
#include <algorithm>
#include <array>
#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "scenarios/explore/watched_run.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/catalogue_files.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using explore::WatchedRun;
using invariants::History;
using invariants::PodLife;
using runtime_fake::CallFault;

/// How long a node has to come to rest after a scenario: longer than the longest back-off.
constexpr sim::Duration time_to_rest = 20min;
/// Calls that change nothing come this soon after one that does.
constexpr sim::Duration soon = 2s;

/// How a call goes wrong.
struct Trouble {
  std::string_view name;
  sim::Duration takes{};
  std::uint32_t fail_first = 0;
};

/// What takes longer than a kubelet waits (2 min; RunPodSandbox 4) the runtime does all the same, or not.
constexpr std::array troubles{
    Trouble{"fails", {}, 1},
    Trouble{"hangs", 15s, 0},
    Trouble{"hangs until it times out, but succeeds later", 250s, 0},
    Trouble{"hangs until it times out, and fails", 250s, 1},
};

using Pods = std::map<std::string, api::PodPhase>;

/// By name, as the API has them at the end.
Pods pods_of(const History& history) {
  Pods pods;
  for (const PodLife& life : history.pods()) {
    if (!life.gone_at) pods.emplace(api::full_name(life.last()), life.last().status.phase);
  }
  return pods;
}

/// A container that cannot be started has ended, and nothing starts it again where that is so written.
bool may_fail(const History& history, const std::string& name) {
  const api::Pod& pod = history.living_pod(name)->last();
  return pod.spec->restart_policy == api::RestartPolicy::never && pod.status.phase == api::PodPhase::failed;
}

/// A kubelet tells of the newest container of a name, so of the one that was created after it had given up waiting and
/// that nobody starts, once the collector has taken the older one that did its work.
bool names_container_never_started(const History& history, const std::string& name) {
  const api::PodStatus& status = history.living_pod(name)->last().status;
  const auto waits = [](const api::ContainerStatus& container) {
    return std::holds_alternative<api::StateWaiting>(container.state);
  };
  return std::ranges::any_of(status.init_container_statuses, waits) &&
         std::ranges::all_of(status.container_statuses, &api::ContainerStatus::ready);
}

/// Where the pods have not come to what they come to without the fault; empty: nowhere.
std::string other_end(const History& faulty, const History& sound) {
  const Pods expected = pods_of(sound);
  const Pods found = pods_of(faulty);
  for (const auto& [name, phase] : expected) {
    const auto pod = found.find(name);
    if (pod == found.end()) return name + " is gone";
    if (pod->second == phase || may_fail(faulty, name)) continue;
    if (pod->second == api::PodPhase::pending && names_container_never_started(faulty, name)) continue;
    return fmt::format("{} is {} instead of {}", name, api::to_string(pod->second), api::to_string(phase));
  }
  return found.size() > expected.size() ? "a pod that should be gone is not" : "";
}

/// A fault for each call that changes something, and for each kind of question that may follow it.
std::vector<CallFault> faults_of(const WatchedRun& sound) {
  std::vector<CallFault> faults;
  std::set<std::tuple<std::string, std::string, std::string, sim::Duration>> seen;
  for (const trace::Record& record : sound.history.records()) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr) continue;
    CallFault fault;
    fault.call = call->op;
    fault.pod = record.pod;
    fault.container = call->container.value_or("");
    fault.from = record.time - sound.started_at;
    fault.until = fault.from + 1ns;
    if (!seen.emplace(fault.call, fault.pod, fault.container, fault.from).second) continue;
    faults.push_back(fault);
    fault.container.clear();
    fault.pod.clear();
    fault.until = fault.from + soon;
    for (const char* question : {"ListPodSandbox", "ListContainers", "PodSandboxStatus", "ContainerStatus"}) {
      fault.call = question;
      faults.push_back(fault);
    }
  }
  return faults;
}

std::vector<format::Scenario> scenarios_of(const std::vector<fs::path>& files) {
  std::vector<format::Scenario> scenarios;
  for (const fs::path& file : files) {
    for (format::Scenario& scenario : format::load_scenario_file(file.string()).scenarios) {
      scenarios.push_back(std::move(scenario));
    }
  }
  return scenarios;
}

/// Returns the scenarios to start with: those of the folder itself.
std::vector<fs::path> first_scenarios() {
  std::vector<fs::path> files = testing::catalogue_files();
  std::erase_if(files, [](const fs::path& file) { return file.parent_path() != testing::source_path("scenarios"); });
  return files;
}

/// Whether the runtime denies that it has a container. If a fault moves that to one that runs, the kubelet starts
/// another beside it, as it must.
bool denies_containers(const format::Scenario& scenario) {
  return std::ranges::any_of(scenario.runtime.calls, [](const CallFault& fault) {
    return fault.call == "ContainerStatus" && fault.error.find("NotFound") != std::string::npos;
  });
}

class Sweep {
 public:
  /// Every `stride`-th fault is tried.
  explicit Sweep(std::size_t stride) : stride_{stride} {}

  /// `has_one_end`: no fault of one call changes what the scenario's pods come to.
  void run(format::Scenario scenario, bool has_one_end) {
    CAPTURE(format::title(scenario));
    const WatchedRun sound = explore::watch_run(scenario, {.rest = time_to_rest});
    CHECK(sound.breaches() == "");
    scenario.runtime.calls.emplace(scenario.runtime.calls.begin());
    for (CallFault fault : faults_of(sound)) {
      for (const Trouble& trouble : troubles) {
        if (++seen_ % stride_ != 0) continue;
        fault.takes = trouble.takes;
        fault.fail_first = trouble.fail_first;
        scenario.runtime.calls.front() = fault;
        const WatchedRun faulty = explore::watch_run(scenario, {.rest = time_to_rest});
        const std::string broken = faulty.breaches() + (has_one_end ? other_end(faulty.history, sound.history) : "");
        CHECK_MESSAGE(broken == "", release::minor_string(scenario.node.kubelet.version), " ", fault.call, " ",
                      fault.pod, " ", fault.container, " ", trouble.name, " at ", format::in_seconds(fault.from), " s");
        ++runs_;
      }
    }
  }

  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

 private:
  std::size_t stride_;
  std::size_t seen_ = 0;
  std::size_t runs_ = 0;
};

}  // namespace

TEST_CASE("no single failure of the runtime leaves a node in disorder") {
  const std::size_t stride = testing::one_in({.sanitized = 121, .release = 5});
  Sweep sweep{stride};
  for (const char* release : {"1.14", "1.19", "1.24", "1.27", "1.30", "1.33", "1.36"}) {
    for (format::Scenario& scenario : scenarios_of(first_scenarios())) {
      scenario.node.kubelet.version = release::parse_release(release).value();
      sweep.run(std::move(scenario), true);
    }
  }
  CHECK(sweep.runs() > 3'500 / stride);
  MESSAGE(sweep.runs() << " faults");
}

TEST_CASE("nor does one in any other scenario") {
  std::vector<fs::path> files = testing::catalogue_files();
  const std::size_t share = testing::one_in({.sanitized = 13, .release = 3});
  testing::Sample sample{{.sanitized = 13, .release = 3}};
  std::erase_if(files, [&sample](const fs::path& /*file*/) { return !sample.has_next(); });
  const std::size_t stride = testing::one_in({.sanitized = 307, .release = 67});
  Sweep sweep{stride};
  for (format::Scenario& scenario : scenarios_of(files)) {
    if (!denies_containers(scenario)) sweep.run(std::move(scenario), false);
  }
  CHECK(sweep.runs() > 40'000 / stride / share);
  MESSAGE(sweep.runs() << " faults");
}

}  // namespace podreel::simulation
