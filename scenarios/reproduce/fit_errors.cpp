// Failures that a log tells, and those of a run.
#include <algorithm>
#include <fmt/format.h>

#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

bool is_same(const SeenError& seen, const SimulatedError& told) {
  if (seen.reason.empty()) return told.call == seen.action;
  const std::string with = "with " + seen.reason;
  if (!told.call.empty() || told.message.find(with) == std::string::npos) return false;
  return seen.container.empty() || told.message.find('"' + seen.container + '"') != std::string::npos;
}

/// How far from where it was seen the failure is told, if `from` is when the first one is.
std::optional<sim::Duration> distance(const SeenError& seen, sim::Duration since_first, sim::Time from,
                                      const std::vector<SimulatedError>& told) {
  std::optional<sim::Duration> nearest;
  for (const SimulatedError& error : told) {
    if (!is_same(seen, error)) continue;
    const sim::Duration apart = error.at - from - since_first;
    const sim::Duration size = apart < 0s ? -apart : apart;
    if (!nearest || size < *nearest) nearest = size;
  }
  return nearest;
}

sim::Duration allowed(sim::Duration since_first) {
  return std::max<sim::Duration>(4s, since_first / 8);
}

std::vector<Observation> judged_from(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time from) {
  std::vector<Observation> observations;
  for (const SeenError& seen : pod.errors) {
    const sim::Duration since = std::max<sim::Duration>(0s, seen.at - pod.errors.front().at);
    Observation observation{.line = seen.line, .text = {}, .instead = {}};
    observation.text = seen.reason.empty()
                           ? fmt::format("{} fails", seen.action)
                           : fmt::format("{} of {} fails: {}", seen.action,
                                         seen.container.empty() ? "the pod" : seen.container, seen.reason);
    observation.text += fmt::format(", {:.1f} s after the first", in_seconds(since));
    if (const auto apart = distance(seen, since, from, simulated.errors)) {
      observation.score = 0.5 + 0.5 / (1 + in_seconds(*apart) / in_seconds(allowed(since)));
      observation.is_told = *apart <= allowed(since);
      observation.instead = fmt::format("{:.1f} s off", in_seconds(*apart));
    }
    observations.push_back(std::move(observation));
  }
  return observations;
}

double sum_of(const std::vector<Observation>& observations) {
  double sum = 0;
  for (const Observation& observation : observations) sum += observation.score + (observation.is_told ? 1 : 0);
  return sum;
}

}  // namespace

void judge_errors(const SeenPod& pod, const SimulatedEvidence& simulated, Fit& fit) {
  if (pod.errors.empty()) return;
  constexpr std::size_t most_beginnings = 40;
  std::vector<Observation> best = judged_from(pod, simulated, simulated.created);
  std::size_t beginnings = 0;
  for (const SimulatedError& told : simulated.errors) {
    if (!is_same(pod.errors.front(), told) || ++beginnings > most_beginnings) continue;
    std::vector<Observation> judged = judged_from(pod, simulated, told.at);
    if (sum_of(judged) > sum_of(best)) best = std::move(judged);
  }
  fit.observations.insert(fit.observations.end(), best.begin(), best.end());
}

}  // namespace podreel::reproduce
