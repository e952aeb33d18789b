// From a workload in which two kubelets part to the smallest scenario that shows it and expects of each what it does.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "scenarios/explore/change_mark.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explorer {

/// Without what it says of its own run, and without a seed; it ends when it says. No value: it cannot be read.
[[nodiscard]] std::optional<Workload> bare(Workload workload);

/// Times it ideally where that still shows the difference, leaves out what is not needed, asking at most
/// `most_questions` times, and lets it end early. `shows(workload)` must be true.
void cut_down(Workload& workload, const std::function<bool(const Workload&)>& shows, std::size_t most_questions);

/// That a run tells the mark `count` times; `when` says which.
[[nodiscard]] nlohmann::ordered_json expectation_of(const Mark& mark, std::size_t count, nlohmann::ordered_json when);

/// It meets its expectations with this seed, or whatever is left to chance, as far as a few seeds tell.
[[nodiscard]] bool holds(const language::Scenario& scenario, std::uint64_t seed);
[[nodiscard]] bool holds(const language::Scenario& scenario);

}  // namespace podreel::explorer
