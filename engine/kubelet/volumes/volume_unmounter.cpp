#include "engine/kubelet/volumes/volume_unmounter.hpp"

#include "engine/invariant.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/volumes/operation_back_off.hpp"
#include "engine/release/messages.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void VolumeUnmounter::unmount(const memory::Text& uid) {
  const VolumeMounts::OfPod* mounted = deps_.mounts.of(uid);
  if (mounted == nullptr) return;
  for (const std::string& volume : mounted->volumes) {
    if (!begun_.emplace(uid, volume).second) continue;
    sim::spawn(deps_.process, unmount_volume(mounted->pod, volume));
  }
}

sim::Task<> VolumeUnmounter::unmount_volume(api::PodPtr pod, std::string volume) {
  const memory::Text& uid = pod->metadata.uid;
  timing::Stream stream = deps_.timing.stream(timing::Site::volume_operation, uid + "/" + volume);
  co_await sim::sleep_for(deps_.process, stream.draw(timing::first_unmount));
  const Ticker ticks{deps_.process.now(), timing::reconciler_period};
  OperationBackOff back_off;
  for (;;) {
    volumes::OperationOutcome outcome = deps_.plugins.begin(volumes::Operation::tear_down, *pod, volume);
    if (outcome.takes > sim::Duration{}) co_await sim::sleep_for(deps_.process, outcome.takes);
    if (!outcome.error) break;
    record(*pod, "volume_unmount_failed", volume, std::move(outcome.error));
    back_off.fail(deps_.process.now());
    co_await sim::sleep_until(deps_.process, ticks.at_or_after(back_off.next_try()));
  }
  PODREEL_INVARIANT(deps_.mounts.has(uid, volume), "a volume stays mounted until it has been unmounted");
  deps_.mounts.remove(uid, volume);
  const std::size_t num_ended = begun_.erase({uid, volume});
  PODREEL_INVARIANT(num_ended == 1, "each volume of a pod is unmounted once at a time");
  record(*pod, "volume_unmounted", volume, {});
  if (deps_.mounts.of(uid) != nullptr) co_return;
  if (const auto found = waiting_.find(uid); found != waiting_.end()) {
    for (const sim::EventId waiting : std::exchange(found->second, {})) deps_.process.wake(waiting);
  }
  deps_.listener.on_unmounted();
}

sim::Task<std::optional<std::string>> VolumeUnmounter::wait(memory::Text uid) {
  unmount(uid);
  if (deps_.mounts.of(uid) == nullptr) co_return std::nullopt;
  const sim::Time began = deps_.process.now();
  const auto give_up = [this, uid] {
    for (const sim::EventId waiting : std::exchange(waiting_[uid], {})) deps_.process.wake(waiting);
  };
  const sim::EventId timeout = deps_.process.at(began + timing::mount_wait_max, give_up);
  co_await sim::park(deps_.process, [this, &uid](sim::EventId parked) { waiting_[uid].push_back(parked); });
  deps_.process.cancel(timeout);
  if (const VolumeMounts::OfPod* mounted = deps_.mounts.of(uid)) {
    co_return release::mounted_volumes_error(deps_.behaviour, {mounted->volumes.begin(), mounted->volumes.end()});
  }
  waiting_.erase(uid);
  const Ticker polls{began, timing::mount_poll};
  co_await sim::sleep_until(deps_.process, polls.at_or_after(deps_.process.now()));
  co_return std::nullopt;
}

void VolumeUnmounter::record(const api::Pod& pod, const char* what, const std::string& volume,
                             std::optional<std::string> why) const {
  deps_.recorder.record(api::full_name(pod), trace::Environment{.what = what, .why = std::move(why), .volume = volume});
}

}  // namespace podreel::kubelet
