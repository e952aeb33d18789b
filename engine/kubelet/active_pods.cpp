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
  std::erase_if(active, [&pod](const api::PodPtr& other) { return other->metadata.uid == pod.metadata.uid; });
  for (api::PodPtr& other : active) other = allocation_.allocated(std::move(other));
  return active;
}

std::vector<api::SpecPtr> ActivePods::list_counted_beside(const api::Pod& pod) const {
  std::vector<api::SpecPtr> counted;
  for (const api::PodPtr& other : list()) {
    if (other->metadata.uid != pod.metadata.uid) counted.push_back(allocation_.counted(other));
  }
  return counted;
}

api::SpecPtr ActivePods::counted_spec(const memory::Text& uid) const {
  const api::PodPtr pod = pods_.find(uid);
  return pod && termination_.is_active(*pod) ? allocation_.counted(pod) : nullptr;
}

}  // namespace podreel::kubelet
