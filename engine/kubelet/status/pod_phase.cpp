#include "engine/kubelet/status/pod_phase.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <variant>

#include "engine/decide/restart_all.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/kubelet/observation.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/kubelet/status/status_rules.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

namespace {

using api::PodPhase;
using api::RestartPolicy;
using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;

/// The end that a status shows: of the container itself, or of its last instance while it waits.
const StateTerminated* end_of(const api::ContainerStatus& status) {
  if (const auto* end = std::get_if<StateTerminated>(&status.state)) return end;
  if (!std::holds_alternative<StateWaiting>(status.state)) return nullptr;
  return std::get_if<StateTerminated>(&status.last_state);
}

class Counter {
 public:
  Counter(const StatusInputs& inputs, const api::PodStatus& status) : inputs_{inputs}, status_{status} {}

  PodPhase phase() {
    for (const api::Container& container : spec().init_containers) {
      if (!decide::is_sidecar(container, inputs_.behaviour)) count_init_container(container);
    }
    for (const api::Container& container : spec().init_containers) {
      if (decide::is_sidecar(container, inputs_.behaviour)) count_sidecar(container);
    }
    for (const api::Container& container : spec().containers) count_regular(container);
    const Phase found = decide();
    status_rule::because(
        inputs_, {}, *found.rule, [this] { return describe(); }, api::to_string(found.phase));
    return found.phase;
  }

 private:
  struct Phase {
    PodPhase phase;
    const decide::Rule* rule;
  };

  [[nodiscard]] std::string describe() const {
    return fmt::format("{} running, {} waiting, {} ended ({} well), {} unknown; init containers: {} pending, {} failed",
                       running_, waiting_, stopped_, succeeded_, unknown_, pending_init_containers_ + pending_sidecars_,
                       failed_init_containers_);
  }

  [[nodiscard]] const api::PodSpec& spec() const noexcept { return *inputs_.pod.spec; }
  [[nodiscard]] bool has_rules() const noexcept { return inputs_.behaviour.has(release::container_restart_rules); }

  void count_init_container(const api::Container& container) {
    const api::ContainerStatus* status = api::find_status(status_.init_container_statuses, container.name);
    const StateTerminated* end = status == nullptr ? nullptr : end_of(*status);
    if (end == nullptr) {
      ++pending_init_containers_;
    } else if (end->exit_code != 0) {
      ++failed_init_containers_;
      if (!restarts_after(container, *end)) ++lost_init_containers_;
    }
  }

  void count_sidecar(const api::Container& container) {
    const api::ContainerStatus* status = api::find_status(status_.init_container_statuses, container.name);
    if (status == nullptr) {
      ++unknown_;
    } else if (std::holds_alternative<StateRunning>(status->state)) {
      if (!status->started.value_or(false)) ++pending_sidecars_;
      ++running_;
    } else if (std::holds_alternative<std::monostate>(status->state)) {
      ++pending_sidecars_;
      ++unknown_;
    } else if (end_of(*status) == nullptr) {
      ++pending_sidecars_;
      ++waiting_;
    }
  }

  void count_regular(const api::Container& container) {
    const api::ContainerStatus* status = api::find_status(status_.container_statuses, container.name);
    if (status == nullptr || std::holds_alternative<std::monostate>(status->state)) {
      ++unknown_;
    } else if (std::holds_alternative<StateRunning>(status->state)) {
      ++running_;
    } else if (const StateTerminated* end = end_of(*status)) {
      ++stopped_;
      if (!restarts_after(container, *end)) ++stopped_for_good_;
      if (std::holds_alternative<StateTerminated>(status->state) && end->exit_code == 0) ++succeeded_;
    } else {
      ++waiting_;
    }
  }

  [[nodiscard]] bool restarts_after(const api::Container& container, const StateTerminated& end) const {
    if (inputs_.behaviour.has(release::restart_all_containers) &&
        (end.reason == status_reason::restarting_all_containers || decide::restarts_all(container, end.exit_code))) {
      return true;
    }
    const decide::Observed observed = observation(inputs_.pod, inputs_.observed, inputs_.behaviour);
    return decide::restarts_after_exit(observed, container, end.exit_code).restart;
  }

  [[nodiscard]] Phase decide() const {
    if (initialization_failed()) return {PodPhase::failed, &status_rule::initialization_failed};
    if (initialization_pends()) return {PodPhase::pending, &status_rule::initialization_pends};
    if (waiting_ > 0) return {PodPhase::pending, &status_rule::container_waits};
    if (running_ > 0 && unknown_ == 0) return {PodPhase::running, &status_rule::container_runs};
    if (running_ == 0 && stopped_ > 0 && unknown_ == 0) return all_stopped();
    return {PodPhase::pending, &status_rule::container_unknown};
  }

  [[nodiscard]] bool initialization_failed() const {
    if (has_rules()) return lost_init_containers_ > 0;
    return failed_init_containers_ > 0 && spec().restart_policy == RestartPolicy::never;
  }

  [[nodiscard]] bool initialization_pends() const {
    const release::Behaviour& behaviour = inputs_.behaviour;
    if (!behaviour.has(release::started_pods_stay_initialized)) return pending_init_containers_ > 0;
    if (behaviour.has(release::init_containers_always_pend)) {
      return pending_init_containers_ > 0 || (pending_sidecars_ > 0 && !has_started());
    }
    return pending_init_containers_ + pending_sidecars_ > 0 && !has_started();
  }

  [[nodiscard]] bool has_started() const {
    if (!inputs_.behaviour.has(release::phase_looks_at_active_sandbox)) {
      return any_regular_container_started(spec(), status_.container_statuses);
    }
    if (inputs_.observed.sandboxes.empty() || !inputs_.observed.has_active_containers) return false;
    const memory::Text& active = inputs_.observed.sandboxes.front().id;
    return std::ranges::any_of(inputs_.observed.containers, [&](const runtime::ContainerStatus& seen) {
      return seen.sandbox_id == active &&
             std::ranges::find(spec().containers, seen.name, &api::Container::name) != spec().containers.end();
    });
  }

  [[nodiscard]] Phase all_stopped() const {
    const PodPhase ended = stopped_ == succeeded_ ? PodPhase::succeeded : PodPhase::failed;
    const bool terminal = inputs_.behaviour.has(release::finished_pods_get_terminal_phase) && inputs_.pod_is_terminal;
    if (terminal && !inputs_.pod.is_static()) return {ended, &status_rule::all_ended_terminal};
    if (will_restart(ended)) return {PodPhase::running, &status_rule::will_restart};
    return {ended, &status_rule::all_ended_for_good};
  }

  [[nodiscard]] bool will_restart(PodPhase ended) const {
    if (has_rules()) return stopped_ != stopped_for_good_;
    if (spec().restart_policy == RestartPolicy::on_failure) return ended == PodPhase::failed;
    return spec().restart_policy == RestartPolicy::always;
  }

  const StatusInputs& inputs_;
  const api::PodStatus& status_;

  int pending_init_containers_ = 0;
  int failed_init_containers_ = 0;
  /// Failed, and not started again.
  int lost_init_containers_ = 0;
  int pending_sidecars_ = 0;
  int unknown_ = 0;
  int running_ = 0;
  int waiting_ = 0;
  int stopped_ = 0;
  int stopped_for_good_ = 0;
  int succeeded_ = 0;
};

}  // namespace

api::PodPhase phase_of(const StatusInputs& inputs, const api::PodStatus& status) {
  return Counter{inputs, status}.phase();
}

bool any_regular_container_started(const api::PodSpec& spec, const api::ContainerStatuses& statuses) {
  return std::ranges::any_of(spec.containers, [&](const api::Container& container) {
    const api::ContainerStatus* status = api::find_status(statuses, container.name);
    return status != nullptr && (std::holds_alternative<StateRunning>(status->state) ||
                                 std::holds_alternative<StateTerminated>(status->state));
  });
}

}  // namespace podreel::kubelet
