// Rows of `kubectl get pods` that were seen, and those that a run tells.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/api/human_duration.hpp"
#include "engine/api/pod_printer.hpp"
#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

bool is_near(std::uint64_t seen, std::int64_t told) {
  const double difference = std::abs(static_cast<double>(seen) - static_cast<double>(told));
  return difference <= std::max(seen > 4 ? 1.0 : 0.0, static_cast<double>(seen) / 10);
}

double row_score(const SeenRow& seen, const api::PodColumns& told, bool& is_told) {
  const std::string ready = fmt::format("{}/{}", seen.ready.value_or(0), seen.containers.value_or(0));
  const auto restarts = static_cast<std::int64_t>(seen.restarts.value_or(0));
  const bool same_ready = ready == told.ready;
  const bool same_status = seen.status == told.status;
  is_told = same_ready && same_status && is_near(seen.restarts.value_or(0), told.restart_count);
  const double apart = std::abs(static_cast<double>(restarts - told.restart_count));
  return (same_ready ? 0.2 : 0) + (same_status ? 0.4 : 0) +
         0.4 / (1 + apart / std::max<double>(1, static_cast<double>(restarts) / 10));
}

/// The instants from which on the pod was as it is next, within some time.
std::vector<sim::Time> instants(const Telling& telling, sim::Time from, sim::Time until) {
  std::vector<sim::Time> found{from};
  for (const auto& [time, pod] : telling.versions) {
    if (time > from && time < until) found.push_back(time);
  }
  return found;
}

std::string text_of(const SeenRow& row) {
  std::string text = fmt::format("{}/{} {} {}", row.ready.value_or(0), row.containers.value_or(0), row.status,
                                 row.restarts.value_or(0));
  if (row.age) text += " at " + api::human_duration(row.age->least);
  return text;
}

}  // namespace

void judge_rows(const SeenPod& pod, const Telling& telling, Fit& fit) {
  for (const SeenRow& row : pod.rows) {
    Observation observation{.line = row.line, .text = text_of(row), .instead = {}};
    const sim::Time from = row.age ? std::min(telling.created + row.age->least, telling.ended) : telling.ended;
    const sim::Time until = row.age ? telling.created + row.age->most : telling.ended;
    for (const sim::Time time : instants(telling, from, until)) {
      const api::PodPtr version = telling.pod_at(time);
      if (version == nullptr) continue;
      const api::PodColumns told = api::pod_columns(*version, time);
      bool is_told = false;
      const double score = row_score(row, told, is_told);
      if (score <= observation.score) continue;
      observation.score = score;
      observation.is_told = is_told;
      observation.instead = fmt::format("{} {} {}", told.ready, told.status, told.restart_count);
    }
    fit.observations.push_back(std::move(observation));
  }
}

}  // namespace podreel::reproduce
