// Replay of a session's past.
#pragma once

#include <memory>
#include <span>

#include "tools/serve/session.hpp"

namespace podreel::serve {

/// Advances the simulation to `until` and repeats the requests of the journal up to then.
void replay_journal(LiveSimulation& simulation, std::span<const Journal::value_type> journal, sim::Duration until);

// Both throw StatusError (409) if the session had more requests than its journal keeps. They take as long as the
// simulation took.

/// Resets the session's simulation to a past instant. Later requests are dropped; requests of that instant are kept.
void seek(Session& session, sim::Duration to);

/// Returns a simulation in the current state of the session's simulation.
[[nodiscard]] std::unique_ptr<LiveSimulation> fork_session(Session& session);

}  // namespace podreel::serve
