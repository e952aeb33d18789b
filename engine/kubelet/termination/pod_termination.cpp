#include "engine/kubelet/termination/pod_termination.hpp"

namespace podreel::kubelet {

sim::Task<> PodTermination::kill_unwanted() {
  found_unwanted_ = false;
  const RunningPods running = co_await running_pods();
  could_look_ = running.has_value();
  if (!could_look_) co_return;
  for (const runtime::RunningPod& pod : *running) {
    if (!is_orphan(pod.uid)) continue;
    found_unwanted_ = true;
    kill(pod);
  }
}

}  // namespace podreel::kubelet
