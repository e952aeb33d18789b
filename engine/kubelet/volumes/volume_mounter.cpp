#include "engine/kubelet/volumes/volume_mounter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/apiserver/volume_names.hpp"
#include "engine/invariant.hpp"
#include "engine/kubelet/volumes/volume_sources.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

using volumes::Operation;

constexpr Operation mounting[] = {Operation::detach_elsewhere, Operation::attach, Operation::wait_for_attach,
                                  Operation::mount_device, Operation::set_up};

std::string_view name_of(Operation operation) {
  if (operation == Operation::wait_for_attach) return "MountVolume.WaitForAttach";
  if (operation == Operation::mount_device) return "MountVolume.MountDevice";
  return "MountVolume.SetUp";
}

}  // namespace

VolumeMounter::VolumeMounter(const Dependencies& dependencies)
    : deps_{dependencies}, reconciler_{deps_.timing.stream(timing::Site::volume_reconciler)} {}

std::vector<VolumeToMountPtr> VolumeMounter::unmounted_volumes(const api::PodPtr& pod) const {
  std::vector<VolumeToMountPtr> unmounted;
  for (std::string& name : mounted_volumes(*pod->spec)) {
    if (!has_plugin(*pod, name, deps_.behaviour)) continue;
    const bool takes_time =
        !deps_.mounts.has(pod->metadata.uid, name) &&
        std::ranges::any_of(mounting, [&](Operation each) { return deps_.plugins.concerns(each, *pod, name); });
    if (takes_time || source_problem(*pod, name)) {
      unmounted.push_back(std::make_shared<VolumeToMount>(VolumeToMount{.name = std::move(name)}));
    } else if (deps_.plugins.concerns(Operation::tear_down, *pod, name)) {
      deps_.mounts.add(pod, name);
    }
  }
  return unmounted;
}

std::vector<std::string> VolumeMounter::without_plugin(const api::Pod& pod) const {
  std::vector<std::string> names = mounted_volumes(*pod.spec);
  std::erase_if(names, [&](const std::string& name) { return has_plugin(pod, name, deps_.behaviour); });
  return names;
}

sim::Task<> VolumeMounter::mount(PodVolumesPtr volumes) {
  co_await sim::sleep_for(deps_.process, reconciler_.draw(timing::first_mount));
  const Ticker ticks{deps_.process.now(), timing::reconciler_period};
  for (const VolumeToMountPtr& volume : volumes->unmounted) {
    sim::spawn(deps_.process, mount_volume(volumes, volume, ticks));
  }
}

sim::Task<> VolumeMounter::mount_volume(PodVolumesPtr volumes, VolumeToMountPtr volume, Ticker ticks) {
  if (needs_attachment(*volumes->pod, *volume)) {
    const std::string key = volumes->pod->metadata.uid + "/" + volume->name;
    const sim::Duration until_in_use =
        deps_.timing.stream(timing::Site::volume_operation, key).draw(timing::volume_in_use);
    co_await sim::sleep_until(deps_.process, ticks.at_or_after(deps_.process.now() + until_in_use));
  }
  for (;;) {
    if (volumes->is_forgotten) co_return;
    const bool is_mounted = co_await try_to_mount(volumes->pod, *volume);
    if (volumes->is_forgotten) co_return;
    if (is_mounted) break;
    co_await sim::sleep_until(deps_.process, ticks.at_or_after(volume->back_off.next_try()));
  }
  const std::size_t num_mounted = std::erase(volumes->unmounted, volume);
  PODREEL_INVARIANT(num_mounted == 1, "each volume of a pod is mounted once");
  const bool is_known = std::ranges::any_of(
      mounting, [&](Operation each) { return deps_.plugins.concerns(each, *volumes->pod, volume->name); });
  if (is_known || deps_.plugins.concerns(Operation::tear_down, *volumes->pod, volume->name)) {
    deps_.mounts.add(volumes->pod, volume->name);
    deps_.recorder.record(api::full_name(*volumes->pod),
                          trace::Environment{.what = "volume_mounted", .volume = volume->name});
  }
  if (!volumes->unmounted.empty()) co_return;
  volumes->objects_seen = deps_.objects.version();
  if (volumes->without_plugin.empty()) volumes->wake(deps_.process);
}

bool VolumeMounter::needs_attachment(const api::Pod& pod, const VolumeToMount& volume) const {
  return !volume.is_attached && (deps_.plugins.concerns(Operation::attach, pod, volume.name) ||
                                 deps_.plugins.concerns(Operation::detach_elsewhere, pod, volume.name));
}

bool VolumeMounter::is_attached(const api::PodPtr& pod, VolumeToMount& volume) const {
  const sim::Time now = deps_.process.now();
  const std::string name = apiserver::attached_name(*pod, volume.name);
  volume.is_attached = deps_.api_server.is_reachable() && deps_.api_server.volumes_attached().contains(name);
  if (volume.is_attached) {
    volume.back_off.begin_anew(now + sim::Duration{1});
  } else {
    volume.back_off.fail(now);
  }
  return volume.is_attached;
}

sim::Task<bool> VolumeMounter::try_to_mount(const api::PodPtr& pod, VolumeToMount& volume) {
  if (needs_attachment(*pod, volume)) {
    static_cast<void>(is_attached(pod, volume));
    co_return false;
  }
  for (const Operation operation : {Operation::wait_for_attach, Operation::mount_device, Operation::set_up}) {
    if (operation == Operation::mount_device && volume.has_device) continue;
    std::optional<std::string> problem;
    if (operation == Operation::set_up) problem = source_problem(*pod, volume.name);
    if (!problem) problem = co_await operate(operation, pod, volume);
    if (problem) {
      record_failure(*pod, name_of(operation), volume.name, *problem);
      volume.back_off.fail(deps_.process.now());
      co_return false;
    }
    if (operation == Operation::mount_device) volume.has_device = true;
  }
  co_return true;
}

sim::Task<std::optional<std::string>> VolumeMounter::operate(Operation operation, const api::PodPtr& pod,
                                                             VolumeToMount& volume) {
  if (!deps_.plugins.concerns(operation, *pod, volume.name)) co_return std::nullopt;
  volumes::OperationOutcome outcome = deps_.plugins.begin(operation, *pod, volume.name);
  if (outcome.takes > sim::Duration{}) co_await sim::sleep_for(deps_.process, outcome.takes);
  co_return std::move(outcome.error);
}

std::optional<std::string> VolumeMounter::source_problem(const api::Pod& pod, const std::string& volume) const {
  if (!deps_.api_server.is_reachable() && needs_token(pod, volume)) return token_refused(pod);
  return missing_source(pod, volume, deps_.objects);
}

void VolumeMounter::record_failure(const api::Pod& pod, std::string_view operation, const std::string& volume,
                                   const std::string& error) const {
  deps_.events.record(
      pod, "", sync::EventType::warning, sync::event_reason::failed_mount,
      fmt::format("{} failed for volume \"{}\" : {}", operation, apiserver::volume_name(pod, volume), error));
}

std::vector<std::string> VolumeMounter::unattached_volumes(const PodVolumes& volumes) const {
  std::vector<std::string> unattached;
  for (const VolumeToMountPtr& volume : volumes.unmounted) {
    if (needs_attachment(*volumes.pod, *volume)) unattached.push_back(volume->name);
  }
  return unattached;
}

void VolumeMounter::refresh(const PodVolumesPtr& volumes, const api::PodPtr& pod) {
  if (volumes->objects_seen == deps_.objects.version() || !volumes->unmounted.empty()) return;
  for (std::string& name : mounted_volumes(*pod->spec)) {
    if (last_change(*pod, name, deps_.objects) <= volumes->objects_seen) continue;
    if (!volumes->refreshed.insert(name).second) continue;
    sim::spawn(deps_.process, refresh_volume(volumes, pod, std::move(name)));
  }
  volumes->objects_seen = deps_.objects.version();
}

sim::Task<> VolumeMounter::refresh_volume(PodVolumesPtr volumes, api::PodPtr pod, std::string name) {
  timing::Stream stream = deps_.timing.stream(timing::Site::volume_operation, pod->metadata.uid + "/" + name);
  co_await sim::sleep_for(deps_.process, stream.draw(timing::refreshed_mount));
  const Ticker ticks{deps_.process.now(), timing::reconciler_period};
  OperationBackOff back_off;
  for (;;) {
    if (volumes->is_forgotten) co_return;
    const std::optional<std::string> problem = source_problem(*pod, name);
    if (!problem) break;
    record_failure(*pod, name_of(Operation::set_up), name, *problem);
    back_off.fail(deps_.process.now());
    co_await sim::sleep_until(deps_.process, ticks.at_or_after(back_off.next_try()));
  }
  const std::size_t num_refreshed = volumes->refreshed.erase(name);
  PODREEL_INVARIANT(num_refreshed == 1, "each volume is made anew once at a time");
  for (const std::string& reader : readers_of(*pod->spec, name)) {
    deps_.recorder.record(api::full_name(*pod),
                          trace::Environment{.what = "volume_updated", .container = reader, .volume = name});
  }
}

}  // namespace podreel::kubelet
