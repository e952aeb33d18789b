// StopContainer: SIGTERM, patience, SIGKILL.
#include <utility>

#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<>> FakeRuntime::stop_container(const sim::Process& caller, memory::Text container_id,
                                                         sim::Duration timeout) {
  const auto known = inventory_.find_container(container_id);
  // CRI: stopping what is not there succeeds.
  if (known.container == nullptr) return answered<void>({});
  CallRecordPtr told = record(known.pod, [&] {
    trace::RuntimeCall call = call_about("StopContainer", *known.container);
    call.timeout = std::chrono::floor<std::chrono::seconds>(timeout).count();
    return call;
  });
  const Verdict verdict = judge("StopContainer", known.pod, *known.container->name);
  const auto reply = std::make_shared<Reply<void>>(caller, process_, std::move(told));
  serve(reply, verdict.takes, [this, reply, id = known.container->id, timeout, error = verdict.error] {
    if (error) return reply->fail(*error);
    stop(reply, id, timeout);
  });
  return Reply<void>::of(reply, timeout + request_timeout_);
}

void FakeRuntime::stop(const ReplyPtr<void>& reply, const memory::Text& container_id, sim::Duration timeout) {
  const auto found = inventory_.find_container(container_id);
  if (found.container == nullptr || !found.container->is_running()) return reply->succeed();
  PodEntry& pod = *found.pod;
  Container& container = *found.container;
  const sim::Time patience_ends = process_.now() + timeout;

  // A reaction at the very end of the timeout and the SIGKILL race each other.
  const bool is_tie = life_.reaction_to_term(container) == patience_ends;
  const bool kill_wins = is_tie && timing_.draw(timing::kill_beats_exit, container.id);
  if (!kill_wins && timeout > sim::Duration{}) life_.terminate(pod, container);
  const sim::EventId kill = process_.at(patience_ends, [this, reply, id = container.id] {
    if (reply->is_abandoned()) return reply->cancel();
    const auto target = inventory_.find_container(id);
    if (target.container != nullptr && target.container->is_running()) {
      life_.kill(*target.pod, *target.container, "SIGKILL");
    }
  });
  if (kill_wins && timeout > sim::Duration{}) life_.terminate(pod, container);

  life_.on_exit(container, [this, reply, kill] {
    process_.cancel(kill);
    if (reply->is_abandoned()) return reply->cancel();
    reply->succeed();
  });
}

}  // namespace podreel::runtime_fake
