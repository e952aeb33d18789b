#include "scenarios/reproduce/fit.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::reproduce {

namespace {

void judge_phase(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time paste, Fit& fit) {
  if (pod.phase.empty()) return;
  Observation observation{.text = "phase " + pod.phase};
  if (!pod.reason.empty()) observation.text += ", reason " + pod.reason;
  const api::PodPtr found = simulated.pod_at(paste);
  if (found != nullptr) {
    const std::string phase{api::to_string(found->status.phase)};
    const std::string reason{found->status.reason};
    observation.instead = reason.empty() ? "phase " + phase : fmt::format("phase {}, reason {}", phase, reason);
    observation.score = (phase == pod.phase ? 0.6 : 0.0) + (reason == pod.reason ? 0.4 : 0.0);
  }
  observation.is_told = observation.score > 0.9;
  fit.observations.push_back(std::move(observation));
}

}  // namespace

std::size_t Fit::told() const noexcept {
  return static_cast<std::size_t>(std::ranges::count(observations, true, &Observation::is_told));
}

double Fit::score() const noexcept {
  if (observations.empty()) return 0;
  double sum = 0;
  for (const Observation& observation : observations) sum += observation.score + (observation.is_told ? 1 : 0);
  constexpr double each_besides = 0.04;
  constexpr double most_besides = 0.2;
  const double against = std::min(most_besides, each_besides * static_cast<double>(besides.size()));
  return std::max(0.0, sum / (2.0 * static_cast<double>(observations.size())) - against);
}

Fit fit_of(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Duration age) {
  Fit fit;
  const sim::Time paste = simulated.created + age;
  judge_events(pod, simulated, paste, fit);
  judge_rows(pod, simulated, fit);
  judge_phase(pod, simulated, paste, fit);
  judge_containers(pod, simulated, paste, fit);
  judge_errors(pod, simulated, fit);
  return fit;
}

}  // namespace podreel::reproduce
