// Replay of a session's past.
#pragma once

#include <memory>
#include <span>

#include "tools/serve/session.hpp"

namespace podreel::server {

/// Advances the simulation to `until` and repeats the requests of the journal up to then.
void tell_again(LiveSimulation& simulation, std::span<const Journal::value_type> journal, sim::Duration until);

// Both throw StatusError (409) if the session had more requests than its journal keeps. They take as long as the
// simulation took.

/// Resets the session's simulation to a past instant. Later requests are dropped; requests of that instant are kept.
void go_back(Session& session, sim::Duration to);

/// Returns a simulation in the current state of the session's simulation.
[[nodiscard]] std::unique_ptr<LiveSimulation> fork_of(Session& session);

}  // namespace podreel::server
