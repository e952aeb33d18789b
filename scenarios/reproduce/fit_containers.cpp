// States of containers that were seen, and those that a run tells.
#include <algorithm>
#include <fmt/format.h>

#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

/// Adds up what of a container's state is as it was seen.
class StateScore {
 public:
  void add(bool is_same, double weight = 1) {
    total_ += weight;
    if (is_same) same_ += weight;
  }
  [[nodiscard]] double value() const { return total_ == 0 ? 1 : same_ / total_; }

 private:
  double same_ = 0;
  double total_ = 0;
};

std::string_view name_of(const api::ContainerState& state) {
  if (std::holds_alternative<api::StateRunning>(state)) return "Running";
  return std::holds_alternative<api::StateTerminated>(state) ? "Terminated" : "Waiting";
}

std::string text_of(const api::ContainerState& state) {
  if (const auto* waiting = std::get_if<api::StateWaiting>(&state)) {
    return fmt::format("Waiting ({})", std::string_view{waiting->reason});
  }
  if (const auto* ended = std::get_if<api::StateTerminated>(&state)) {
    const sim::Duration ran =
        sim::truncated_to_seconds(ended->finished_at) - sim::truncated_to_seconds(ended->started_at);
    return fmt::format("Terminated ({}, {}, after {} s)", std::string_view{ended->reason}, ended->exit_code,
                       std::chrono::floor<std::chrono::seconds>(ran).count());
  }
  return std::string{name_of(state)};
}

std::string text_of(const Ended& ended) {
  std::string text = fmt::format("Terminated ({}, {}", ended.reason, ended.exit_code);
  if (ended.ran) text += fmt::format(", after {} s", std::chrono::floor<std::chrono::seconds>(*ended.ran).count());
  return text + ")";
}

std::string text_of(const SeenContainer& container) {
  std::string text = container.name + ":";
  if (container.state == "Waiting") {
    text += fmt::format(" Waiting ({})", container.waiting_reason);
  } else if (container.ended && container.state == "Terminated") {
    text += " " + text_of(*container.ended);
  } else if (!container.state.empty()) {
    text += " " + container.state;
  }
  if (container.last) text += ", last " + text_of(*container.last);
  if (container.ready) text += *container.ready ? ", ready" : ", not ready";
  if (container.restarts) text += fmt::format(", {} restarts", *container.restarts);
  return text;
}

std::string text_of(const api::ContainerStatus& status) {
  std::string text = text_of(status.state);
  if (std::holds_alternative<api::StateTerminated>(status.last_state)) text += ", last " + text_of(status.last_state);
  return text + fmt::format(", {}, {} restarts", status.ready ? "ready" : "not ready", status.restart_count);
}

void compare_ended(const std::optional<Ended>& seen, const api::ContainerState& state, StateScore& score) {
  if (!seen) return;
  const auto* const told = std::get_if<api::StateTerminated>(&state);
  score.add(told != nullptr);
  if (told == nullptr) return;
  score.add(seen->exit_code == told->exit_code);
  if (!seen->reason.empty()) score.add(seen->reason == std::string_view{told->reason});
  if (!seen->ran) return;
  const sim::Duration ran = sim::truncated_to_seconds(told->finished_at) - sim::truncated_to_seconds(told->started_at);
  const sim::Duration apart = ran > *seen->ran ? ran - *seen->ran : *seen->ran - ran;
  score.add(apart <= std::max<sim::Duration>(1s, *seen->ran / 20));
}

double score_of(const SeenContainer& seen, const api::ContainerStatus& told) {
  StateScore score;
  if (!seen.state.empty()) score.add(seen.state == name_of(told.state), 2);
  if (!seen.waiting_reason.empty()) {
    const auto* const waiting = std::get_if<api::StateWaiting>(&told.state);
    score.add(waiting != nullptr && seen.waiting_reason == std::string_view{waiting->reason}, 2);
  }
  if (seen.state == "Terminated") compare_ended(seen.ended, told.state, score);
  compare_ended(seen.last, told.last_state, score);
  if (seen.ready) score.add(*seen.ready == told.ready);
  if (seen.restarts) {
    const auto wanted = static_cast<std::int64_t>(*seen.restarts);
    const std::int64_t apart = wanted > told.restart_count ? wanted - told.restart_count : told.restart_count - wanted;
    score.add(apart == 0 || apart * 20 <= wanted, 2);
  }
  return score.value();
}

}  // namespace

void judge_containers(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time paste, Fit& fit) {
  const api::PodPtr found = simulated.pod_at(paste);
  for (const SeenContainer& container : pod.containers) {
    const bool says_something = !container.state.empty() || container.last || container.restarts || container.ready;
    if (!says_something) continue;
    Observation observation{.line = container.line, .text = text_of(container), .instead = {}};
    if (found != nullptr) {
      const auto& statuses =
          container.is_init ? found->status.init_container_statuses : found->status.container_statuses;
      if (const api::ContainerStatus* const told = api::find_status(statuses, container.name)) {
        observation.score = score_of(container, *told);
        observation.instead = text_of(*told);
      }
    }
    observation.is_told = observation.score > 0.99;
    fit.observations.push_back(std::move(observation));
  }
}

}  // namespace podreel::reproduce
