// Differences between the runs of a scenario under two releases of the kubelet.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::explore {

/// Two releases, the older one first.
struct ReleaseStep {
  release::Release from;
  release::Release to;
};

/// Returns the scenario's duration. Scenarios that end when they have settled run for some minutes, and at most two
/// hours.
[[nodiscard]] sim::Duration run_length(const format::Scenario& scenario);

/// Complete result of a run.
struct RunSummary {
  /// Digest of all records.
  std::string digest;
  /// The pods in the API server at the end.
  std::vector<nlohmann::json> objects;
  friend bool operator==(const RunSummary&, const RunSummary&) = default;
};

[[nodiscard]] RunSummary summarize_run(const format::Scenario& scenario, release::Release kubelet,
                                       const std::vector<release::Capability>& overrides);

/// A difference between two releases in a scenario: a record whose number or time differs, or a part of a pod's object
/// at the end.
struct Distinction {
  /// As an item of `expect`: {"event": {…}}, {"call": {…}}, {"record": {…}} or {"pod": …}.
  nlohmann::ordered_json record;
  /// Numbers of records with the older and with the newer release.
  std::size_t before = 0;
  std::size_t after = 0;
  /// The number matters, because both have such records.
  bool is_counted = false;
  /// No value: in the whole run.
  std::optional<std::pair<sim::Duration, sim::Duration>> between{};
};

/// Returns the difference between the two scenarios' runs, which `before` and `after` count. Returns no value without a
/// difference that an expectation can name.
[[nodiscard]] std::optional<Distinction> find_distinction(const format::Scenario& first,
                                                          const format::Scenario& second);

/// Returns the effect of the capability alone on the newer release's timeline, if that effect also distinguishes the
/// two releases.
[[nodiscard]] std::optional<Distinction> find_capability_distinction(const format::Scenario& scenario,
                                                                     const ReleaseStep& step,
                                                                     release::Capability capability);

}  // namespace podreel::explore
