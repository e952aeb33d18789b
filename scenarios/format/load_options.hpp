// Options of the command line for loading scenarios.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/decide/named_policies.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::format {

struct LoadOptions {
  /// --set name=value, by name.
  std::map<std::string, std::string> variables;
  /// --kubelet-version: overrides the scenario and its matrix.
  std::optional<release::Release> kubelet;
  /// --seed.
  std::optional<std::uint64_t> seed;
  /// --root: files that a scenario names must be in this folder or below it; empty: the scenario's own folder.
  std::string root{};
  /// If false, a scenario that names a file is rejected, because its author may not read files here.
  bool reads_files = true;
  /// --timing.
  std::optional<timing::Model> timing;
  /// --policy: for the first kubelet, and for later ones without their own policy.
  std::optional<decide::PolicySettings> policy{};
  /// --feature-gates: in addition to those of the first kubelet, and overriding them.
  release::FeatureGates feature_gates{};
  /// --until: overrides the scenario's duration.
  std::optional<sim::Duration> until{};
};

}  // namespace podreel::format
