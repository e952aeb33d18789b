// Intervals between the records of a timeline that a kubelet's machine decides, not its code.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace podreel::testing {

/// Durations in seconds, by the interval's name.
using IntervalSamples = std::map<std::string, std::vector<double>>;

/// Adds the intervals of a timeline in the format of `podreel run -o jsonl`, in the order of time, with current names
/// (engine/trace/former_names.hpp).
void add_intervals(const std::vector<nlohmann::json>& records, IntervalSamples& samples);

/// Returns the largest difference between the shares of both that lie below any duration (Kolmogorov and Smirnov): 0
/// for equal distributions, 1 for disjoint ones. Durations are compared in whole milliseconds. Both have a sample.
[[nodiscard]] double distance_between(std::vector<double> one, std::vector<double> other);

}  // namespace podreel::testing
