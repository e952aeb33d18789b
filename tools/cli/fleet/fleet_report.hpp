// The answer of `podreel fleet`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "tools/cli/fleet/fleet_figures.hpp"

namespace podreel::cli {

/// Rounded to what matters: "33h12m", "11.4s", "30ms".
[[nodiscard]] std::string told_span(sim::Duration duration);

/// For people: what comes of each plan; of several, first all side by side. `command` begins the commands that replay
/// single nodes: "podreel fleet fleet.yaml".
void print_fleet_report(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                        const std::string& command);

/// {"fleet", "plans": [{"plan", "clusters": [{"course", "workloads", …}], "outages", "worstNodes", "seconds" …}]}.
/// Durations are seconds.
[[nodiscard]] nlohmann::ordered_json fleet_document(const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans);

/// One of its "plans".
[[nodiscard]] nlohmann::ordered_json fleet_plan_document(const fleet::Fleet& fleet, const PlanOutcome& plan);

/// The document as JSON, of which no more than one plan is in memory at a time: half a kilobyte for every second.
void print_fleet_json(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans);

/// The same as JSON Lines, each with "kind" and "plan": the plan, its clusters, each before its workloads, the worst
/// nodes, the seconds.
void print_fleet_lines(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans);

/// The same as one HTML page that needs nothing else, no network either. `command` as above.
void print_fleet_page(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                      const std::string& command);

}  // namespace podreel::cli
