#include "engine/kubelet/termination/pod_termination.hpp"

#include "engine/invariant.hpp"

namespace podreel::kubelet {

sim::Task<PodTermination::RunningPods> PodTermination::kill_unwanted() {
  found_unwanted_ = false;
  RunningPods running = co_await running_pods();
  could_list_ = running.has_value();
  if (!could_list_) co_return running;
  for (const runtime::RunningPod& pod : *running) {
    if (!is_orphan(pod.uid)) continue;
    found_unwanted_ = true;
    kill(pod);
  }
  PODREEL_INVARIANT(could_list_ || !found_unwanted_, "unwanted pods are found where the running ones are known");
  co_return running;
}

bool PodTermination::is_watching() const {
  PODREEL_INVARIANT(could_list_ || !found_unwanted_, "unwanted pods are found where the running ones are known");
  return !could_list_ || should_keep_watching();
}

}  // namespace podreel::kubelet
