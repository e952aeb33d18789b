#include "scenarios/fleet/outcome.hpp"

namespace podreel::fleet {

Tally& Tally::operator+=(const Tally& more) noexcept {
  nodes += more.nodes;
  nodes_done += more.nodes_done;
  unrecovered_nodes += more.unrecovered_nodes;
  failed_pods += more.failed_pods;
  containers += more.containers;
  restarted += more.restarted;
  for (std::size_t cause = 0; cause < cause_count; ++cause) restarts.at(cause) += more.restarts.at(cause);
  return *this;
}

MastersOutcome& MastersOutcome::operator+=(const MastersOutcome& more) noexcept {
  Tally::operator+=(more);
  outages += more.outages;
  return *this;
}

}  // namespace podreel::fleet
