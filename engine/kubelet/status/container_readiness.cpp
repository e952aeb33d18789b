#include "engine/kubelet/status/container_readiness.hpp"

#include <algorithm>
#include <chrono>
#include <variant>

#include "engine/decide/sidecar.hpp"
#include "engine/kubelet/status/container_id.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/kubelet/status/status_rules.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

namespace {

using api::StateRunning;
using api::StateTerminated;

/// A container that ran this long before the kubelet started is not one that the kubelet has just started itself.
constexpr std::chrono::seconds restart_grace{10};

class Readiness {
 public:
  Readiness(const StatusInputs& inputs, std::vector<std::string>& to_probe) : inputs_{inputs}, to_probe_{to_probe} {}

  void update_regular(api::ContainerStatus& status, const api::Container* container) {
    const bool started = set_started(status);
    if (started || !behaviour().has(release::readiness_waits_for_startup)) {
      status.ready = is_ready(status, container);
    } else {
      say(status, status_rule::ready_not_started, "has not started");
    }
  }

  void update_init(api::ContainerStatus& status, const api::Container& container) {
    const auto* end = std::get_if<StateTerminated>(&status.state);
    const bool succeeded = end != nullptr && end->exit_code == 0;
    if (!behaviour().has(release::init_containers_started_field)) {
      status.ready = succeeded;
    } else if (decide::is_sidecar(container, behaviour())) {
      update_regular(status, &container);
    } else {
      set_started(status);
      if (succeeded) status.ready = true;
    }
  }

 private:
  void say(const api::ContainerStatus& status, const decide::Rule& rule, const char* found) const {
    status_rule::because(inputs_, status.name, rule, [found] { return std::string{found}; });
  }

  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return inputs_.behaviour; }
  [[nodiscard]] std::string_view pod_uid() const noexcept { return inputs_.pod.metadata.uid; }

  bool set_started(api::ContainerStatus& status) const {
    const bool started = is_started(status);
    if (behaviour().has(release::started_field)) status.started = started;
    return started;
  }

  [[nodiscard]] bool is_started(const api::ContainerStatus& status) const {
    if (!std::holds_alternative<StateRunning>(status.state)) return false;
    const std::optional<ProbeResult> result = inputs_.probes.startup(runtime_container_id(status.container_id));
    if (result) return *result == ProbeResult::success;
    if (!behaviour().has(release::kubelet_restart_resets_readiness) && status.started.value_or(false)) return true;
    return !inputs_.probes.probes_startup(pod_uid(), status.name);
  }

  [[nodiscard]] bool is_ready(const api::ContainerStatus& status, const api::Container* container) {
    const auto* running = std::get_if<StateRunning>(&status.state);
    if (running == nullptr) return false;
    const std::optional<ProbeResult> result = inputs_.probes.readiness(runtime_container_id(status.container_id));
    if (result == ProbeResult::success || (result && !behaviour().has(release::readiness_probed_at_once))) {
      say(status, status_rule::ready_by_probe, *result == ProbeResult::success ? "probe succeeded" : "probe failed");
      return *result == ProbeResult::success;
    }
    const bool probed = inputs_.probes.probes_readiness(pod_uid(), status.name);
    if (probed && behaviour().has(release::readiness_probed_at_once)) to_probe_.push_back(status.name);
    say(status, probed ? status_rule::ready_by_probe : status_rule::ready_unprobed,
        probed ? "no probe has succeeded yet" : "is not probed");
    if (behaviour().has(release::kubelet_restart_resets_readiness) || container == nullptr) return !probed;
    return ready_across_restart(!probed, result.has_value(), status, *container);
  }

  /// Readiness of a container that may have been ready under a kubelet before this one.
  [[nodiscard]] bool ready_across_restart(bool ready, bool was_probed, const api::ContainerStatus& status,
                                          const api::Container& container) const {
    if (!outlived_a_kubelet(std::get<StateRunning>(status.state), inputs_.kubelet_started_at)) return ready;
    if (behaviour().has(release::readiness_belongs_to_container) && !is_reported(inputs_.pod.status, status)) {
      return ready;
    }
    if (container.readiness_probe) {
      const api::PodCondition* reported = api::find_condition(inputs_.pod.status, condition_type::ready);
      if (reported == nullptr || reported->status != "True") return false;
    }
    if (!ready && !was_probed) {
      status_rule::because(inputs_, container.name, status_rule::ready_across_restart,
                           [] { return std::string{"was ready before"}; });
    }
    return ready || !was_probed;
  }

  const StatusInputs& inputs_;
  std::vector<std::string>& to_probe_;
};

const api::Container* find(const std::vector<api::Container>& containers, const std::string& name) {
  for (const api::Container& container : containers) {
    if (container.name == name) return &container;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> update_readiness(const StatusInputs& inputs, api::PodStatus& status) {
  std::vector<std::string> to_probe;
  Readiness readiness{inputs, to_probe};
  for (api::ContainerStatus& container : status.container_statuses) {
    readiness.update_regular(container, find(inputs.pod.spec->containers, container.name));
  }
  for (api::ContainerStatus& container : status.init_container_statuses) {
    const api::Container* spec = find(inputs.pod.spec->init_containers, container.name);
    if (spec != nullptr) readiness.update_init(container, *spec);
  }
  return to_probe;
}

bool is_reported(const api::PodStatus& reported, const api::ContainerStatus& container) noexcept {
  const auto is_it = [&](const api::ContainerStatus& each) {
    return each.name == container.name && each.container_id == container.container_id;
  };
  return std::ranges::any_of(reported.container_statuses, is_it) ||
         std::ranges::any_of(reported.init_container_statuses, is_it);
}

bool outlived_a_kubelet(const api::StateRunning& running, sim::Time kubelet_started_at) noexcept {
  return running.started_at != sim::Time{} && running.started_at < kubelet_started_at - restart_grace;
}

}  // namespace podreel::kubelet
