#include "tools/serve/replay.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "tools/serve/cluster_requests.hpp"
#include "tools/serve/status_error.hpp"
#include "tools/serve/steps.hpp"

namespace podreel::serve {

namespace {

void check_memory(const Session& session) {
  if (!session.is_too_long) return;
  throw StatusError{409, "Conflict",
                    "the simulation has had more requests than its journal keeps, so its past cannot be replayed"};
}

/// Checks that there is memory for a copy of the simulation.
void check_budget(const Session& session) {
  if (session.budget.try_charge(net::MemoryUse::objects, session.budget.used(net::MemoryUse::objects))) return;
  throw too_many_requests("the server has no memory left for a copy of the simulation", {});
}

/// Repeats a request; a request that was rejected is rejected again.
void ask_again(LiveSimulation& simulation, const Request& request) {
  const auto target = parse_target(request.target);
  if (!target) return;
  try {
    if (target->path.front() == "podreel") {
      perform_steps(simulation, request);
    } else {
      static_cast<void>(answer_of_cluster(simulation, request, *target));
    }
  } catch (const StatusError&) {
  } catch (const nlohmann::json::exception&) {
  }
}

}  // namespace

void replay_journal(LiveSimulation& simulation, std::span<const Journal::value_type> journal, sim::Duration until) {
  for (const auto& entry : journal) {
    if (entry->at > until) break;
    simulation.advance_to(entry->at);
    if (entry->last_version > 0) {
      simulation.continue_versions(entry->last_version);
      continue;
    }
    ask_again(simulation, entry->request);
  }
  simulation.advance_to(until);
}

void seek(Session& session, sim::Duration to) {
  check_memory(session);
  const format::Scenario& scenario = session.simulation.scenario();
  const std::uint64_t generation = session.simulation.generation() + 1;
  const std::optional<sim::Time> start = session.simulation.given_start();
  session.last_version = std::max(session.last_version, session.simulation.objects().version());
  // Assigned in place, so that streams continue with it.
  std::destroy_at(&session.simulation);
  std::construct_at(&session.simulation, scenario, generation, session.budget, start);
  replay_journal(session.simulation, session.journal, to);
  session.continue_versions();
  session.failure.clear();
}

std::unique_ptr<LiveSimulation> fork_session(Session& session) {
  check_memory(session);
  check_budget(session);
  auto fork = std::make_unique<LiveSimulation>(session.simulation.scenario(), 0, session.budget,
                                               session.simulation.given_start());
  replay_journal(*fork, session.journal, session.simulation.elapsed());
  return fork;
}

}  // namespace podreel::serve
