#include "engine/sync/pull_slots.hpp"

#include <utility>

#include "engine/invariant.hpp"

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
  PODREEL_INVARIANT(free_ == 0 || waiting_.empty(), "nobody waits for a pull while there is a place");
  if (waiting_.empty()) {
    PODREEL_INVARIANT(free_ < slots_, "a place is released by one who has acquired it");
    ++free_;
    return;
  }
  const std::shared_ptr<sim::Completion<bool>> next = std::move(waiting_.front());
  waiting_.pop_front();
  next->complete(true);
}

}  // namespace podreel::sync
