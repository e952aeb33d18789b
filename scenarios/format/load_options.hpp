// What the command line says about the scenarios that it loads.
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

namespace podreel::language {

struct LoadOptions {
  /// --set name=value, by name.
  std::map<std::string, std::string> variables;
  /// --kubelet-version: instead of what the scenario and its matrix say.
  std::optional<release::Release> kubelet;
  /// --seed.
  std::optional<std::uint64_t> seed;
  /// --root: files that a scenario names lie in this folder or below it; empty: in the scenario's own.
  std::string root{};
  /// False: a scenario that names a file is refused, for it comes from somebody who may not read here.
  bool reads_files = true;
  /// --timing.
  std::optional<timing::Model> timing;
  /// --policy: that of the first kubelet, and of those after it that do not name their own.
  std::optional<decide::PolicySettings> policy{};
  /// --feature-gates: beside those that the first kubelet has, and in place of them.
  release::FeatureGates feature_gates{};
  /// --until: in place of the scenario's duration.
  std::optional<sim::Duration> until{};
};

}  // namespace podreel::language
