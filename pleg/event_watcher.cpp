#include "pleg/event_watcher.hpp"

#include <algorithm>

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
    : generic_{process, runtime, changes, cache, timing, recorder, options},
      events_{process, runtime, changes, timing, event_delay} {}

void EventWatcher::start() {
  generic_.start();
  events_.start([this] { return send_events(); });
}

sim::Task<> EventWatcher::send_events() {
  const std::vector<memory::Text> stopped = co_await pods_with_stopped_containers();
  if (stopped.empty()) co_return;
  co_await events_.arrival();
  for (const memory::Text& uid : stopped) generic_.request_relist(uid);
}

sim::Task<std::vector<memory::Text>> EventWatcher::pods_with_stopped_containers() {
  std::vector<memory::Text> stopped;
  const std::optional<std::vector<runtime::RunningPod>> changed = co_await events_.take_changed_pods(records_);
  if (!changed) co_return stopped;
  for (const runtime::RunningPod& pod : *changed) {
    if (has_stopped(records_.changes(pod))) stopped.push_back(pod.uid);
    records_.update(pod);
  }
  co_return stopped;
}

}  // namespace podreel::pleg
