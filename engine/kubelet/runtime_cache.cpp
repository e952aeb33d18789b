#include "engine/kubelet/runtime_cache.hpp"

namespace podreel::kubelet {

namespace {

constexpr sim::Duration period = std::chrono::seconds{2};

}  // namespace

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> RuntimeCache::get_pods() {
  const sim::Time now = process_.now();
  if (listed_at_ && now - *listed_at_ <= period) co_return pods_;
  // Ticks that would have found nothing to do were not executed, and it is open which of them the cache was renewed at.
  const bool may_be_older = !listed_at_ || now - *listed_at_ > 2 * period;
  auto listed = co_await runtime_.get_pods(process_, false);
  if (!listed) co_return listed;
  pods_ = *listed;
  listed_at_ = may_be_older && phase_.chance(1, 2) ? now - period : now;
  co_return listed;
}

}  // namespace podreel::kubelet
