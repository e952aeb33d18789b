#include "pleg/evented_pleg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"
#include "pleg/pod_ips.hpp"

namespace podreel::pleg {

namespace {

GenericPlegOptions options_beside_events(const EventedPlegOptions& options) {
  GenericPlegOptions beside;
  beside.relist_period = timing::relist_period_beside_events;
  beside.relist_threshold = timing::relist_threshold_beside_events;
  beside.starts_after = options.starts_after;
  beside.skip_idle_relists = options.skip_idle_relists;
  return beside;
}

/// CONTAINER_DELETED_EVENT: the cache keeps what it has of the pod (processCRIEvents).
bool only_removes(const StateChanges& changes) {
  return !changes.empty() && std::ranges::all_of(changes, [](const StateChange& change) {
    return change.now == RecordedState::non_existent;
  });
}

}  // namespace

EventedPleg::EventedPleg(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
                         kubelet::PodCache& cache, timing::Timing& timing, trace::Recorder& recorder,
                         EventedPlegOptions options)
    : process_{process},
      runtime_{runtime},
      cache_{cache},
      options_{options},
      generic_{process, runtime, changes, cache, timing, recorder, options_beside_events(options)},
      events_{process, runtime, changes, timing, options.event_delay},
      clock_began_{process.now() + options.starts_after.value_or(sim::Duration{})} {
  if (!options.starts_after) clock_began_ -= timing.draw(timing::cache_clock_phase, "pod-cache");
}

void EventedPleg::start() {
  generic_.start();
  cache_.fill_from(*this);
  events_.start([this] { return send_events(); });
}

std::optional<std::string> EventedPleg::health_problem() const {
  if (generic_.channel().is_full()) {
    return fmt::format("EventedPLEG: pleg event channel capacity is full with {} events", generic_.channel().size());
  }
  return generic_.health_problem();
}

void EventedPleg::on_wait() {
  wake_waiters();
  generic_.on_wait();
}

std::optional<sim::Time> EventedPleg::true_until() const {
  const sim::Time moved_on =
      clock_began_ + (process_.now() - clock_began_) / timing::cache_clock_period * timing::cache_clock_period;
  return std::max(moved_on, generic_.last_completed().value_or(moved_on));
}

void EventedPleg::wake_waiters() {
  if (std::exchange(wake_is_scheduled_, true)) return;
  const sim::Time next =
      clock_began_ + ((process_.now() - clock_began_) / timing::cache_clock_period + 1) * timing::cache_clock_period;
  process_.at(next, [this] {
    wake_is_scheduled_ = false;
    cache_.notify();
  });
}

sim::Task<> EventedPleg::send_events() {
  const sim::Time created_at = process_.now();
  const std::vector<ContainerEvent> events = co_await new_events();
  co_await events_.arrival();
  PODREEL_INVARIANT(process_.now() >= created_at, "events arrive after what they are about");
  for (const ContainerEvent& event : events) receive(event, created_at);
  cache_.notify();
}

sim::Task<std::vector<EventedPleg::ContainerEvent>> EventedPleg::new_events() {
  std::vector<ContainerEvent> events;
  std::optional<std::vector<runtime::RunningPod>> changed = co_await events_.take_changed_pods(records_);
  if (!changed) co_return events;
  for (runtime::RunningPod& pod : *changed) {
    runtime::PodStatusPtr status;
    if (!is_gone(pod)) {
      auto answer = co_await runtime_.get_pod_status(process_, pod.uid);
      if (!answer) continue;
      status = std::move(*answer);
    }
    events.push_back({std::move(pod), std::move(status)});
  }
  co_return events;
}

void EventedPleg::receive(const ContainerEvent& event, sim::Time created_at) {
  const memory::Text& uid = event.pod.uid;
  const StateChanges changes = records_.changes(event.pod);
  records_.update(event.pod);
  if (event.status == nullptr) {
    cache_.remove(uid);
  } else if (!only_removes(changes)) {
    const sim::Time date = options_.dates_events_in_the_future ? sim::Time::max() : created_at;
    auto status = memory::make_recycled<runtime::PodStatus>(*with_known_ips(event.status, cache_.get(uid)));
    status->has_active_containers = false;
    cache_.set(uid, {std::move(status), {}}, date);
  }
  generic_.channel().send(uid, changes, OnRemoval::died_again, {lifecycle::Detection::By::runtime_event, created_at});
}

}  // namespace podreel::pleg
