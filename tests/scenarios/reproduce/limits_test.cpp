// Evidence that podreel does not simulate.
#include "scenarios/reproduce/limits.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using Sentences = std::vector<std::string>;

const Sentences lost{"podreel does not simulate a control plane that marks a node as lost"};

}  // namespace

TEST_CASE("what is not simulated is said once, wherever it was seen") {
  SeenPod pod;
  CHECK(not_simulated(pod).empty());
  pod.reason = "NodeLost";
  CHECK(not_simulated(pod) == lost);
  SeenRow row;
  row.status = "Unknown";
  pod.rows.push_back(row);
  CHECK(not_simulated(pod) == lost);
  pod.reason.clear();
  CHECK(not_simulated(pod) == lost);
  SeenEvent event;
  event.reason = "SuccessfulMountVolume";
  pod.events.push_back(event);
  CHECK(not_simulated(pod) == Sentences{"podreel writes no event for a mounted volume", lost.front()});
}

}  // namespace podreel::reproduce
