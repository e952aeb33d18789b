#include "engine/sync/termination_order.hpp"

#include <chrono>
#include <utility>

#include "engine/release/behaviour/syncing.hpp"

namespace podreel::sync {

TerminationOrder::TerminationOrder(const sim::Process& process, const api::PodSpec& spec,
                                   const std::set<std::string>& running, const release::Behaviour& behaviour)
    : process_{process} {
  std::set<std::string, std::less<>> regular;
  for (const api::Container& container : spec.containers) {
    if (running.contains(container.name)) regular.insert(container.name);
  }
  std::string_view later_sidecar;
  for (auto next = spec.init_containers.rbegin(); next != spec.init_containers.rend(); ++next) {
    const api::Container& container = *next;
    if (!api::is_restartable_init_container(container)) continue;
    Waiter waiter{regular, {}};
    const bool later_blocks =
        !behaviour.has(release::stopped_sidecars_delay_nothing) || running.contains(std::string{later_sidecar});
    if (!later_sidecar.empty() && later_blocks) waiter.blocked_by.emplace(later_sidecar);
    waiters_.emplace(container.name, std::move(waiter));
    later_sidecar = container.name;
  }
}

sim::Task<> TerminationOrder::wait_for_turn(std::string container, std::int64_t grace_seconds) {
  const auto found = waiters_.find(container);
  if (found == waiters_.end() || found->second.blocked_by.empty()) co_return;
  const auto turn = std::make_shared<sim::Completion<bool>>(process_);
  found->second.turns.push_back(turn);
  const sim::EventId deadline = process_.after(std::chrono::seconds{grace_seconds}, [turn] { turn->complete(false); });
  co_await turn->wait();
  process_.cancel(deadline);
}

void TerminationOrder::terminated(std::string_view container) {
  for (auto& [name, waiter] : waiters_) {
    const auto blocked = waiter.blocked_by.find(container);
    if (blocked == waiter.blocked_by.end()) continue;
    waiter.blocked_by.erase(blocked);
    if (!waiter.blocked_by.empty()) continue;
    for (const auto& turn : waiter.turns) turn->complete(true);
  }
}

}  // namespace podreel::sync
