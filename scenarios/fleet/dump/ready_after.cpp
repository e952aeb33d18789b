#include "scenarios/fleet/dump/ready_after.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "engine/api/timestamp.hpp"

namespace podreel::fleet {

namespace {

using api::Cursor;

/// Upper bound: after a longer gap the pod was unready again in between, which the status does not show.
constexpr sim::Duration furthest_apart = std::chrono::minutes{5};

std::set<std::string_view> asked_containers(const Cursor& pod) {
  std::set<std::string_view> names;
  pod["spec"]["containers"].for_each_item([&](const Cursor& container, std::size_t) {
    if (container["readinessProbe"] || container["startupProbe"]) names.insert(container["name"].text());
  });
  return names;
}

std::optional<sim::Time> ready_since(const Cursor& pod) {
  std::optional<sim::Time> since;
  pod["status"]["conditions"].for_each_item([&](const Cursor& condition, std::size_t) {
    if (condition["type"].text() != "Ready" || condition["status"].text() != "True") return;
    since = api::parse_timestamp(condition["lastTransitionTime"].text());
  });
  return since;
}

}  // namespace

std::optional<sim::Duration> ready_after(const api::Tree& pod) {
  const Cursor fields{pod};
  const std::set<std::string_view> demand = asked_containers(fields);
  const std::optional<sim::Time> ready = ready_since(fields);
  if (demand.empty() || !ready) return std::nullopt;
  std::optional<sim::Time> last_asked;
  std::optional<sim::Time> last;
  fields["status"]["containerStatuses"].for_each_item([&](const Cursor& status, std::size_t) {
    const std::optional<sim::Time> started = api::parse_timestamp(status["state"]["running"]["startedAt"].text());
    if (!started) return;
    last = std::max(last, started);
    if (demand.contains(status["name"].text())) last_asked = std::max(last_asked, started);
  });
  if (!last_asked || *last > *ready || *ready - *last_asked > furthest_apart) return std::nullopt;
  return *ready - *last_asked;
}

}  // namespace podreel::fleet
