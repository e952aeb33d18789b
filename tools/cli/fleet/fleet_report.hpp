// The output of `podreel fleet`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "tools/cli/fleet/fleet_figures.hpp"

namespace podreel::cli {

/// Prints the text output: a comparison if there are several plans, and then the outcome of each plan. `command` is the
/// start of the commands that replay single nodes: "podreel fleet fleet.yaml".
void print_fleet_report(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                        const std::string& command, bool has_headers = true);

/// Returns {"fleet", "plans": [{"plan", "clusters": [{"course", "workloads", …}], "outages", "worstNodes", "seconds"
/// …}]}. Durations are in seconds.
[[nodiscard]] nlohmann::ordered_json fleet_document(const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans);

/// Returns one element of "plans".
[[nodiscard]] nlohmann::ordered_json fleet_plan_document(const fleet::Fleet& fleet, const PlanOutcome& plan);

/// Prints the document as JSON, with one plan in memory at a time (0.5 kB per second of the plan).
void print_fleet_json(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans);

/// Prints JSON Lines, each with "kind" and "plan": the plan, its clusters, each before its workloads, the worst nodes,
/// the seconds.
void print_fleet_lines(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans);

/// Returns the data of the page Page::fleet, which is JSON. `command` as for print_fleet_report().
[[nodiscard]] std::string fleet_page_data(const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                                          const std::string& command);

/// Prints one self-contained HTML page. `command` as for print_fleet_report().
void print_fleet_page(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                      const std::string& command);

}  // namespace podreel::cli
