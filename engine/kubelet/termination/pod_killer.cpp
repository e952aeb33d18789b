#include "engine/kubelet/termination/pod_killer.hpp"

#include <utility>

namespace podreel::kubelet {

void PodKiller::kill(api::PodPtr pod, runtime::RunningPod running) {
  if (!killing_.insert(running.uid).second) return;
  sim::spawn(process_, run(std::move(pod), std::move(running)));
}

sim::Task<> PodKiller::run(api::PodPtr pod, runtime::RunningPod running) {
  const api::Text uid = running.uid;
  co_await kill_pod_(std::move(pod), std::move(running));
  killing_.erase(uid);
}

}  // namespace podreel::kubelet
