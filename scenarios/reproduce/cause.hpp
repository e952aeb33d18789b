// Kinds of causes that drafts explain and that evidence states.
#pragma once

#include <cstdint>

namespace podreel::reproduce {

enum class Cause : std::uint8_t {
  unknown,
  not_created,
  unscheduled,
  rejected,
  evicted,
  preempted,
  node_lost,
  node_shutdown,
  node_runtime,
  node_out_of_memory,
  kubelet_fails,
  definition_changed,
  image_pull,
  image_name,
  missing_config,
  resource_claim,
  root_user,
  create,
  start,
  hook,
  mount,
  attach,
  unmount,
  network,
  sandbox,
  cgroup,
  crash,
  completed,
  out_of_memory,
  liveness,
  readiness,
  startup,
  deadline,
  deletion,
  stop,
  finalizer,
  lost_container,
  resize,
  status_update,
};

}  // namespace podreel::reproduce
