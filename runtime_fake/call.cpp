#include "runtime_fake/call.hpp"

#include <utility>

#include "engine/invariant.hpp"

namespace podreel::runtime_fake {

void Call::wait_at_most(sim::Duration timeout) {
  deadline_ = runtime_.at(began_ + timeout, [self = shared_from_this()] { self->give_up(); });
}

void Call::begin_work() {
  PODREEL_INVARIANT(!is_over_, "nobody works on a call that has returned");
  at_work_ = true;
}

void Call::give_up() {
  PODREEL_INVARIANT(!is_over_ && !gave_up_at_, "a caller gives up once, and not after the call has returned");
  const std::string error = "rpc error: code = DeadlineExceeded desc = context deadline exceeded";
  gave_up_at_ = runtime_.now();
  if (!at_work_) tell(error, *gave_up_at_);
  answer_late_caller(error);
}

void Call::cancel() {
  stop_waiting();
  tell("context canceled", gave_up_at_ ? *gave_up_at_ : caller_.ended_at().value_or(runtime_.now()));
  // Nothing waits for the result any longer, so the waiting part is destroyed.
  answer_late_caller("rpc error: code = Canceled desc = context canceled");
}

void Call::returned(std::optional<std::string> error) {
  is_over_ = true;
  stop_waiting();
  tell(std::move(error), runtime_.now());
}

void Call::tell(std::optional<std::string> error, sim::Time ended) {
  if (!record_) return;
  std::exchange(record_, nullptr)->tell(std::move(error), ended - began_);
}

}  // namespace podreel::runtime_fake
