// Rows of `kubectl get pods` that were seen, and those that a run tells.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/api/human_duration.hpp"
#include "engine/api/pod_printer.hpp"
#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

bool is_near(std::uint64_t seen, std::int64_t told) {
  const double difference = std::abs(static_cast<double>(seen) - static_cast<double>(told));
  return difference <= std::max(seen > 4 ? 1.0 : 0.0, static_cast<double>(seen) / 10);
}

/// How far the last restart may be off that a row shows, and how far it is; 0 where the row shows none.
double restart_distance(const SeenRow& seen, const api::PodColumns& told, sim::Time time) {
  if (!seen.restarted || !told.restarted_at) return 0;
  const sim::Duration allowed = std::max<sim::Duration>(5s, seen.restarted->least / 5);
  return in_seconds(seen.restarted->distance(time - *told.restarted_at)) / in_seconds(allowed);
}

double row_score(const SeenRow& seen, const api::PodColumns& told, sim::Time time, bool& is_told) {
  const std::string ready = fmt::format("{}/{}", seen.ready.value_or(0), seen.containers.value_or(0));
  const auto restarts = static_cast<std::int64_t>(seen.restarts.value_or(0));
  const bool same_ready = ready == told.ready;
  const bool same_status = seen.status == told.status;
  const double off = restart_distance(seen, told, time);
  is_told = same_ready && same_status && is_near(seen.restarts.value_or(0), told.restart_count) && off <= 1;
  const double apart = std::abs(static_cast<double>(restarts - told.restart_count));
  return (same_ready ? 0.2 : 0) + (same_status ? 0.3 : 0) + 0.1 / (1 + off) +
         0.4 / (1 + apart / std::max<double>(1, static_cast<double>(restarts) / 10));
}

/// When a row was printed, as far as its age says, and how far off it may be told.
struct Printed {
  sim::Time from{};
  sim::Time until{};
  sim::Duration allowed{};

  [[nodiscard]] sim::Duration distance(sim::Time time) const {
    return std::max({sim::Duration{}, from - time, time - until});
  }
};

Printed printed(const SeenRow& row, const SimulatedEvidence& simulated) {
  if (!row.age) return {simulated.ended, simulated.ended, 0s};
  const sim::Time from = std::min(simulated.created + row.age->least, simulated.ended);
  return {from, std::min(simulated.created + row.age->most, simulated.ended),
          std::max<sim::Duration>(3s, row.age->least / 10)};
}

/// The instants from which on the pod was as it is next, within some time.
std::vector<sim::Time> instants(const SimulatedEvidence& simulated, const Printed& when) {
  std::vector<sim::Time> found{when.from, std::max(when.from, when.until - 1ms)};
  for (const auto& [time, pod] : simulated.versions) {
    if (when.distance(time) <= 3 * when.allowed && time <= simulated.ended) found.push_back(time);
  }
  return found;
}

std::string text_of(const SeenRow& row) {
  std::string text = fmt::format("{}/{} {} {}", row.ready.value_or(0), row.containers.value_or(0), row.status,
                                 row.restarts.value_or(0));
  if (row.restarted) text += fmt::format(" ({} ago)", api::human_duration(row.restarted->least));
  if (row.age) text += " at " + api::human_duration(row.age->least);
  return text;
}

}  // namespace

void judge_rows(const SeenPod& pod, const SimulatedEvidence& simulated, Fit& fit) {
  for (const SeenRow& row : pod.rows) {
    if (waits_for_scheduler(row)) continue;
    Observation observation{.line = row.line, .text = text_of(row), .instead = {}};
    const Printed when = printed(row, simulated);
    for (const sim::Time time : instants(simulated, when)) {
      const api::PodPtr version = simulated.pod_at(time);
      if (version == nullptr) continue;
      const api::PodColumns told = api::pod_columns(*version, time);
      bool is_told = false;
      const double off = when.allowed > 0s ? in_seconds(when.distance(time)) / in_seconds(when.allowed) : 0;
      const double score = row_score(row, told, time, is_told) * (1 - std::min(off, 3.0) / 10);
      if (score <= observation.score) continue;
      observation.score = score;
      observation.is_told = is_told && off <= 1;
      observation.instead = fmt::format("{} {} {}", told.ready, told.status, told.restarts);
    }
    fit.observations.push_back(std::move(observation));
  }
}

}  // namespace podreel::reproduce
