#include "scenarios/fleet/drain/sleeping_nodes.hpp"

namespace podreel::fleet {

void SleepingNodes::note_run(std::uint32_t node, bool is_asleep, std::size_t num_orders, std::size_t num_repeated) {
  live_.insert(node);
  if (const auto known = since_.find(node); known != since_.end()) {
    asleep_.erase({known->second, node});
    since_.erase(known);
  }
  if (is_asleep) {
    asleep_.insert({next_, node});
    since_.insert_or_assign(node, next_++);
  }
  num_orders_ += num_orders;
  num_repeated_ += num_repeated;
  if (num_repeated_ <= num_orders_) return;
  max_live_ *= 2;
  num_repeated_ = 0;
}

void SleepingNodes::limit(const std::function<void(std::uint32_t)>& hibernate) {
  while (live_.size() > max_live_ && !asleep_.empty()) {
    const std::uint32_t node = asleep_.begin()->second;
    asleep_.erase(asleep_.begin());
    since_.erase(node);
    live_.erase(node);
    hibernate(node);
  }
}

}  // namespace podreel::fleet
