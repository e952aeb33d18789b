#include "pleg/container_events.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::pleg {

ContainerEvents::ContainerEvents(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
                                 timing::Timing& timing, sim::Duration delay)
    : process_{process},
      runtime_{runtime},
      changes_{changes},
      delay_{delay},
      latency_{timing.stream(timing::Site::container_event_latency)} {}

void ContainerEvents::start(std::function<sim::Task<>()> send) {
  send_ = std::move(send);
  sent_version_ = changes_.observable_version();
  changes_.on_observable_change([this](const memory::Text& /*pod_uid*/) { something_changed(); });
}

void ContainerEvents::something_changed() {
  if (std::exchange(is_due_, true)) return;
  process_.post([this] { sim::spawn(process_, send_now()); });
}

sim::Task<> ContainerEvents::send_now() {
  is_due_ = false;
  co_await send_();
}

sim::Task<std::optional<std::vector<runtime::RunningPod>>> ContainerEvents::take_changed_pods(
    const PodRecords& records) {
  const std::uint64_t version = std::exchange(sent_version_, changes_.observable_version());
  PODREEL_INVARIANT(version <= sent_version_, "versions of the runtime only grow");
  std::optional<std::vector<runtime::RunningPod>> changed = changes_.pods_changed_since(version);
  if (changed) co_return changed;
  auto listed = co_await runtime_.get_pods(process_, true);
  if (!listed) co_return std::nullopt;
  co_return records.with_gone(std::move(*listed));
}

sim::Task<> ContainerEvents::arrival() {
  const sim::Time sent_at = process_.now();
  last_arrival_ = std::max(last_arrival_, sent_at + delay_ + latency_.draw(timing::container_event_latency));
  co_await sim::sleep_for(process_, last_arrival_ - sent_at);
  PODREEL_INVARIANT(process_.now() >= sent_at, "events arrive after what they are about");
}

}  // namespace podreel::pleg
