// The history of a session, for other threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/net/memory_budget.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// A request that changed something, with its time.
struct JournalEntry {
  sim::Duration at{};
  Request request{};
  /// If not 0, the entry is no request: all later resource versions are greater than this one.
  std::uint64_t last_version = 0;
  net::MemoryBudget::Charge charge{};
};

using Journal = std::vector<std::shared_ptr<const JournalEntry>>;

/// The data needed to repeat a simulation.
struct SessionHistory {
  /// Must outlive the server.
  const format::Scenario& scenario;
  /// Changes whenever the simulation is reset to an earlier time.
  std::uint64_t generation = 0;
  /// Time at which the simulation was requested to begin.
  std::optional<sim::Time> start{};
  sim::Duration elapsed{};
  Journal journal{};
  /// Whether the journal is incomplete, so that the simulation cannot be repeated.
  bool is_too_long = false;
  net::MemoryBudget budget{};
};

}  // namespace podreel::serve
