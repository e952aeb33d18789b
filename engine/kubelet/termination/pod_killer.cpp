#include "engine/kubelet/termination/pod_killer.hpp"

#include <utility>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void PodKiller::kill(api::PodPtr pod, runtime::RunningPod running) {
  if (!killing_.insert(running.uid).second) return;
  sim::spawn(process_, run(std::move(pod), std::move(running)));
}

sim::Task<> PodKiller::run(api::PodPtr pod, runtime::RunningPod running) {
  const memory::Text uid = running.uid;
  co_await kill_pod_(std::move(pod), std::move(running));
  PODREEL_INVARIANT(killing_.contains(uid), "a pod is being killed until its kill has ended");
  killing_.erase(uid);
  release_name(uid);
}

void PodKiller::reserve_name(const api::Pod& pod) {
  PODREEL_INVARIANT(pod.is_static(), "only static pods keep their names until they have been killed");
  reserved_names_.insert_or_assign(api::full_name(pod), pod.metadata.uid);
}

void PodKiller::release_name(const memory::Text& uid) {
  std::erase_if(reserved_names_, [&uid](const auto& reserved) { return reserved.second == uid; });
}

bool PodKiller::has_reserved_name_of(const api::Pod& pod) const {
  return pod.is_static() && reserved_names_.contains(api::full_name(pod));
}

}  // namespace podreel::kubelet
