// A pod with one running container that a kubelet probes.
#pragma once

#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/kubelet/prober/prober_manager.hpp"
#include "engine/kubelet/status/container_id.hpp"
#include "tests/support/fake_node.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

class ProbeEvents final : public sync::EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view /*field_path*/, sync::EventType /*type*/,
              std::string_view reason, std::string message) override {
    notes.push_back(fmt::format("{}: {}", reason, message));
  }
  std::vector<std::string> notes;
};

inline runtime_fake::RuntimeScript answering(std::string command, std::vector<runtime_fake::ExecAnswer> answers) {
  runtime_fake::PodScript pod;
  pod.name = "web";
  pod.exec.push_back({std::move(command), std::move(answers)});
  runtime_fake::RuntimeScript script;
  script.pods.push_back(std::move(pod));
  return script;
}

/// A pod with one running container, whose kubelet has been up for an hour.
struct ProbedPod final : PodStatusProvider {
  explicit ProbedPod(std::string_view probes, runtime_fake::RuntimeScript script, std::string_view release = "1.28",
                     sim::Duration kubelet_up = std::chrono::hours{1},
                     sim::IdleWork idle_work = sim::IdleWork::executed)
      : node{std::move(script)},
        behaviour{release::behaviour_of(release::parse_release(release).value())},
        manager{{{node.kubelet, node.timing, node.runtime, behaviour, events, node.recorder},
                 *this,
                 sim::Time{-kubelet_up},
                 idle_work}} {
    testing::ReportedPod reported{
        fmt::format("{{'restartPolicy': 'Never', 'containers': [{{'name': 'app', 'image': 'img', {}}}]}}", probes)};
    pod = std::make_shared<const api::Pod>(reported.pod);
    sandbox = node.sandbox(pod);
    start_container();
  }

  [[nodiscard]] const api::PodStatus* status_of(const memory::Text& /*uid*/) const override {
    return has_status ? &status : nullptr;
  }

  /// Another instance of the container, as the status shows it from now on.
  void start_container() {
    container = node.run(pod, sandbox, "app", attempt++);
    api::ContainerStatus running = testing::ReportedPod::reported("app", api::StateRunning{node.scheduler.now()});
    running.container_id = api_container_id(container);
    running.started = true;
    status.container_statuses = {running};
  }

  /// The whole seconds at which commands were run.
  [[nodiscard]] std::vector<std::int64_t> probed_at() const {
    std::vector<std::int64_t> seconds;
    for (const auto& [time, call] : node.reported.of<trace::RuntimeCall>()) {
      if (call.op == "ExecSync") seconds.push_back(sim::unix_seconds(time));
    }
    return seconds;
  }

  testing::FakeNode node;
  release::Behaviour behaviour;
  ProbeEvents events;
  api::PodStatus status;
  bool has_status = true;
  api::PodPtr pod;
  std::string sandbox;
  std::string container;
  std::uint32_t attempt = 0;
  ProberManager manager;
};

inline constexpr std::string_view liveness =
    "'livenessProbe': {'exec': {'command': ['live']}, 'periodSeconds': 10, 'failureThreshold': 3}";
inline constexpr std::string_view readiness = "'readinessProbe': {'exec': {'command': ['ready']}, 'periodSeconds': 10}";

using ProbedAt = std::vector<std::int64_t>;

}  // namespace podreel::kubelet
