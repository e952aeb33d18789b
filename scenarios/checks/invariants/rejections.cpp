#include "scenarios/checks/invariants/rejections.hpp"

#include <algorithm>

namespace podreel::invariants {

bool is_rejection(const api::PodStatus& status) {
  if (!status.container_statuses.empty()) return false;
  if (status.phase == api::PodPhase::running) return true;
  return status.phase == api::PodPhase::failed && status.reason != "DeadlineExceeded" && status.reason != "Preempting";
}

bool was_rejected(const PodLife& life) {
  return std::ranges::any_of(life.versions,
                             [](const PodVersion& version) { return is_rejection(version.pod->status); });
}

}  // namespace podreel::invariants
