#include "engine/kubelet/status/container_status_builder.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <utility>
#include <variant>

#include "engine/decide/decision.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/kubelet/observation.hpp"
#include "engine/kubelet/status/container_id.hpp"
#include "engine/kubelet/status/container_status_order.hpp"
#include "engine/kubelet/status/lost_container.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/kubelet/status/status_resources.hpp"
#include "engine/kubelet/status/status_rules.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/sync/termination_message.hpp"

namespace podreel::kubelet {

namespace {

using api::ContainerKind;
using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;
using runtime::ContainerState;

const std::vector<api::Container>& containers_of(const api::PodSpec& spec, ContainerKind kind) {
  switch (kind) {
    case ContainerKind::init:
      return spec.init_containers;
    case ContainerKind::ephemeral:
      return spec.ephemeral_containers;
    case ContainerKind::regular:
      break;
  }
  return spec.containers;
}

const api::ContainerStatuses& statuses_of(const api::PodStatus& status, ContainerKind kind) {
  switch (kind) {
    case ContainerKind::init:
      return status.init_container_statuses;
    case ContainerKind::ephemeral:
      return status.ephemeral_container_statuses;
    case ContainerKind::regular:
      break;
  }
  return status.container_statuses;
}

memory::Text message_of(const StatusInputs& inputs, const runtime::ContainerStatus& seen) {
  const bool has_ended = seen.state == ContainerState::exited && inputs.logs != nullptr;
  return has_ended ? sync::termination_message(inputs.pod, seen, *inputs.logs) : seen.message;
}

api::StateTerminated end_of(const StatusInputs& inputs, const runtime::ContainerStatus& seen,
                            const memory::Text& api_id) {
  return {.exit_code = seen.exit_code,
          .signal = 0,
          .reason = seen.reason,
          .message = message_of(inputs, seen),
          .started_at = seen.started_at,
          .finished_at = seen.finished_at,
          .container_id = api_id};
}

/// Containers of one kind in a pod; in general, the kubelet keeps two instances of each.
constexpr std::size_t usual_containers = 4;

class Builder {
 public:
  Builder(const StatusInputs& inputs, ContainerKind kind)
      : inputs_{inputs}, kind_{kind}, containers_{containers_of(*inputs.pod.spec, kind)} {}

  api::ContainerStatuses build() {
    statuses_.reserve(containers_.size());
    newest_.reserve(containers_.size());
    for (const api::Container& container : containers_) {
      newest_.push_back(inputs_.observed.find(container.name));
      // Containers that the runtime has are converted below.
      statuses_.push_back(newest_.back() != nullptr ? api::ContainerStatus{} : expected(container));
    }
    for (std::size_t index = 0; index < containers_.size(); ++index) correct_if_lost(index);
    apply_observed();
    for (std::size_t index = 0; index < containers_.size(); ++index) correct_if_waiting(index);
    if (kind_ != ContainerKind::init) sort_by_name(statuses_);
    return std::move(statuses_);
  }

 private:
  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return inputs_.behaviour; }

  [[nodiscard]] const api::ContainerStatus* previous(std::string_view name) const {
    return api::find_status(statuses_of(inputs_.previous, kind_), name);
  }

  /// The status of a container that the runtime does not have.
  [[nodiscard]] api::ContainerStatus expected(const api::Container& container) const {
    const api::ContainerStatus* before = previous(container.name);
    if (before != nullptr && std::holds_alternative<StateTerminated>(before->state)) return *before;
    api::ContainerStatus status;
    status.name = container.name;
    status.image = container.image;
    status.state = StateWaiting{
        inputs_.pod.spec->init_containers.empty() ? status_reason::container_creating : status_reason::pod_initializing,
        {}};
    if (before != nullptr) {
      status.restart_count = before->restart_count;
      status.last_state = before->last_state;
    }
    return status;
  }

  void correct_if_lost(std::size_t index) {
    const std::string& name = containers_[index].name;
    if (newest_[index] != nullptr) return;
    const api::ContainerStatus* before = previous(name);
    const bool has_end = std::holds_alternative<StateTerminated>(statuses_[index].state);
    status_rule::because(inputs_, name, has_end ? status_rule::end_kept : status_rule::not_created,
                         [] { return std::string{"has no instance"}; });
    if (before != nullptr) report_lost(statuses_[index], *before, inputs_);
  }

  /// The newest two instances of each container: its state and its last state.
  void apply_observed() {
    boost::container::small_vector<const runtime::ContainerStatus*, 2 * usual_containers> newest_first;
    for (const runtime::ContainerStatus& seen : inputs_.observed.containers) newest_first.push_back(&seen);
    const auto is_newer = [](const auto* left, const auto* right) { return left->created_at > right->created_at; };
    // In the order in which runtimes list them; even then a stable sort allocates memory.
    if (!std::ranges::is_sorted(newest_first, is_newer)) std::ranges::stable_sort(newest_first, is_newer);
    boost::container::small_vector<int, usual_containers> instances(containers_.size());
    for (const runtime::ContainerStatus* seen : newest_first) {
      const auto found = std::ranges::find(containers_, seen->name, &api::Container::name);
      if (found == containers_.end()) continue;
      const auto index = static_cast<std::size_t>(found - containers_.begin());
      const int instance = instances[index]++;
      if (instance == 0) {
        status_rule::because(inputs_, seen->name, rule_for(*seen), [&] { return decide::describe(seen); });
      }
      if (instance == 0) convert(*found, *seen, statuses_[index]);
      if (instance == 1) statuses_[index].last_state = state_of(*seen);
    }
  }

  [[nodiscard]] const decide::Rule& rule_for(const runtime::ContainerStatus& seen) const {
    if (seen.state == ContainerState::created) {
      return behaviour().has(release::created_is_waiting) ? status_rule::created_waits : status_rule::created_has_ended;
    }
    if (seen.state != ContainerState::unknown) return status_rule::as_observed;
    return was_running(previous(seen.name)) ? status_rule::unknown_has_ended : status_rule::unknown_waits;
  }

  [[nodiscard]] bool was_running(const api::ContainerStatus* before) const {
    return behaviour().has(release::lost_containers_reported) && before != nullptr &&
           std::holds_alternative<StateRunning>(before->state);
  }

  void convert(const api::Container& container, const runtime::ContainerStatus& seen,
               api::ContainerStatus& status) const {
    const api::ContainerStatus* before = previous(seen.name);
    status.name = seen.name;
    status.restart_count = seen.restart_count;
    status.image = seen.image;
    status.image_id = seen.image_id;
    status.container_id = id_of(seen, before);
    if (before != nullptr && behaviour().has(release::restart_all_containers)) continue_history(status, *before);
    set_state(status, seen, before);
    if (takes_started_over(status, seen, before)) status.started = before->started;
    if (behaviour().has(release::in_place_resize)) report_resources(status, inputs_, kind_, container, seen, before);
  }

  /// Whether a running container has the started state of what was reported before under its name.
  [[nodiscard]] bool takes_started_over(const api::ContainerStatus& status, const runtime::ContainerStatus& seen,
                                        const api::ContainerStatus* before) const {
    if (behaviour().has(release::kubelet_restart_resets_readiness) || before == nullptr) return false;
    if (seen.state != ContainerState::running) return false;
    return !behaviour().has(release::started_state_belongs_to_container) || before->container_id == status.container_id;
  }

  [[nodiscard]] api::ContainerState state_of(const runtime::ContainerStatus& seen) const {
    const api::ContainerStatus* before = previous(seen.name);
    api::ContainerStatus status;
    status.container_id = id_of(seen, before);
    set_state(status, seen, before);
    return std::move(status.state);
  }

  /// Mostly an id that was reported before.
  [[nodiscard]] static memory::Text id_of(const runtime::ContainerStatus& seen, const api::ContainerStatus* before) {
    if (before == nullptr) return api_container_id(seen.id);
    if (is_api_container_id(before->container_id, seen.id)) return before->container_id;
    const auto* end = std::get_if<StateTerminated>(&before->last_state);
    if (end != nullptr && is_api_container_id(end->container_id, seen.id)) return end->container_id;
    return api_container_id(seen.id);
  }

  /// A restart of all containers removes them, and with them their counts and ends.
  void continue_history(api::ContainerStatus& status, const api::ContainerStatus& before) const {
    status.restart_count = std::max(status.restart_count, before.restart_count);
    if (!behaviour().has(release::restart_of_all_is_last_state)) return;
    if (before.container_id != status.container_id && std::holds_alternative<StateTerminated>(before.state)) {
      status.last_state = before.state;
    } else if (std::holds_alternative<StateTerminated>(before.last_state)) {
      status.last_state = before.last_state;
    }
  }

  void set_state(api::ContainerStatus& status, const runtime::ContainerStatus& seen,
                 const api::ContainerStatus* before) const {
    switch (seen.state) {
      case ContainerState::running:
        status.state = StateRunning{seen.started_at};
        if (behaviour().has(release::restart_all_containers) && before != nullptr &&
            std::holds_alternative<StateTerminated>(before->state) && before->restart_count >= seen.restart_count) {
          status.restart_count = before->restart_count + 1;
        }
        return;
      case ContainerState::created:
        if (behaviour().has(release::created_is_waiting)) {
          status.state = StateWaiting{};
        } else {
          status.state = end_of(inputs_, seen, status.container_id);
        }
        return;
      case ContainerState::exited:
        status.state = end_of(inputs_, seen, status.container_id);
        return;
      case ContainerState::unknown:
        return set_unknown_state(status, before);
    }
  }

  void set_unknown_state(api::ContainerStatus& status, const api::ContainerStatus* before) const {
    status.state = StateWaiting{};
    if (!was_running(before)) return;
    StateTerminated end = unseen_end();
    if (inputs_.restart_of_all != RestartOfAll::none) end.reason = status_reason::restarting_all_containers;
    status.state = std::move(end);
    status.restart_count = before->restart_count + 1;
  }

  /// A container that is to be started but could not be waits, for the reason that the last attempt left behind.
  void correct_if_waiting(std::size_t index) {
    const api::Container& container = containers_[index];
    api::ContainerStatus& status = statuses_[index];
    const runtime::ContainerStatus* newest = newest_[index];
    if (kind_ == ContainerKind::init) {
      if (newest != nullptr && newest->state == ContainerState::exited && newest->exit_code == 0) return;
      if (newest == nullptr && is_lost_but_done(container, status)) {
        status_rule::because(inputs_, container.name, status_rule::lost_init_container,
                             [] { return std::string{"has no instance"}; });
        return report_completed(status);
      }
    }
    if (!is_to_be_started(container, newest)) return;
    std::optional<StartFailure> failure = inputs_.start_failures(container.name);
    if (!failure) return;
    if (std::holds_alternative<StateTerminated>(status.state)) status.last_state = status.state;
    status_rule::because(inputs_, container.name, status_rule::start_failed, [&] { return failure->error; });
    status.state = StateWaiting{std::move(failure->error), std::move(failure->message)};
  }

  [[nodiscard]] bool is_lost_but_done(const api::Container& container, const api::ContainerStatus& status) const {
    if (!behaviour().has(release::lost_init_containers_completed) || api::is_restartable_init_container(container))
      return false;
    if (!std::holds_alternative<StateWaiting>(status.state)) return false;
    return std::ranges::any_of(inputs_.pod.spec->containers, [this](const api::Container& regular) {
      return inputs_.observed.find(regular.name) != nullptr;
    });
  }

  [[nodiscard]] bool is_to_be_started(const api::Container& container, const runtime::ContainerStatus* newest) const {
    if (newest != nullptr && newest->state == ContainerState::running) return false;
    const decide::Observed observed = observation(inputs_.pod, inputs_.observed, behaviour());
    return decide::should_be_restarted(observed, container, newest).restart;
  }

  const StatusInputs& inputs_;
  ContainerKind kind_;
  const std::vector<api::Container>& containers_;
  // One for each of `containers_`, in the same order.
  boost::container::small_vector<const runtime::ContainerStatus*, usual_containers> newest_;
  api::ContainerStatuses statuses_;
};

}  // namespace

api::ContainerStatuses build_container_statuses(const StatusInputs& inputs, ContainerKind kind) {
  if (containers_of(*inputs.pod.spec, kind).empty()) return {};
  if (kind == ContainerKind::ephemeral && !inputs.behaviour.has(release::ephemeral_containers)) return {};
  return Builder{inputs, kind}.build();
}

}  // namespace podreel::kubelet
