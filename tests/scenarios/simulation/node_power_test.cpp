// A node that goes down while it is down already, as a served one may.
#include <doctest/doctest.h>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/node.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::simulation {

using namespace std::chrono_literals;

namespace {

struct Running {
  format::Scenario scenario =
      format::load_scenario_file(testing::source_path("scenarios/single-pod.yaml").string()).scenarios.front();
  timing::Timing timing{sim::Choices{1}};
  Node node{scenario, timing};
  testing::Collector records;

  Running() {
    node.recorder().add(records);
    node.boot();
    run_for(10s);
  }
  void run_for(sim::Duration duration) { node.scheduler().run_until(node.scheduler().now() + duration); }
  [[nodiscard]] std::size_t starts() const {
    std::size_t count = 0;
    for (const auto& [time, process] : records.of<trace::KubeletProcess>()) count += process.what == "start" ? 1 : 0;
    return count;
  }
};

}  // namespace

TEST_CASE("a node that is rebooted while it is down boots once, after the later reboot") {
  Running running;
  const std::size_t before = running.starts();
  running.node.reboot(30s);
  running.run_for(20s);
  running.node.reboot(30s);
  running.run_for(20s);
  CHECK(running.starts() == before);
  CHECK(running.node.is_down());
  running.run_for(20s);
  CHECK(running.starts() == before + 1);
  CHECK_FALSE(running.node.is_down());
}

TEST_CASE("a reboot ends a shutdown that is under way") {
  Running running;
  running.node.shut_down(30s, std::nullopt);
  running.node.reboot(5s);
  running.run_for(60s);
  CHECK(running.node.kubelet_runs());
}

}  // namespace podreel::simulation
