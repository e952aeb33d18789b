#include "tools/serve/readiness.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace podreel::serve {

namespace {

using net::MemoryUse;

std::string memory_line(const Session& session, bool is_full) {
  const net::MemoryBudget& budget = session.budget;
  const std::size_t objects = session.simulation.memory().object_bytes();
  return fmt::format(
      "[{}]memory {}: {} of {} bytes (objects {}, history {}, copies {}, records {}, journal {}, bodies {}, answers "
      "{})\n",
      is_full ? '-' : '+', is_full ? "failed" : "ok", budget.used(), budget.limit(), objects,
      session.simulation.memory().history_bytes(),
      budget.used(MemoryUse::objects) -
          std::min(budget.used(MemoryUse::objects), objects + session.simulation.memory().history_bytes()),
      budget.used(MemoryUse::records), budget.used(MemoryUse::journal), budget.used(MemoryUse::bodies),
      budget.used(MemoryUse::answers));
}

}  // namespace

Response readiness(const Session& session, const Target& target) {
  const bool is_full = session.simulation.memory().is_full() || session.budget.used() >= session.budget.limit();
  const bool has_failed = !session.failure.empty();
  const bool is_ready = !is_full && !has_failed;
  Response response{.status = is_ready ? 200U : 500U, .content_type = "text/plain", .body = "ok"};
  if (is_ready && !target.query.contains("verbose")) return response;
  response.body = memory_line(session, is_full);
  response.body += has_failed ? fmt::format("[-]simulation failed: {}\n", session.failure) : "[+]simulation ok\n";
  response.body += is_ready ? "readyz check passed\n" : "readyz check failed\n";
  return response;
}

}  // namespace podreel::serve
