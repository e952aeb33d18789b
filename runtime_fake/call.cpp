#include "runtime_fake/call.hpp"

#include <utility>

#include "engine/invariant.hpp"

namespace podreel::runtime_fake {

void Call::wait_up_to(sim::Duration timeout) {
  deadline_ = runtime_.at(began_ + timeout, [self = shared_from_this()] { self->give_up(); });
}

void Call::begin_work() {
  PODREEL_INVARIANT(!is_over_, "nobody works on a call that has returned");
  is_active_ = true;
}

void Call::give_up() {
  PODREEL_INVARIANT(!is_over_ && !cancelled_at_, "a caller gives up once, and not after the call has returned");
  const std::string error = "rpc error: code = DeadlineExceeded desc = context deadline exceeded";
  cancelled_at_ = runtime_.now();
  if (!is_active_) record_result(error, *cancelled_at_);
  answer_late_caller(error);
}

void Call::cancel() {
  stop_waiting();
  record_result("context canceled", cancelled_at_ ? *cancelled_at_ : caller_.ended_at().value_or(runtime_.now()));
  // Nothing waits for the result any longer, so the waiting part is destroyed.
  answer_late_caller("rpc error: code = Canceled desc = context canceled");
}

void Call::returned(std::optional<std::string> error) {
  is_over_ = true;
  stop_waiting();
  record_result(std::move(error), runtime_.now());
}

void Call::record_result(std::optional<std::string> error, sim::Time ended) {
  if (!record_) return;
  std::exchange(record_, nullptr)->record_result(std::move(error), ended - began_);
}

}  // namespace podreel::runtime_fake
