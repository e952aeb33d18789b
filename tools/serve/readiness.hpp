// /readyz: whether the server can do its work.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// Answers /readyz as API servers do: "ok", or with the parameter `verbose` or after a failed check one line for each
/// check, with the memory in use. The status is 500 if the budget is exhausted or the simulation has failed.
[[nodiscard]] Response readiness(const Session& session, const Target& target);

}  // namespace podreel::serve
