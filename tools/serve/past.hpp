// What a session has been through, for other threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// A request that changed something, and when.
struct JournalEntry {
  sim::Duration at{};
  Request request{};
};

using Journal = std::vector<std::shared_ptr<const JournalEntry>>;

/// All that it takes to have the same simulation a second time.
struct Past {
  /// Outlives the server.
  const language::Scenario& scenario;
  /// Another one after every journey into the past.
  std::uint64_t generation = 0;
  sim::Duration elapsed{};
  Journal journal{};
  /// More has been asked for than is remembered, so that nobody can tell it again.
  bool is_too_long = false;
};

}  // namespace podreel::server
