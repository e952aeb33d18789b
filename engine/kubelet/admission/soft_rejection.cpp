#include "engine/kubelet/admission/soft_rejection.hpp"

#include <variant>

#include "engine/kubelet/admission/app_armor.hpp"

namespace podreel::kubelet {

namespace {

void block_waiting(api::ContainerStatuses& statuses) {
  static const memory::Text blocked{"Blocked"};
  for (api::ContainerStatus& status : statuses) {
    if (auto* waiting = std::get_if<api::StateWaiting>(&status.state)) waiting->reason = blocked;
  }
}

}  // namespace

api::PodStatus blocked_status(api::PodStatus status, const std::string& problem) {
  status.phase = api::PodPhase::pending;
  status.reason = app_armor_reason;
  status.message = problem;
  block_waiting(status.init_container_statuses);
  block_waiting(status.container_statuses);
  return status;
}

}  // namespace podreel::kubelet
