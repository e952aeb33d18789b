#include "scenarios/explore/injection_points.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <tuple>

#include "scenarios/format/runtime_calls.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using format::FaultKind;
using invariants::Instance;
using nlohmann::ordered_json;
using runtime_fake::CallFault;

/// Downtimes of a kubelet after a crash, of a rebooted node, and of an API server.
constexpr sim::Duration crash_lasts = 1s;
constexpr std::string_view reboot_lasts = "20s";
constexpr sim::Duration outage_lasts = 30s;
constexpr std::string_view cut_lasts = "30s";
constexpr std::string_view runtime_restart_lasts = "5s";
/// Duration of failing queries after a call that changes something.
constexpr sim::Duration soon = 2s;
/// Duration of a call during which the kubelet is killed, in the middle of it.
constexpr sim::Duration interrupted_call = 2s;
/// Calls whose leftovers another kubelet or boot finds.
constexpr std::array<std::string_view, 3> creating_calls{"RunPodSandbox", "CreateContainer", "StartContainer"};

/// A failure of a call. Kubelets time out after two minutes (four for RunPodSandbox); a longer call may still succeed
/// in the runtime, or fail.
struct CallFailure {
  FaultKind kind;
  std::string_view what;
  sim::Duration lasts;
  sim::Duration takes{};
  std::uint32_t fail_first = 0;
};

constexpr std::array call_failures{
    CallFailure{FaultKind::call_error, "fails", 1ns, {}, 1},
    CallFailure{FaultKind::call_error, "fails for 30s", 30s, {}, CallFault::all},
    CallFailure{FaultKind::call_hang, "hangs for 15s", 1ns, 15s, 0},
    CallFailure{FaultKind::call_hang, "hangs until it times out, but succeeds later", 1ns, 250s, 0},
    CallFailure{FaultKind::call_hang, "hangs until it times out, and fails", 1ns, 250s, 1},
};

/// Choices with more possibilities are tried at their ends and in the middle.
constexpr std::uint64_t max_options_tried = 4;

/// Whether a container has resource requests.
bool needs_memory_model(const invariants::History& history) {
  return std::ranges::any_of(history.pods(), [](const invariants::PodLife& life) {
    return std::ranges::any_of(life.last().spec->containers,
                               [](const api::Container& container) { return !container.requests.empty(); });
  });
}

class Finder {
 public:
  Finder(const WatchedRun& run, const Allowed& allowed) : run_{run}, allowed_{allowed} {}

  Perturbations find() && {
    find_calls();
    for (const sim::Duration instant : instants_of(run_)) find_at(instant + 1ns);
    std::ranges::stable_sort(found_, {}, &Perturbation::at);
    find_choices();
    return std::move(found_);
  }

 private:
  void add(FaultKind kind, sim::Duration at, std::string what, std::vector<ordered_json> steps) {
    found_.push_back({.kind = kind, .at = at, .steps = std::move(steps), .what = std::move(what)});
  }

  static ordered_json step(sim::Duration at, const char* action, ordered_json about) {
    return {{"at", format::duration_text(at)}, {action, std::move(about)}};
  }

  /// "StartContainer of default/web/app"
  static std::string named(const CallFault& fault) {
    std::string name = fault.call;
    if (!fault.pod.empty()) name += " of " + fault.pod;
    if (!fault.container.empty()) name += "/" + fault.container;
    return name;
  }

  void add_fault(CallFault fault, const CallFailure& failure) {
    if (!allowed_.contains(failure.kind)) return;
    fault.until = fault.from + failure.lasts;
    fault.takes = failure.takes;
    fault.fail_first = failure.fail_first;
    std::string what = fmt::format("{} {}", named(fault), failure.what);
    const sim::Duration at = fault.from;
    found_.push_back({.kind = failure.kind, .at = at, .fault = std::move(fault), .what = std::move(what)});
  }

  void find_calls() {
    std::set<std::tuple<std::string, std::string, std::string, sim::Duration>> seen;
    for (const trace::Record& record : run_.history.records()) {
      const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
      if (call == nullptr || !allowed_.contains(record.time - run_.started_at)) continue;
      CallFault fault;
      fault.call = call->op;
      fault.pod = record.pod;
      if (format::is_about_a_container(call->op)) fault.container = call->container.value_or("");
      fault.from = record.time - run_.started_at;
      if (!seen.emplace(fault.call, fault.pod, fault.container, fault.from).second) continue;
      for (const CallFailure& failure : call_failures) add_fault(fault, failure);
      if (std::ranges::find(creating_calls, call->op) != creating_calls.end()) find_interruptions(fault);
      find_questions(std::move(fault));
    }
  }

  /// The kubelet is killed before the call finishes, so it does not learn the result; the node may also reboot.
  void find_interruptions(CallFault fault) {
    const sim::Duration killed = fault.from + interrupted_call / 2;
    const sim::Duration done = fault.from + interrupted_call + 1ns;
    fault.until = fault.from + 1ns;
    fault.takes = interrupted_call;
    const std::string call = named(fault);
    const ordered_json kill = step(killed, "stopKubelet", {{"signal", "KILL"}});
    if (allowed_.contains(FaultKind::kubelet_crash)) {
      found_.push_back({.kind = FaultKind::kubelet_crash,
                        .at = fault.from,
                        .fault = fault,
                        .steps = {kill, step(done + crash_lasts, "startKubelet", ordered_json::object())},
                        .what = fmt::format("the kubelet is killed during {}, which still succeeds", call)});
    }
    if (!allowed_.contains(FaultKind::reboot)) return;
    std::vector<ordered_json> steps{kill, step(done, "rebootNode", {{"downFor", reboot_lasts}})};
    found_.push_back({.kind = FaultKind::reboot,
                      .at = fault.from,
                      .fault = std::move(fault),
                      .steps = std::move(steps),
                      .what = fmt::format("the node reboots during {}, which succeeds before the shutdown", call)});
  }

  /// Queries of the runtime leave no record.
  void find_questions(CallFault fault) {
    fault.pod.clear();
    fault.container.clear();
    for (const char* question : {"ListPodSandbox", "ListContainers", "PodSandboxStatus", "ContainerStatus"}) {
      fault.call = question;
      add_fault(fault, {FaultKind::call_error, "fails for 2s", soon, {}, CallFault::all});
    }
  }

  void find_at(sim::Duration at) {
    if (!allowed_.contains(at)) return;
    const sim::Time time = run_.started_at + at;
    if (allowed_.contains(FaultKind::kubelet_crash)) {
      add(FaultKind::kubelet_crash, at, "the kubelet is killed and restarts after 1s",
          {step(at, "stopKubelet", {{"signal", "KILL"}}),
           step(at + crash_lasts, "startKubelet", ordered_json::object())});
    }
    if (needs_memory_model_ && allowed_.contains(FaultKind::less_room)) {
      const ordered_json hardly_any{{"cpu", "1m"}, {"memory", "1Mi"}, {"pods", "110"}};
      add(FaultKind::less_room, at,
          "the kubelet is killed and restarts with little allocatable CPU and memory (1m and 1Mi)",
          {step(at, "stopKubelet", {{"signal", "KILL"}}),
           step(at + crash_lasts, "startKubelet", {{"allocatable", hardly_any}})});
    }
    if (allowed_.contains(FaultKind::api_outage)) {
      add(FaultKind::api_outage, at, "the API server is down for 30s",
          {step(at, "stopApiServer", ordered_json::object()),
           step(at + outage_lasts, "startApiServer", ordered_json::object())});
    }
    if (allowed_.contains(FaultKind::network_cut)) {
      add(FaultKind::network_cut, at, "the node is cut off from the API server for 30s",
          {step(at, "cutNetwork", {{"for", cut_lasts}})});
    }
    if (allowed_.contains(FaultKind::runtime_restart)) find_runtime_restarts(at);
    if (allowed_.contains(FaultKind::status_write)) find_writes(at, time);
    find_containers(at, time);
    find_sandboxes(at, time);
  }

  void find_runtime_restarts(sim::Duration at) {
    add(FaultKind::runtime_restart, at, "the runtime restarts, and containers keep running",
        {step(at, "restartRuntime", {{"downFor", runtime_restart_lasts}})});
    add(FaultKind::runtime_restart, at, "the runtime restarts, and all containers die",
        {step(at, "restartRuntime", {{"downFor", runtime_restart_lasts}, {"killsContainers", true}})});
  }

  /// Writes the status of a node controller that has lost contact with the node.
  void find_writes(sim::Duration at, sim::Time time) {
    for (const invariants::PodLife& life : run_.history.pods()) {
      if (life.versions.front().since >= time || (life.gone_at && *life.gone_at <= time)) continue;
      const std::string name = api::full_name(life.last());
      const ordered_json not_ready{{"type", "Ready"}, {"status", "False"}, {"reason", "NodeNotReady"}};
      ordered_json patch{{"conditions", ordered_json::array({not_ready})}};
      add(FaultKind::status_write, at, fmt::format("a client sets the Ready condition of {} to False", name),
          {step(at, "patchPodStatus", {{"name", name}, {"patch", std::move(patch)}})});
    }
  }

  void find_containers(sim::Duration at, sim::Time time) {
    std::set<std::pair<std::string_view, std::string_view>> lost;
    for (const Instance& instance : run_.history.instances()) {
      const ordered_json about{{"pod", instance.pod}, {"container", instance.container}};
      const bool runs = instance.ran_at(time);
      const bool is_there = instance.created_at < time && (!instance.removed_at || *instance.removed_at > time);
      if (runs && allowed_.contains(FaultKind::oom_kill)) {
        add(FaultKind::oom_kill, at, fmt::format("{}/{} is OOM-killed", instance.pod, instance.container),
            {step(at, "oomKill", about)});
      }
      if (runs && allowed_.contains(FaultKind::container_exit)) {
        for (const int code : {0, 1}) {
          ordered_json exit = about;
          exit["exitCode"] = code;
          add(FaultKind::container_exit, at, fmt::format("{}/{} exits with {}", instance.pod, instance.container, code),
              {step(at, "exitContainer", std::move(exit))});
        }
      }
      if (is_there && !runs && allowed_.contains(FaultKind::container_loss) &&
          lost.emplace(instance.pod, instance.container).second) {
        add(FaultKind::container_loss, at,
            fmt::format("the runtime loses the dead container {}/{}", instance.pod, instance.container),
            {step(at, "removeContainer", about)});
      }
    }
  }

  /// Pods that the runtime has containers or sandboxes of at that time.
  [[nodiscard]] std::set<std::string> pods_with_sandboxes(sim::Time time) const {
    std::set<std::string> pods;
    for (const Instance& instance : run_.history.instances()) {
      if (instance.created_at < time && (!instance.removed_at || *instance.removed_at > time))
        pods.insert(instance.pod);
    }
    return pods;
  }

  void find_sandboxes(sim::Duration at, sim::Time time) {
    const std::set<std::string> pods = pods_with_sandboxes(time);
    if (allowed_.contains(FaultKind::sandbox_death)) {
      for (const std::string& pod : pods) {
        add(FaultKind::sandbox_death, at, fmt::format("the sandbox of {} dies", pod),
            {step(at, "killSandbox", {{"pod", pod}})});
        add(FaultKind::sandbox_death, at, fmt::format("the sandbox of {} dies, but not its containers", pod),
            {step(at, "killSandbox", {{"pod", pod}, {"killsContainers", false}})});
      }
    }
    if (!allowed_.contains(FaultKind::reboot) || pods.empty()) return;
    add(FaultKind::reboot, at, "the node reboots", {step(at, "rebootNode", {{"downFor", reboot_lasts}})});
  }

  void find_choices() {
    if (!allowed_.contains(FaultKind::chance)) return;
    for (const sim::Choice& taken : run_.choices) {
      std::set<std::uint64_t> values{0, taken.options / 2, taken.options - 1};
      for (std::uint64_t value = 0; value < std::min(taken.options, max_options_tried); ++value) values.insert(value);
      for (const std::uint64_t value : values) {
        if (value == taken.value) continue;
        sim::Choice other = taken;
        other.value = value;
        std::string what = fmt::format("{} {} of {} is {} of {} instead of {}", taken.site, taken.index, taken.key,
                                       value, taken.options, taken.value);
        found_.push_back({.kind = FaultKind::chance, .choice = std::move(other), .what = std::move(what)});
      }
    }
  }

  const WatchedRun& run_;
  const Allowed& allowed_;
  bool needs_memory_model_ = needs_memory_model(run_.history);
  Perturbations found_;
};

}  // namespace

bool Allowed::contains(FaultKind kind) const {
  return std::ranges::find(fault_kinds, kind) != fault_kinds.end();
}

std::vector<sim::Duration> instants_of(const WatchedRun& run) {
  std::set<sim::Duration> instants{sim::Duration{}};
  for (const trace::Record& record : run.history.records()) {
    instants.insert(record.time - run.started_at);
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call != nullptr) instants.insert(record.time - run.started_at + call->dur);
  }
  return {instants.begin(), instants.end()};
}

Perturbations injection_points(const WatchedRun& run, const Allowed& allowed) {
  return Finder{run, allowed}.find();
}

}  // namespace podreel::explore
