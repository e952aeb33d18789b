// The history of a session, for other threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// A request that changed something, with its time.
struct JournalEntry {
  sim::Duration at{};
  Request request{};
};

using Journal = std::vector<std::shared_ptr<const JournalEntry>>;

/// The data needed to repeat a simulation.
struct SessionHistory {
  /// Must outlive the server.
  const format::Scenario& scenario;
  /// Changes whenever the simulation is reset to an earlier time.
  std::uint64_t generation = 0;
  sim::Duration elapsed{};
  Journal journal{};
  /// Whether the journal is incomplete, so that the simulation cannot be repeated.
  bool is_too_long = false;
};

}  // namespace podreel::serve
