#include "engine/kubelet/active_pods.hpp"

#include <utility>

#include "engine/kubelet/allocation/allocation_manager.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"

namespace podreel::kubelet {

std::vector<api::PodPtr> ActivePods::list() const {
  std::vector<api::PodPtr> active;
  for (const memory::Text& uid : pods_.uids()) {
    api::PodPtr pod = pods_.find(uid);
    if (termination_.is_active(*pod)) active.push_back(std::move(pod));
  }
  return active;
}

std::vector<api::PodPtr> ActivePods::list_allocated_beside(const api::Pod& pod) const {
  std::vector<api::PodPtr> active = list();
  std::erase_if(active, [&](const api::PodPtr& other) { return !counts_beside(pod, *other); });
  for (api::PodPtr& other : active) other = allocation_.allocated(other);
  return active;
}

std::vector<api::SpecPtr> ActivePods::list_counted_beside(const api::Pod& pod) const {
  std::vector<api::SpecPtr> counted;
  for (const api::PodPtr& other : list()) {
    if (counts_beside(pod, *other)) counted.push_back(allocation_.counted(other));
  }
  return counted;
}

api::SpecPtr ActivePods::counted_spec(const memory::Text& uid) const {
  const api::PodPtr pod = pods_.find(uid);
  const bool counts = pod && termination_.is_active(*pod) && !allocation_.is_left_out(uid);
  return counts ? allocation_.counted(pod) : nullptr;
}

bool ActivePods::counts_beside(const api::Pod& pod, const api::Pod& other) const {
  const memory::Text& uid = other.metadata.uid;
  return uid != pod.metadata.uid && !allocation_.is_left_out(uid);
}

}  // namespace podreel::kubelet
