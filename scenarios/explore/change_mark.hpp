// What in the account of a scenario tells one release of the kubelet from another.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::explorer {

/// Two releases, the older one first.
struct Step {
  release::Release from;
  release::Release to;
};

/// Scenarios that end when they have settled are looked at for some minutes, the longest ones for two hours.
[[nodiscard]] sim::Duration run_length(const language::Scenario& scenario);

/// All that a run leaves behind.
struct Account {
  /// Of all records.
  std::string digest;
  /// The pods, as the API server has them at the end.
  std::vector<nlohmann::json> objects;
  friend bool operator==(const Account&, const Account&) = default;
};

[[nodiscard]] Account account_of(const language::Scenario& scenario, release::Release kubelet,
                                 const std::vector<release::Capability>& turned);

/// What tells the two releases apart in a scenario: a record that is told more often by one of them, or at another
/// time, or what a pod's object has at the end.
struct Mark {
  /// As an item of `expect` has it: {"event": {…}}, {"call": {…}}, {"record": {…}} or {"pod": …}.
  nlohmann::ordered_json record;
  /// How often, by the older and by the newer release.
  std::size_t before = 0;
  std::size_t after = 0;
  /// That it is told at all says nothing.
  bool is_counted = false;
  /// Seconds; no value: in the whole run.
  std::optional<std::pair<sim::Duration, sim::Duration>> between{};
};

/// What tells the first scenario's account from the second one's: `before` and `after` are theirs. No value: nothing
/// that an expectation can name.
[[nodiscard]] std::optional<Mark> mark_between(const language::Scenario& first, const language::Scenario& second);

/// How the capability alone makes the newer release's timeline another one, if it does, and it is the same that tells
/// the releases apart.
[[nodiscard]] std::optional<Mark> mark_of(const language::Scenario& scenario, const Step& step,
                                          release::Capability capability);

}  // namespace podreel::explorer
