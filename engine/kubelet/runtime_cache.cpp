#include "engine/kubelet/runtime_cache.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> RuntimeCache::get_pods() {
  const sim::Time now = process_.now();
  if (listed_at_ && is_good_at(now)) co_return pods_;
  const bool may_be_older = !listed_at_ || now - *listed_at_ > 2 * timing::runtime_cache_period;
  auto listed = co_await runtime_.get_pods(process_, false);
  if (!listed) co_return listed;
  pods_ = *listed;
  listed_at_ = may_be_older && phase_.draw(timing::runtime_cache_is_older) ? now - timing::runtime_cache_period : now;
  co_return listed;
}

sim::Task<> RuntimeCache::catch_up(sim::Time last_tick, runtime::PodStatusPtr ended) {
  PODREEL_INVARIANT(!changed_at_ || *changed_at_ <= process_.now(), "changes are noted in their order");
  changed_at_ = process_.now();
  if (listed_at_ && process_.now() - *listed_at_ <= timing::runtime_cache_period) co_return;
  auto listed = co_await runtime_.get_pods(process_, false);
  if (!listed) co_return;
  pods_ = std::move(*listed);
  listed_at_ = phase_.draw(timing::runtime_cache_is_older) ? last_tick - timing::runtime_cache_period : last_tick;
  if (ended) add_exited(*ended);
}

bool RuntimeCache::is_good_at(sim::Time now) {
  PODREEL_INVARIANT(*listed_at_ <= now, "a list was made in the past");
  const sim::Duration age = now - *listed_at_;
  if (age == timing::runtime_cache_period) return !phase_.draw(timing::runtime_cache_expires);
  return age < timing::runtime_cache_period;
}

void RuntimeCache::add_exited(const runtime::PodStatus& pod) {
  for (const runtime::ContainerStatus& container : pod.containers) {
    const bool ran = container.state == runtime::ContainerState::exited && container.started_at <= *listed_at_ &&
                     container.finished_at > *listed_at_;
    if (!ran) continue;
    auto listed = std::ranges::find(pods_, pod.uid, &runtime::RunningPod::uid);
    if (listed == pods_.end()) {
      listed = pods_.insert(pods_.end(), {.uid = pod.uid, .name = pod.name, .namespace_name = pod.namespace_name});
    }
    listed->containers.push_back({container.id, container.name, pod.uid, runtime::ContainerState::running});
  }
}

}  // namespace podreel::kubelet
