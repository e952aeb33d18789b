// The past of a session, told again.
#pragma once

#include <memory>
#include <span>

#include "tools/serve/session.hpp"

namespace podreel::server {

/// The simulation goes on to that instant, with what was asked for meanwhile; entries of later ones are left out.
void tell_again(LiveSimulation& simulation, std::span<const Journal::value_type> journal, sim::Duration until);

// Both throw StatusError (409) if the session has been asked for more than it remembers. They take as long as the
// simulation did.

/// The session's simulation is as it was at that instant, which is none of the future; what was asked for later is
/// forgotten, but for what was asked at the very instant.
void go_back(Session& session, sim::Duration to);

/// A simulation that is as the session's is now.
[[nodiscard]] std::unique_ptr<LiveSimulation> fork_of(Session& session);

}  // namespace podreel::server
