#include "engine/kubelet/waiting_sync.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/kubelet/pod_lifecycle.hpp"

namespace podreel::kubelet {

void PodLifecycle::note_rest(const api::PodPtr& pod, const AskedReasons& asked, sync::SyncOutcome done,
                             StageOutcome& outcome) {
  outcome.is_idle = done.is_idle && !outcome.error;
  if (done.in_back_off.empty()) return;
  const auto waiting = std::make_shared<WaitingSync>();
  waiting->pod = pod;
  const auto key_of = [&pod](std::string_view container) {
    return sync::ReasonCache::key_of(pod->metadata.uid, container);
  };
  for (const auto& [container, failure] : asked) waiting->reasons.push_back({key_of(container), failure});
  for (sync::InBackOff& held : done.in_back_off) {
    const std::string& name = held.container->name;
    waiting->containers.push_back({std::move(held), key_of(name)});
  }
  outcome.waiting = waiting;
}

bool PodLifecycle::would_repeat(const WaitingSync& last) const {
  const auto is_same = [this](const WaitingSync::Reason& reason) { return reasons_.holds(reason.key, reason.failure); };
  const auto still_waits = [this](const WaitingSync::Container& container) {
    return sync::is_still_in_back_off(context_, container.in_back_off);
  };
  return std::ranges::all_of(last.containers, still_waits) && std::ranges::all_of(last.reasons, is_same);
}

void PodLifecycle::repeat(const WaitingSync& last) {
  for (const WaitingSync::Reason& reason : last.reasons) reasons_.use(reason.key);
  for (const WaitingSync::Container& container : last.containers) {
    sync::record_back_off(context_, *last.pod, *container.in_back_off.container);
  }
  for (const WaitingSync::Container& container : last.containers) {
    reasons_.keep(container.key, container.in_back_off.failure);
  }
}

}  // namespace podreel::kubelet
