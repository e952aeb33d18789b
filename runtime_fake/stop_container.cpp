// StopContainer: SIGTERM, patience, SIGKILL.
#include <utility>

#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<>> FakeRuntime::stop_container(const sim::Process& caller, std::string container_id,
                                                         sim::Duration timeout) {
  const auto reply = begin<void>(caller);
  const auto known = inventory_.find_container(container_id);
  // CRI: stopping what is not there succeeds.
  if (known.container == nullptr) return answered(reply, runtime::Result<>{});
  if (recorder_.enabled()) {
    trace::RuntimeCall call = call_about("StopContainer", *known.container);
    call.timeout = std::chrono::floor<std::chrono::seconds>(timeout).count();
    reply->record(recorder_, full_name(*known.pod), std::move(call));
  }
  const Verdict verdict = judge("StopContainer", known.pod, *known.container->name);
  return answer(reply, verdict, timeout + request_timeout_,
                [this, reply, container_id, timeout] { stop(reply, container_id, timeout); });
}

void FakeRuntime::stop(const ReplyPtr<void>& reply, std::string_view container_id, sim::Duration timeout) {
  const auto found = inventory_.find_container(container_id);
  if (found.container == nullptr || !found.container->is_running()) return reply->succeed();
  PodEntry& pod = *found.pod;
  Container& container = *found.container;
  const sim::Time patience_ends = process_.now() + timeout;

  // A reaction at the very end of the timeout and the SIGKILL race each other.
  const bool is_tie = life_.reaction_to_term(container) == patience_ends;
  const bool kill_wins = is_tie && timing_.draw(timing::kill_beats_exit, id_text(container.id));
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
