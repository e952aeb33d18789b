#include "scenarios/explore/shown_difference.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "scenarios/explore/json_parts.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/simulation/checked_run.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;
using Shows = std::function<bool(const Workload&)>;

bool take_if_it_shows(Workload& workload, const Shows& shows, const char* field, const ordered_json& value) {
  Workload tried = workload;
  tried.document["spec"][field] = value;
  if (!shows(tried)) return false;
  workload = std::move(tried);
  return true;
}

}  // namespace

std::optional<Workload> bare(Workload workload) {
  omit_results(workload.document);
  workload.document["spec"].erase("seed");
  const format::Loaded read = loaded(workload);
  if (read.scenarios.size() != 1) return std::nullopt;
  workload.document["spec"]["duration"] = format::duration_text(run_length(read.scenarios.front()));
  return workload;
}

void cut_down(Workload& workload, const Shows& shows, std::size_t max_questions) {
  take_if_it_shows(workload, shows, "timing", to_string(timing::Model::ideal));
  const ordered_json timing = workload.document["spec"].value("timing", ordered_json{});
  const auto still_shows = [&](const ordered_json& smaller) {
    Workload tried = workload;
    tried.document = smaller;
    return has_part(smaller, ordered_json::json_pointer{"/spec/timing"}, timing) && shows(tried);
  };
  leave_out_parts(workload.document, still_shows, max_questions);
  for (const sim::Duration length : std::array<sim::Duration, 5>{10s, 30s, 1min, 3min, 6min}) {
    if (take_if_it_shows(workload, shows, "duration", format::duration_text(length))) return;
  }
}

ordered_json expectation_of(const Distinction& mark, std::size_t count, ordered_json when) {
  ordered_json item = count > 0 ? mark.record : ordered_json{{"never", mark.record}};
  if (count > 0 && mark.is_counted) item["count"] = count;
  if (mark.between) {
    item["between"] = {format::duration_text(mark.between->first), format::duration_text(mark.between->second)};
  }
  item["when"] = std::move(when);
  return item;
}

bool holds(const format::Scenario& scenario, std::uint64_t seed) {
  simulation::ReplayOptions options;
  options.seed = seed;
  return simulation::run_and_check(scenario, std::move(options)).holds();
}

bool holds(const format::Scenario& scenario) {
  constexpr std::array<std::uint64_t, 7> seeds{1, 2, 3, 5, 8, 55, 71};
  return std::ranges::all_of(seeds, [&scenario](std::uint64_t seed) { return holds(scenario, seed); });
}

}  // namespace podreel::explore
