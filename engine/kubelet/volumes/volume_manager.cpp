#include "engine/kubelet/volumes/volume_manager.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/volumes/volume_sources.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/messages.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

VolumeManager::VolumeManager(const VolumeMounter::Dependencies& dependencies, UnmountListener& listener)
    : deps_{dependencies}, mounter_{deps_}, unmounter_{{deps_, deps_.plugins, deps_.mounts, listener}} {}

sim::Task<std::optional<std::string>> VolumeManager::wait_for_mount(api::PodPtr pod) {
  const std::string uid{pod->metadata.uid.view()};
  const auto [found, is_new] = pods_.try_emplace(uid);
  if (is_new) {
    found->second = std::make_shared<PodVolumes>();
    found->second->pod = pod;
    found->second->unmounted = mounter_.unmounted_volumes(pod);
    found->second->without_plugin = mounter_.without_plugin(*pod);
    found->second->objects_seen = deps_.objects.version();
    if (!found->second->unmounted.empty()) sim::spawn(deps_.process, mounter_.mount(found->second));
  }
  const PodVolumesPtr volumes = found->second;
  mounter_.refresh(volumes, pod);
  if (!volumes->without_plugin.empty()) {
    std::string problem = co_await miss_plugin(volumes);
    co_return problem;
  }
  if (volumes->unmounted.empty()) {
    if (is_new) co_await sim::sleep_for(deps_.process, timing::mount_poll);
    co_return std::nullopt;
  }
  const sim::Time began = deps_.process.now();
  co_await wait(volumes, began + timing::mount_wait_max);
  if (volumes->is_cancelled || volumes->is_forgotten) co_return "context canceled";
  if (!volumes->unmounted.empty()) co_return give_up(*volumes);
  const Ticker polls{began, timing::mount_poll};
  co_await sim::sleep_until(deps_.process, polls.at_or_after(deps_.process.now()));
  co_return std::nullopt;
}

sim::Task<> VolumeManager::wait(PodVolumesPtr volumes, sim::Time deadline) {
  PODREEL_INVARIANT(!volumes->waiting, "one sync of a pod waits for its volumes at a time");
  const sim::EventId timeout = deps_.process.at(deadline, [this, volumes] { volumes->wake(deps_.process); });
  co_await sim::park(deps_.process, [&volumes](sim::EventId parked) { volumes->waiting = parked; });
  deps_.process.cancel(timeout);
}

sim::Task<std::string> VolumeManager::miss_plugin(PodVolumesPtr volumes) {
  const bool fails_at_once = deps_.behaviour.has(release::volume_wait_error_is_short);
  co_await wait(volumes, deps_.process.now() + (fails_at_once ? timing::mount_poll : timing::mount_wait_max));
  if (volumes->is_cancelled || volumes->is_forgotten) co_return "context canceled";
  std::string problem = give_up(*volumes);
  co_return problem;
}

std::string VolumeManager::give_up(const PodVolumes& volumes) {
  std::vector<std::string> without_plugin = volumes.without_plugin;
  std::vector<std::string> unmounted = without_plugin;
  for (const VolumeToMountPtr& volume : volumes.unmounted) unmounted.push_back(volume->name);
  std::ranges::sort(without_plugin);
  std::ranges::sort(unmounted);
  const api::ObjectMeta& named = volumes.pod->metadata;
  const std::string pod = api::format_pod(*volumes.pod);
  const release::UnmountedVolumes wanted{pod,
                                         named.namespace_name,
                                         named.name,
                                         std::move(unmounted),
                                         mounted_volumes(*volumes.pod->spec),
                                         mounter_.unattached_volumes(volumes),
                                         std::move(without_plugin)};
  if (!volumes.without_plugin.empty() || !deps_.behaviour.has(release::volume_wait_ends_silently)) {
    deps_.events.record(*volumes.pod, "", sync::EventType::warning, sync::event_reason::failed_mount,
                        release::unmounted_volumes_event(deps_.behaviour, wanted));
  }
  return release::unmounted_volumes_error(deps_.behaviour, wanted);
}

void VolumeManager::cancel_wait(std::string_view uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end()) return;
  found->second->is_cancelled = true;
  found->second->wake(deps_.process);
}

void VolumeManager::forget(std::string_view uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end()) return;
  PODREEL_INVARIANT(!found->second->is_forgotten, "a pod's volumes are forgotten once");
  found->second->is_forgotten = true;
  found->second->wake(deps_.process);
  pods_.erase(found);
}

void VolumeManager::forget_all_but(const std::vector<memory::Text>& uids) {
  std::vector<std::string> gone;
  for (const auto& [uid, volumes] : pods_) {
    if (!std::ranges::binary_search(uids, uid)) gone.push_back(uid);
  }
  for (const std::string& uid : gone) forget(uid);
  for (const memory::Text& uid : deps_.mounts.uids()) {
    if (!std::ranges::binary_search(uids, uid)) unmount(uid);
  }
}

}  // namespace podreel::kubelet
