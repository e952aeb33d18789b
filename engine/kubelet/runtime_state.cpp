#include "engine/kubelet/runtime_state.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void RuntimeState::add_health_check(std::string name, std::function<std::optional<std::string>()> check) {
  check_name_ = std::move(name);
  health_check_ = std::move(check);
}

void RuntimeState::suspect() {
  if (last_answer_) return;
  const sim::Time next = check_.at_or_after(process_.now());
  last_answer_ = next - check_.period;
  sim::spawn(process_, watch());
}

std::optional<std::string> RuntimeState::problem() const {
  const bool down = last_answer_ && process_.now() - *last_answer_ > timing::runtime_silence_longest;
  std::optional<std::string> unhealthy;
  if (health_check_) unhealthy = health_check_();
  if (!down && !unhealthy) return std::nullopt;
  if (!unhealthy) return "container runtime is down";
  const std::string health = fmt::format("{} is not healthy: {}", check_name_, *unhealthy);
  return down ? fmt::format("[container runtime is down, {}]", health) : health;
}

sim::Task<> RuntimeState::watch() {
  for (;;) {
    co_await sim::sleep_until(process_, check_.after(process_.now()));
    const auto answer = co_await runtime_.status(process_);
    if (!answer) continue;
    last_answer_ = process_.now();
    if (changes_.relist_is_instant()) break;
  }
  last_answer_.reset();
}

}  // namespace podreel::kubelet
