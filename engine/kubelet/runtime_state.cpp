#include "engine/kubelet/runtime_state.hpp"

#include <fmt/format.h>
#include <utility>
#include <vector>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/messages.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void RuntimeState::suspect() {
  if (last_answer_) return;
  const sim::Time next = check_.at_or_after(process_.now());
  last_answer_ = next - check_.period;
  PODREEL_INVARIANT(*last_answer_ < check_.after(process_.now()), "a runtime has answered before the next check of it");
  sim::spawn(process_, watch());
}

std::vector<std::string> RuntimeState::problems(std::string_view end) const {
  std::vector<std::string> problems;
  const bool down = last_answer_ && process_.now() - *last_answer_ > timing::runtime_silence_max;
  if (down) problems.push_back(fmt::format("container runtime is down{}", end));
  const std::optional<std::string> unhealthy = pleg_.health_problem();
  if (unhealthy) problems.push_back(fmt::format("PLEG is not healthy: {}{}", *unhealthy, end));
  if (runtime_problem_) problems.push_back(*runtime_problem_);
  return problems;
}

std::optional<std::string> RuntimeState::problem() const {
  const std::vector<std::string> found = problems({});
  if (found.empty()) return std::nullopt;
  if (!behaviour_.has(release::node_errors_are_listed)) return fmt::format("[{}]", fmt::join(found, " "));
  return found.size() == 1 ? found.front() : fmt::format("[{}]", fmt::join(found, ", "));
}

std::string_view RuntimeState::end_of_node_error() const {
  return behaviour_.has(release::node_errors_end_in_periods) ? "." : "";
}

std::vector<std::string> RuntimeState::node_errors_before_check() const {
  const std::string_view end = end_of_node_error();
  std::vector<std::string> errors = problems(end);
  errors.insert(errors.begin(), fmt::format("{}{}", release::unchecked_runtime_error(behaviour_), end));
  return errors;
}

std::vector<std::string> RuntimeState::node_errors() const {
  std::vector<std::string> errors = problems(end_of_node_error());
  if (network_problem_) errors.push_back(*network_problem_);
  return errors;
}

void RuntimeState::take(const runtime::RuntimeStatus& status) {
  network_problem_.reset();
  if (!status.network_is_ready) {
    network_problem_ = release::network_error(
        behaviour_, fmt::format("NetworkReady=false reason:NetworkPluginNotReady message:{}", status.message));
  }
  const bool was_ready = !runtime_problem_.has_value();
  runtime_problem_.reset();
  PODREEL_INVARIANT(last_answer_, "a runtime is asked for its status while it is suspected");
  if (status.runtime_is_ready) {
    last_answer_ = process_.now();
    return;
  }
  runtime_problem_ = release::runtime_error(
      behaviour_, fmt::format("RuntimeReady=false reason:RuntimeNotReady message:{}", status.message));
  if (was_ready) ticks_.schedule_sync_tick(process_.now());
}

sim::Task<> RuntimeState::watch() {
  co_await sim::sleep_until(process_, check_.at_or_after(process_.now()));
  for (;;) {
    const auto answer = co_await runtime_.status(process_);
    if (answer) take(*answer);
    if (answer && changes_.relist_is_instant()) break;
    co_await sim::sleep_until(process_, check_.after(process_.now()));
  }
  last_answer_.reset();
}

}  // namespace podreel::kubelet
