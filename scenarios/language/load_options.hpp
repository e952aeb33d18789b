// What the command line says about the scenarios that it loads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/release/release.hpp"
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
  /// --timing.
  std::optional<timing::Model> timing;
};

}  // namespace podreel::language
