#include "pleg/event_watcher.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::pleg {

namespace {

bool has_stopped(const StateChanges& changes) {
  return std::ranges::any_of(changes, [](const StateChange& change) {
    return change.before != RecordedState::exited && change.now == RecordedState::exited;
  });
}

}  // namespace

EventWatcher::EventWatcher(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
                           kubelet::PodCache& cache, timing::Timing& timing, trace::Recorder& recorder,
                           sim::Duration event_delay, GenericPlegOptions options)
    : process_{process},
      runtime_{runtime},
      changes_{changes},
      event_delay_{event_delay},
      generic_{process, runtime, changes, cache, timing, recorder, options},
      latency_{timing.stream(timing::Site::container_event_latency)} {}

void EventWatcher::start() {
  generic_.start();
  sent_version_ = changes_.observable_version();
  changes_.on_observable_change([this](const memory::Text& /*pod_uid*/) { something_changed(); });
}

void EventWatcher::something_changed() {
  if (std::exchange(event_is_due_, true)) return;
  process_.post([this] { sim::spawn(process_, send_events()); });
}

sim::Task<> EventWatcher::send_events() {
  event_is_due_ = false;
  const sim::Time created_at = process_.now();
  const std::vector<memory::Text> stopped = co_await pods_with_stopped_containers();
  if (stopped.empty()) co_return;
  last_arrival_ =
      std::max(last_arrival_, process_.now() + event_delay_ + latency_.draw(timing::container_event_latency));
  co_await sim::sleep_for(process_, last_arrival_ - process_.now());
  PODREEL_INVARIANT(process_.now() >= created_at, "events arrive after what they are about");
  for (const memory::Text& uid : stopped) generic_.request_relist(uid);
}

sim::Task<std::vector<memory::Text>> EventWatcher::pods_with_stopped_containers() {
  std::vector<memory::Text> stopped;
  const std::uint64_t version = std::exchange(sent_version_, changes_.observable_version());
  PODREEL_INVARIANT(version <= sent_version_, "versions of the runtime only grow");
  std::optional<std::vector<runtime::RunningPod>> changed = changes_.pods_changed_since(version);
  if (!changed) {
    auto listed = co_await runtime_.get_pods(process_, true);
    if (!listed) co_return stopped;
    changed = records_.with_gone(std::move(*listed));
  }
  for (const runtime::RunningPod& pod : *changed) {
    if (has_stopped(records_.changes(pod))) stopped.push_back(pod.uid);
    records_.update(pod);
  }
  co_return stopped;
}

}  // namespace podreel::pleg
