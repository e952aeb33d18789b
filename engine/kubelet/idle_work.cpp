// Work that a kubelet does on request here, although a real one does it at every tick.
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/kubelet.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

void Kubelet::declare_inputs() {
  sim::IdleSource& pods = pods_.pods();
  sim::IdleSource& reported = statuses_.reported_statuses();
  active_requests_.depends_on({pods, reported, workers_.stages(), allocation_.allocations()});
  statuses_.depends_on({pods});
  workers_.depends_on({pods, handlers_.mirror_pods()});
  workers_.depends_on_own({reported});
  prober_.depends_on({reported, runtime_changes_});
  eviction_.depends_on({runtime_changes_});
}

void Kubelet::do_idle_work() {
  // While the runtime takes its time everything is executed, and one collection after the other.
  const auto is_idle = [this] { return loop_.is_idle() && deps_.changes.relist_is_instant(); };
  at_every(tickers_.sync, [this, is_idle] {
    if (!is_idle() || loop_.is_sync_tick_scheduled()) return;
    PODREEL_INVARIANT(!is_any_pod_due(), "a SYNC tick that nobody has asked for finds no pod ready");
    handlers_.handle_sync_tick();
  });
  at_every(tickers_.status, [this] { statuses_.check_all(); });
  at_every(tickers_.container_gc, [this, is_idle] {
    if (is_idle() && !garbage_collection_.is_container_gc_scheduled())
      sim::spawn(process_, garbage_collection_.collect_containers());
  });
  // The age of the list that housekeeping may reuse is random.
  if (behaviour_.has(release::housekeeping_uses_runtime_cache)) return;
  // A request at the instant of a tick is served at the next one.
  at_every(tickers_.housekeeping, [this, is_idle] {
    process_.at_end_of(process_.now(), [this, is_idle] {
      if (is_idle() && !loop_.is_housekeeping_scheduled()) sim::spawn(process_, housekeeping_.handle_pod_cleanups());
    });
  });
}

bool Kubelet::is_any_pod_due() {
  const sim::Time now = process_.now();
  const WorkQueue::Item* first = queue_.first();
  const auto deadline = deadlines_.next();
  return (first != nullptr && first->ready <= now) || (deadline && *deadline <= now);
}

void Kubelet::at_every(const Ticker& ticker, std::function<void()> work) {
  process_.at(ticker.after(process_.now()), [this, &ticker, next = std::move(work)]() mutable {
    next();
    at_every(ticker, std::move(next));
  });
}

}  // namespace podreel::kubelet
