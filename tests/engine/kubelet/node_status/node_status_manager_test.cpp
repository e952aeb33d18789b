// When a kubelet tells how its node is.
#include "engine/kubelet/node_status/node_status_manager.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

using Seconds = std::vector<double>;
using Lines = std::vector<std::string>;

testing::RunHistory reporting_node(const std::string& version, const std::string& steps, const std::string& node = "",
                                   bool skip_idle_work = true) {
  simulation::ReplayOptions options;
  options.skip_idle_work = skip_idle_work;
  return testing::history_of("duration: 8m, timing: ideal, node: {reportsStatus: true, kubelet: {version: '" + version +
                                 "'}" + node + "}, timeline: [" + steps + "]",
                             std::move(options));
}

/// "12 False:KubeletNotReady:…"
Lines ready_in(const testing::RunHistory& history) {
  Lines lines;
  for (const trace::Record& record : history.records) {
    const auto* node = std::get_if<trace::Node>(&record.payload);
    if (node == nullptr || !node->ready) continue;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(record.time - history.start).count();
    lines.push_back(std::to_string(seconds) + " " + *node->ready);
  }
  return lines;
}

/// Seconds at which the reboot at 20s is reported; the node is up again at 30s.
std::vector<double> reported_reboots(const std::string& steps) {
  return testing::events_in(
      testing::history_of("duration: 2m, node: {kubelet: {version: '1.36'}}, timeline: [{at: 20s, rebootNode: "
                          "{downFor: 10s}}" +
                          steps + "]"),
      "Rebooted");
}

}  // namespace

TEST_CASE("a node that is well says nothing, and takes no events of the simulation") {
  const auto history = reporting_node("1.36", "");
  CHECK(ready_in(history).empty());
  CHECK(testing::events_in(history, "NodeReady").empty());
}

TEST_CASE(
    "a runtime that hangs is told of when the question for its version is given up, as recorded of all releases") {
  const auto history = reporting_node("1.36", "{at: 35s, hangRuntime: {for: 4m}}");
  const Lines ready = ready_in(history);
  REQUIRE(ready.size() == 3);
  CHECK(ready[0] == "160 False:KubeletNotReady:container runtime is down");
  CHECK(ready[1] ==
        "275 False:KubeletNotReady:[container runtime is down, PLEG is not healthy: pleg was last seen "
        "active 4m1s ago; threshold is 3m0s]");
  CHECK(ready[2] == "285 True:KubeletReady");
  CHECK(testing::events_in(history, "NodeNotReady").size() == 1);
  CHECK(testing::events_in(history, "NodeReady").size() == 1);
}

TEST_CASE("a runtime that fails its calls at once is down after half a minute") {
  const auto history = reporting_node("1.36", "{at: 35s, restartRuntime: {downFor: 100s}}");
  const Lines ready = ready_in(history);
  REQUIRE(ready.size() == 2);
  CHECK(ready[0] == "70 False:KubeletNotReady:container runtime is down");
  CHECK(ready[1] == "140 True:KubeletReady");
}

TEST_CASE("a kubelet that starts tells of itself and of the conditions that it finds") {
  const auto history = reporting_node("1.36", "{at: 30s, stopKubelet: {}}, {at: 40s, startKubelet: {}}");
  for (const char* reason : {"Starting", "NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID",
                             "NodeAllocatableEnforced"}) {
    CAPTURE(reason);
    CHECK(testing::events_in(history, reason).size() == 1);
  }
  CHECK(ready_in(history).empty());
}

TEST_CASE("a kubelet that starts finds what its runtime lacks, and does not call the node Ready meanwhile") {
  const auto history = reporting_node("1.36",
                                      "{at: 15s, setRuntimeStatus: {networkReady: false, message: gone}}, "
                                      "{at: 30s, stopKubelet: {}}, {at: 40s, startKubelet: {}}, "
                                      "{at: 100s, setRuntimeStatus: {networkReady: true}}");
  const Lines ready = ready_in(history);
  REQUIRE(ready.size() == 2);
  CHECK(ready[0].starts_with("20 False:KubeletNotReady:container runtime network not ready"));
  CHECK(ready[1].ends_with(" True:KubeletReady"));
}

TEST_CASE("up to 1.30 a kubelet that starts may report its node NotReady, for moments or until the next report") {
  std::size_t num_not_ready = 0;
  std::size_t num_fast = 0;
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    CAPTURE(seed);
    const auto restart = [seed](const std::string& version) {
      simulation::ReplayOptions options;
      options.seed = seed;
      return testing::history_of("duration: 2m, timing: measured, node: {reportsStatus: true, kubelet: {version: '" +
                                     version +
                                     "'}}, timeline: [{at: 30s, stopKubelet: {}}, {at: 40s, startKubelet: {}}]",
                                 std::move(options));
    };
    const auto history = restart("1.30");
    CHECK(testing::events_in(restart("1.31"), "NodeNotReady").empty());
    const auto left = testing::events_in(history, "NodeNotReady");
    const auto back = testing::events_in(history, "NodeReady");
    REQUIRE(left.size() == back.size());
    if (left.empty()) continue;
    ++num_not_ready;
    REQUIRE(left.size() == 1);
    const double away = back.front() - left.front();
    const bool is_fast = away < 1;
    num_fast += is_fast ? 1 : 0;
    if (!is_fast) CHECK((away >= 10 && away <= 10.4));
    CHECK(ready_in(history).front().ends_with(
        "False:KubeletNotReady:container runtime status check may not have completed yet"));
  }
  CHECK(num_not_ready >= 8);
  CHECK(num_not_ready <= 24);
  CHECK(num_fast >= 3);
  CHECK(num_fast < num_not_ready);
}

TEST_CASE("while the API server is away the status is tried five times at every tick") {
  const auto history = reporting_node("1.36", "{at: 35s, stopApiServer: {}}, {at: 55s, startApiServer: {}}");
  std::size_t tries = 0;
  std::size_t given_up = 0;
  for (const trace::Record& record : history.records) {
    const auto* node = std::get_if<trace::Node>(&record.payload);
    if (node == nullptr) continue;
    if (node->what == "Error updating node status, will retry") ++tries;
    if (node->what == "Unable to update node status") ++given_up;
  }
  CHECK(tries == 10);
  CHECK(given_up == 2);
}

TEST_CASE("what is not executed while nothing changes is what would be executed") {
  for (const char* version : {"1.13", "1.36"}) {
    const std::string steps =
        "{at: 35s, hangRuntime: {for: 50s}}, {at: 2m, stopKubelet: {}}, {at: 130s, startKubelet: {}}, "
        "{at: 4m, setRuntimeStatus: {networkReady: false, message: x}}, {at: 5m, setRuntimeStatus: {}}, "
        "{at: 6m, cutNetwork: {for: 20s}}";
    const auto skipping = reporting_node(version, steps);
    const auto executing = reporting_node(version, steps, "", false);
    CHECK(ready_in(skipping) == ready_in(executing));
    CHECK(ready_in(skipping).size() >= 2);
    CHECK(skipping.records.size() == executing.records.size());
  }
}

TEST_CASE("a question that is not answered for long is no news when it is asked, but when it has been waited for") {
  const std::string runtime = "}, runtime: {calls: [{call: Status, from: 80s, until: 89s, takes: 150s}]";
  const Lines skipping = ready_in(reporting_node("1.36", "", runtime));
  CHECK(skipping == ready_in(reporting_node("1.36", "", runtime, false)));
  REQUIRE(skipping.size() == 2);
  CHECK(skipping[0] == "110 False:KubeletNotReady:container runtime is down");
}

TEST_CASE("a kubelet that finds another boot id than its node in the API reports it once, when it registers the node") {
  const std::vector<double> times = reported_reboots("");
  REQUIRE(times.size() == 1);
  CHECK(times.front() > 30.0);
  CHECK(times.front() < 31.5);
}

TEST_CASE("while the API server is away, the reboot is reported at a later attempt to register, at most 7s apart") {
  const double began = reported_reboots("").at(0);
  const std::vector<double> times = reported_reboots(", {at: 25s, stopApiServer: {}}, {at: 52s, startApiServer: {}}");
  REQUIRE(times.size() == 1);
  // After 0.1s, 0.2s and so on up to 6.4s, and then every 7s.
  CHECK(times.front() - began == doctest::Approx(26.7).epsilon(0.02));
}

}  // namespace podreel::kubelet
