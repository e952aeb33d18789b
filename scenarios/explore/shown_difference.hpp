// Shrinks a workload to the smallest scenario that shows a difference of two kubelets, with an expectation for each.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "scenarios/explore/distinction.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explore {

/// Removes the scenario's expectations and seed, and sets its duration. Returns no value if it cannot be read.
[[nodiscard]] std::optional<Workload> bare(Workload workload);

/// Uses ideal timing if that still shows the difference, leaves out what is not needed, in at most `max_questions`
/// checks, and shortens it. `shows(workload)` must be true.
void cut_down(Workload& workload, const std::function<bool(const Workload&)>& shows, std::size_t max_questions);

/// Returns the expectation that a run has the mark `count` times; `when` selects the run.
[[nodiscard]] nlohmann::ordered_json expectation_of(const Distinction& mark, std::size_t count,
                                                    nlohmann::ordered_json when);

/// Whether it meets its expectations with this seed, or with a few seeds.
[[nodiscard]] bool holds(const format::Scenario& scenario, std::uint64_t seed);
[[nodiscard]] bool holds(const format::Scenario& scenario);

}  // namespace podreel::explore
