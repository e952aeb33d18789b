// Nodes that violate a plan's stop conditions.
#include "scenarios/fleet/stop_causes.hpp"

#include <doctest/doctest.h>

namespace podreel::fleet {

TEST_CASE("nodes are counted by what they violate, and ten of them are named") {
  StopCauses causes;
  for (std::uint32_t node = 0; node < 12; ++node) {
    NodeResult result;
    result.restarted = 1;
    causes.add(node, result);
  }
  CHECK(causes.restarting().count == 12);
  CHECK(causes.restarting().first.size() == 10);
  CHECK(causes.restarting().first.back() == 9);
  CHECK(causes.unrecovered().count == 0);

  NodeResult unrecovered;
  unrecovered.has_recovered = false;
  causes.add(20, unrecovered);
  CHECK(causes.unrecovered().first == std::vector<std::uint32_t>{20});
  CHECK(causes.restarting().count == 12);
}

TEST_CASE("a node interrupts a workload once, however many of its replicas were not ready") {
  StopCauses causes;
  NodeResult result;
  result.outages = {{{2, 0}, {}, {}, false}, {{2, 1}, {}, {}, false}, {{5, 0}, {}, {}, false}};
  causes.add(7, result);
  CHECK(causes.interrupting(2).count == 1);
  CHECK(causes.interrupting(2).first == std::vector<std::uint32_t>{7});
  CHECK(causes.interrupting(5).count == 1);
  CHECK(causes.interrupting(3).count == 0);
}

}  // namespace podreel::fleet
