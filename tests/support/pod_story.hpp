// What happened to one pod, told step by step to those who judge it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::testing {

inline release::Behaviour behaviour_of(const char* kubelet) {
  return release::behaviour_of(release::parse_release(kubelet).value());
}

inline invariants::Circumstances circumstances(const char* kubelet = "1.30") {
  invariants::Circumstances made;
  made.kubelets.push_back(behaviour_of(kubelet));
  made.request_timeout = std::chrono::minutes{2};
  made.max_back_off = std::chrono::minutes{5};
  return made;
}

inline sim::Time at(sim::Duration since_start) {
  return sim::Time{} + since_start;
}

inline api::StateTerminated terminated(std::int32_t code, sim::Duration started, sim::Duration finished) {
  api::StateTerminated state;
  state.exit_code = code;
  state.started_at = at(started);
  state.finished_at = at(finished);
  return state;
}

/// A pod with one container, as it is told, and what has been done in the runtime.
class PodStory {
 public:
  explicit PodStory(const char* kubelet = "1.30") : PodStory{circumstances(kubelet)} {}
  explicit PodStory(invariants::Circumstances given) : PodStory{std::move(given), true} {}
  /// `runs`: its container was created and started in the sandbox "s".
  PodStory(invariants::Circumstances given, bool runs) : history{std::move(given)} {
    auto spec = std::make_shared<api::PodSpec>();
    api::Container app;
    app.name = "app";
    spec->containers = {app};
    pod.spec = spec;
    pod.metadata.name = "web";
    pod.metadata.uid = "uid";
    pod.status.phase = api::PodPhase::running;
    pod.status.start_time = at(std::chrono::seconds{1});
    api::ContainerStatus status;
    status.name = "app";
    status.state = api::StateRunning{at(std::chrono::seconds{2})};
    status.container_id = "containerd://c1";
    pod.status.container_statuses = {status};
    if (runs) start_app(std::chrono::seconds{1});
  }

  void start_app(sim::Duration when) {
    call({.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c1"}, when);
    call({.op = "StartContainer", .container = "app", .id = "c1"}, when + std::chrono::seconds{1});
  }
  void call(trace::RuntimeCall call, sim::Duration when) { history.write({at(when), "default/web", std::move(call)}); }
  void exit(std::string id, sim::Duration when, std::int32_t code = 0) {
    history.write(
        {at(when), "default/web",
         trace::Environment{.what = "container_exit", .id = std::move(id), .exit_code = code, .why = "script"}});
  }
  void report(sim::Duration when, const std::function<void(api::Pod&)>& change = {}) {
    if (change) change(pod);
    history.observe(at(when), std::make_shared<const api::Pod>(pod), false);
  }
  void report_container(sim::Duration when, const std::function<void(api::ContainerStatus&)>& change) {
    report(when, [&](api::Pod& reported) {
      api::ContainerStatus status = reported.status.container_statuses[0];
      change(status);
      reported.status.container_statuses = {status};
    });
  }
  void never_restart() {
    auto spec = std::make_shared<api::PodSpec>(*pod.spec);
    spec->restart_policy = api::RestartPolicy::never;
    pod.spec = std::move(spec);
  }
  /// The names of what does not hold.
  [[nodiscard]] std::vector<std::string> broken() {
    history.end(at(std::chrono::hours{1}), true);
    std::vector<std::string> names;
    for (const invariants::Breach& breach : invariants::breaches_of(history)) names.emplace_back(breach.invariant);
    return names;
  }

  /// The invariant, or promise, of that name does not hold.
  [[nodiscard]] bool breaks(std::string_view name) {
    const std::vector<std::string> names = broken();
    return std::ranges::find(names, name) != names.end();
  }

  invariants::History history;
  api::Pod pod;
};

/// One in which known faults are not excused.
inline PodStory strict_story(const char* kubelet = "1.30") {
  invariants::Circumstances strict = circumstances(kubelet);
  strict.excuse_known_faults = false;
  return PodStory{std::move(strict)};
}

}  // namespace podreel::testing
