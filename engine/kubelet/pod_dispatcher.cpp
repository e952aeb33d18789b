#include "engine/kubelet/pod_dispatcher.hpp"

#include <utility>

#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"

namespace podreel::kubelet {

void PodDispatcher::dispatch(UpdateType type, const api::PodPtr& pod, SyncCause cause) {
  if (!termination_.needs_work(pod)) return;
  workers_.update_pod({.type = type, .pod = pod, .mirror = pods_.known_mirror_of(*pod)}, std::move(cause));
}

void PodDispatcher::dispatch_mirror(const api::PodPtr& pod, const api::PodPtr& mirror) {
  if (!termination_.needs_work(pod)) return;
  workers_.update_pod({.type = UpdateType::update, .pod = pod, .mirror = mirror}, {SyncCause::Kind::mirror_changed});
}

void PodDispatcher::sync(const memory::Text& uid, SyncCause cause) {
  if (const api::PodPtr pod = pods_.find(uid)) dispatch(UpdateType::sync, pod, std::move(cause));
}

}  // namespace podreel::kubelet
