#include "engine/kubelet/runtime_cache.hpp"

#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> RuntimeCache::get_pods() {
  const sim::Time now = process_.now();
  if (listed_at_ && now - *listed_at_ <= timing::runtime_cache_period) co_return pods_;
  const bool may_be_older = !listed_at_ || now - *listed_at_ > 2 * timing::runtime_cache_period;
  auto listed = co_await runtime_.get_pods(process_, false);
  if (!listed) co_return listed;
  pods_ = *listed;
  listed_at_ = may_be_older && phase_.draw(timing::runtime_cache_is_older) ? now - timing::runtime_cache_period : now;
  co_return listed;
}

sim::Task<> RuntimeCache::catch_up(sim::Time last_tick) {
  if (listed_at_ && process_.now() - *listed_at_ <= timing::runtime_cache_period) co_return;
  auto listed = co_await runtime_.get_pods(process_, false);
  if (!listed) co_return;
  pods_ = std::move(*listed);
  listed_at_ = phase_.draw(timing::runtime_cache_is_older) ? last_tick - timing::runtime_cache_period : last_tick;
}

}  // namespace podreel::kubelet
