// Each call of the runtime fails once, and hangs once, at every point of the starter scenarios.
#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using runtime_fake::CallFault;

/// How long a node has to come to rest after a scenario: longer than the longest back-off.
constexpr sim::Duration time_to_rest = 20min;
/// Less than a kubelet waits for an answer, and than it lives in these scenarios: what it has given up the runtime does
/// all the same (scenarios/faults/runtime-request-timeout.yaml).
constexpr sim::Duration hanging = 15s;
/// Calls that change nothing come this soon after one that does.
constexpr sim::Duration soon = 2s;

struct Instance {
  std::string pod;
  std::string container;
  friend auto operator<=>(const Instance&, const Instance&) = default;
};

/// What is kept of a run: the calls, and what of the pods' containers runs.
class Watch final : public trace::Sink {
 public:
  explicit Watch(sim::Time begin) : begin_{begin} {}

  void write(const trace::Record& record) override {
    if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) note_call(record, *call);
    if (const auto* world = std::get_if<trace::World>(&record.payload)) {
      if (world->what == "container_exit") running_.erase(world->id.value_or(""));
    }
  }

  struct Call {
    std::string op;
    std::string pod;
    std::string container;
    sim::Duration at{};
  };
  [[nodiscard]] const std::vector<Call>& calls() const noexcept { return calls_; }
  /// By id.
  [[nodiscard]] const std::map<std::string, Instance>& running() const noexcept { return running_; }
  /// A container that was started while another instance of it ran; empty: none.
  [[nodiscard]] const std::string& doubled() const noexcept { return doubled_; }

 private:
  void note_call(const trace::Record& record, const trace::RuntimeCall& call) {
    calls_.push_back({call.op, record.pod, call.container.value_or(""), record.time - begin_});
    if (call.err || !call.id) return;
    if (call.op == "RemoveContainer") running_.erase(*call.id);
    if (call.op != "StartContainer") return;
    const Instance started{record.pod, call.container.value_or("")};
    const auto is_another = [&](const auto& other) { return other.second == started; };
    if (std::ranges::any_of(running_, is_another)) doubled_ = started.pod + "/" + started.container;
    running_.emplace(*call.id, started);
  }

  sim::Time begin_;
  std::vector<Call> calls_;
  std::map<std::string, Instance> running_;
  std::string doubled_;
};

struct SweptRun {
  Watch watch;
  /// By name, as the API has them at the end.
  std::map<std::string, api::PodPtr> pods;
};

SweptRun swept(const language::Scenario& scenario) {
  ReplayOptions options;
  options.until = scenario.duration.value_or(5min) + time_to_rest;
  SweptRun result{Watch{start_time(scenario, options)}, {}};
  options.sinks = {&result.watch};
  for (const api::PodPtr& pod : replay(scenario, options).pods) {
    result.pods.emplace(api::full_name(*pod), pod);
  }
  return result;
}

/// A container that cannot be started has ended, and nothing starts it again where that is so written.
bool may_fail(const api::Pod& pod) {
  return pod.spec->restart_policy == api::RestartPolicy::never && pod.status.phase == api::PodPhase::failed;
}

/// What no fault may do to a node that has had time to rest; empty if it has not.
std::string broken_by(const SweptRun& faulty, const SweptRun& sound) {
  if (!faulty.watch.doubled().empty()) return "two instances at once of " + faulty.watch.doubled();
  for (const auto& [id, instance] : faulty.watch.running()) {
    if (!faulty.pods.contains(instance.pod)) return "runs on without its pod: " + instance.pod;
  }
  for (const auto& [name, pod] : sound.pods) {
    const auto found = faulty.pods.find(name);
    if (found == faulty.pods.end()) return name + " is gone";
    const api::PodPhase phase = found->second->status.phase;
    if (phase == pod->status.phase || may_fail(*found->second)) continue;
    return fmt::format("{} is {} instead of {}", name, api::to_string(phase), api::to_string(pod->status.phase));
  }
  return faulty.pods.size() > sound.pods.size() ? "a pod that should be gone is not" : "";
}

/// A fault for each call that changes something, and for each kind of question that may follow it.
std::vector<CallFault> faults_of(const Watch& sound) {
  std::vector<CallFault> faults;
  std::set<std::tuple<std::string, std::string, std::string, sim::Duration>> seen;
  for (const Watch::Call& call : sound.calls()) {
    if (!seen.emplace(call.op, call.pod, call.container, call.at).second) continue;
    CallFault fault;
    fault.call = call.op;
    fault.pod = call.pod;
    fault.container = call.container;
    fault.from = call.at;
    fault.until = call.at + 1ns;
    faults.push_back(fault);
    fault.container.clear();
    fault.pod.clear();
    fault.until = call.at + soon;
    for (const char* question : {"ListPodSandbox", "ListContainers", "PodSandboxStatus", "ContainerStatus"}) {
      fault.call = question;
      faults.push_back(fault);
    }
  }
  return faults;
}

std::vector<language::Scenario> starters(const char* release) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator{fs::path{PODREEL_SOURCE_DIR} / "scenarios"}) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<language::Scenario> scenarios;
  for (const fs::path& file : files) {
    for (language::Scenario& scenario : language::load_scenario_file(file.string()).scenarios) {
      scenario.node.kubelet.version = *release::parse_release(release);
      scenarios.push_back(std::move(scenario));
    }
  }
  return scenarios;
}

void sweep(const char* release) {
  int runs = 0;
  for (language::Scenario& scenario : starters(release)) {
    const SweptRun sound = swept(scenario);
    CHECK_MESSAGE(broken_by(sound, sound).empty(), scenario.name, " without any fault: ", broken_by(sound, sound));
    for (CallFault fault : faults_of(sound.watch)) {
      for (const bool hangs : {false, true}) {
        fault.fail_first = hangs ? 0 : 1;
        fault.takes = hangs ? hanging : sim::Duration{};
        scenario.runtime.calls = {fault};
        const std::string broken = broken_by(swept(scenario), sound);
        CHECK_MESSAGE(broken.empty(), release, " ", scenario.name, ": ", fault.call, hangs ? " hangs" : " fails",
                      " at ", std::chrono::duration<double>(fault.from).count(), " s: ", broken);
        ++runs;
      }
    }
  }
  CHECK(runs > 500);
}

}  // namespace

TEST_CASE("no single failure of the runtime leaves a node in disorder") {
  for (const char* release : {"1.14", "1.19", "1.24", "1.27", "1.30", "1.33", "1.36"}) sweep(release);
}

}  // namespace podreel::simulation
