#include "engine/sync/pull_slots.hpp"

#include <utility>

namespace podreel::sync {

sim::Task<> PullSlots::acquire() {
  if (!is_limited_) co_return;
  if (free_ > 0) {
    --free_;
    co_return;
  }
  const auto turn = std::make_shared<sim::Completion<bool>>(process_);
  waiting_.push_back(turn);
  co_await turn->wait();
}

void PullSlots::release() {
  if (!is_limited_) return;
  if (waiting_.empty()) {
    ++free_;
    return;
  }
  const std::shared_ptr<sim::Completion<bool>> next = std::move(waiting_.front());
  waiting_.pop_front();
  next->complete(true);
}

}  // namespace podreel::sync
