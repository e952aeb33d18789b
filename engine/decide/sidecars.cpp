#include "engine/decide/sidecars.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/decide/init_containers.hpp"
#include "engine/decide/resize.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;

/// Walks over the init containers, last first. The last one with an instance shows how far the pod is, since the
/// runtime may have lost earlier ones. Before it, only sidecars matter.
class Scan {
 public:
  explicit Scan(Decision& decision) : decision_(decision) {}

  /// Returns whether the pod is initialized.
  bool run();

 private:
  void look_at(std::size_t index);
  void created(std::size_t index, const ContainerStatus& status);
  void running_sidecar(std::size_t index, const ContainerStatus& status);
  [[nodiscard]] bool has_started(std::size_t index, const ContainerStatus& status);
  void keep_healthy(std::size_t index, const ContainerStatus& status);
  void exited(std::size_t index, const ContainerStatus& status);
  void unknown(std::size_t index, const ContainerStatus& status);
  /// Called when the container has done its part: the next one may start, or the pod is initialized.
  void make_way(std::size_t index, const ContainerStatus& status, const Rule& rule);
  void start(std::size_t index, const ContainerStatus* status, const Rule& rule);
  void restart(std::size_t index, const ContainerStatus& status, const Rule& rule, std::string message,
               std::string_view reason);
  void give_up(const ContainerStatus& status);

  [[nodiscard]] const api::Container& container(std::size_t index) const {
    return decision_.spec().init_containers[index];
  }

  Decision& decision_;
  bool initialized_ = false;
  /// The pod has been initialized beyond the container that the walk is at.
  bool previously_initialized_ = false;
};

/// Returns the rule by which a regular container's state means that the pod is initialized, or null.
const Rule* initialization_rule(const Decision& decision, const ContainerStatus& status) {
  switch (status.state) {
    case ContainerState::created:
    case ContainerState::running:
      return &rules::started_means_initialized;
    case ContainerState::exited:
      return decision.behaviour().has(release::exited_container_means_initialized) ? &rules::exited_means_initialized
                                                                                   : nullptr;
    case ContainerState::unknown:
      break;
  }
  return nullptr;
}

/// Whether a container belongs to the newest sandbox (PodStatus.ActiveContainerStatuses).
bool is_active(const Decision& decision, const ContainerStatus& status) {
  const auto& sandboxes = decision.observed().status.sandboxes;
  return !sandboxes.empty() && status.sandbox_id == sandboxes.front().id;
}

bool was_initialized(Decision& decision) {
  const bool looks_at_active = decision.behaviour().has(release::initialization_looks_at_active_sandbox);
  for (const api::Container& container : decision.spec().containers) {
    const ContainerStatus* status = decision.status_of(container);
    const Rule* rule = status == nullptr ? nullptr : initialization_rule(decision, *status);
    if (rule == nullptr || (looks_at_active && !is_active(decision, *status))) continue;
    decision.because(container.name, *rule, {}, [&] { return describe(status); });
    return true;
  }
  return false;
}

bool Scan::run() {
  initialized_ = previously_initialized_ = was_initialized(decision_);
  for (std::size_t i = decision_.spec().init_containers.size(); i-- > 0;) {
    look_at(i);
    if (decision_.actions().kill_pod) return false;
  }
  if (!previously_initialized_) start(0, nullptr, rules::first_init);
  std::vector<std::size_t>& found = decision_.actions().init_containers_to_start;
  std::reverse(found.begin(), found.end());
  return initialized_;
}

void Scan::look_at(std::size_t index) {
  const ContainerStatus* status = decision_.status_of(container(index));
  const bool sidecar = decision_.is_sidecar(container(index));
  if (status == nullptr) {
    if (previously_initialized_ && sidecar) start(index, status, rules::sidecar_gone);
    return;
  }
  if (previously_initialized_ && !sidecar) return;
  switch (status->state) {
    case ContainerState::created:
      created(index, *status);
      break;
    case ContainerState::running:
      if (sidecar) {
        running_sidecar(index, *status);
      } else {
        decision_.because(status->name, rules::init_running, effect::later_wait, [&] { return describe(status); });
        resize_running_init_container(decision_, index, *status);
      }
      break;
    case ContainerState::exited:
      exited(index, *status);
      break;
    case ContainerState::unknown:
      unknown(index, *status);
      break;
  }
  previously_initialized_ = true;
}

void Scan::created(std::size_t index, const ContainerStatus& status) {
  if (decision_.behaviour().has(release::created_init_container_restarted)) {
    start(index, &status, rules::created_init_restarted);
  } else {
    decision_.because(status.name, rules::created_init_waits, effect::later_wait, [&] { return describe(&status); });
  }
}

void Scan::running_sidecar(std::size_t index, const ContainerStatus& status) {
  if (!has_started(index, status)) return;
  if (!previously_initialized_) make_way(index, status, rules::sidecar_started);
  keep_healthy(index, status);
}

bool Scan::has_started(std::size_t index, const ContainerStatus& status) {
  if (!container(index).startup_probe) return true;
  const ProbeResult* result = find_result(decision_.observed().startup, status.id);
  if (result != nullptr && *result == ProbeResult::success) return true;
  if (result != nullptr && *result == ProbeResult::failure) {
    restart(index, status, rules::sidecar_startup_failed,
            fmt::format("Init container {} failed startup probe", status.name), kill_reason::startup_probe);
  } else {
    decision_.because(status.name, rules::sidecar_starting, effect::later_wait,
                      [] { return "no startup probe result yet"; });
  }
  return false;
}

void Scan::keep_healthy(std::size_t index, const ContainerStatus& status) {
  if (decision_.behaviour().has(release::changed_sidecar_restarted) &&
      decision_.has_changed(container(index), status)) {
    restart(index, status, rules::sidecar_changed, fmt::format("Init container {} definition changed", status.name),
            kill_reason::none);
    return;
  }
  if (container(index).liveness_probe) {
    const ProbeResult* result = find_result(decision_.observed().liveness, status.id);
    if (result == nullptr) return;
    if (*result == ProbeResult::failure) {
      restart(index, status, rules::sidecar_liveness_failed,
              fmt::format("Init container {} failed liveness probe", status.name), kill_reason::liveness_probe);
      return;
    }
  }
  resize_running_sidecar(decision_, index, status);
}

void Scan::exited(std::size_t index, const ContainerStatus& status) {
  if (decision_.is_sidecar(container(index))) {
    start(index, &status, rules::sidecar_exited);
    return;
  }
  if (!init_container_failed(decision_.behaviour(), status)) {
    make_way(index, status,
             index + 1 == decision_.spec().init_containers.size() ? rules::last_init_done : rules::next_init);
    return;
  }
  const bool again = decision_.behaviour().has(release::container_restart_rules)
                         ? should_be_restarted(decision_.observed(), container(index), &status).restart
                         : restarts_on_failure(decision_.observed(), container(index));
  if (again) {
    start(index, &status, rules::failed_init_restarted);
  } else {
    give_up(status);
  }
}

void Scan::unknown(std::size_t index, const ContainerStatus& status) {
  if (!decision_.is_sidecar(container(index)) && !restarts_on_failure(decision_.observed(), container(index))) {
    give_up(status);
    return;
  }
  restart(index, status, rules::unknown_init_killed, unknown_state_message("Init container"), kill_reason::unknown);
}

void Scan::make_way(std::size_t index, const ContainerStatus& status, const Rule& rule) {
  if (index + 1 == decision_.spec().init_containers.size()) {
    initialized_ = true;
    decision_.because(status.name, rule, {}, [&] { return describe(&status); });
    return;
  }
  decision_.actions().init_containers_to_start.push_back(index + 1);
  const api::Container& next = container(index + 1);
  decision_.because(next.name, rule, start_effect(decision_.status_of(next)), [&] {
    return memory::Text::joined({status.name.view(), ": ", describe(&status).view()});
  });
}

void Scan::start(std::size_t index, const ContainerStatus* status, const Rule& rule) {
  decision_.actions().init_containers_to_start.push_back(index);
  decision_.because(container(index).name, rule, start_effect(status), [&] { return describe(status); });
}

void Scan::restart(std::size_t index, const ContainerStatus& status, const Rule& rule, std::string message,
                   std::string_view reason) {
  decision_.kill(status, std::move(message), reason);
  decision_.actions().init_containers_to_start.push_back(index);
  decision_.because(status.name, rule, effect::killed_and_restarted, [&] { return describe(&status); });
}

void Scan::give_up(const ContainerStatus& status) {
  decision_.actions().kill_pod = true;
  decision_.because(status.name, rules::failed_init_ends_pod, effect::ends_pod, [&] { return describe(&status); });
}

}  // namespace

bool uses_sidecar_algorithm(const Decision& decision) noexcept {
  if (decision.behaviour().has(release::sidecar_algorithm_for_every_pod)) return true;
  const std::vector<api::Container>& containers = decision.spec().init_containers;
  return std::any_of(containers.begin(), containers.end(),
                     [&](const api::Container& container) { return decision.is_sidecar(container); });
}

bool had_regular_container(const Decision& decision) noexcept {
  const std::vector<api::Container>& containers = decision.spec().containers;
  return std::any_of(containers.begin(), containers.end(), [&](const api::Container& container) {
    const ContainerStatus* status = decision.status_of(container);
    return status != nullptr && status->state != ContainerState::unknown;
  });
}

bool decide_sidecars(Decision& decision) {
  if (decision.spec().init_containers.empty()) return true;
  return Scan(decision).run();
}

}  // namespace podreel::decide
