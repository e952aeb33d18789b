#include "engine/sim/semaphore.hpp"

#include <utility>

#include "engine/invariant.hpp"

namespace podreel::sim {

Task<> Semaphore::acquire() {
  if (!is_limited_) co_return;
  if (free_ > 0) {
    --free_;
    co_return;
  }
  const auto turn = std::make_shared<Completion<bool>>(process_);
  waiting_.push_back(turn);
  co_await turn->wait();
}

void Semaphore::release() {
  if (!is_limited_) return;
  PODREEL_INVARIANT(free_ == 0 || waiting_.empty(), "nobody waits for a place while there is one");
  if (waiting_.empty()) {
    PODREEL_INVARIANT(free_ < places_, "a place is released by one who has acquired it");
    ++free_;
    return;
  }
  const std::shared_ptr<Completion<bool>> next = std::move(waiting_.front());
  waiting_.pop_front();
  next->complete(true);
}

}  // namespace podreel::sim
