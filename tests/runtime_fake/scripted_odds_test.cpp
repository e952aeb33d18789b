// What goes wrong by chance.
#include "runtime_fake/scripted_odds.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using testing::FakeNode;
using testing::make_pod;

namespace {

constexpr ScriptedOdds one_in_ten{ScriptedOdds::whole / 10};
constexpr ScriptedOdds always{ScriptedOdds::whole};

/// Of so many draws.
int failures(const ScriptedOdds& odds, int count, std::uint64_t seed = 1,
             timing::Model model = timing::Model::measured) {
  timing::Timing timing{sim::Choices{seed}, model};
  ScriptedChances chances{timing};
  int failed = 0;
  for (; count > 0; --count) failed += chances.draw(odds, "img") ? 1 : 0;
  return failed;
}

}  // namespace

TEST_CASE("as often as said, by the seed") {
  CHECK(failures(one_in_ten, 20'000) == doctest::Approx(2'000).epsilon(0.1));
  CHECK(failures(one_in_ten, 100) == failures(one_in_ten, 100));
  CHECK(failures(ScriptedOdds{1}, 1'000) == 0);
  CHECK(failures(always, 1'000) == 1'000);
}

TEST_CASE("nothing is drawn for what never goes wrong") {
  sim::Choices choices{1};
  choices.record();
  timing::Timing timing{std::move(choices)};
  ScriptedChances chances{timing};
  CHECK_FALSE(chances.draw(ScriptedOdds{}, "img"));
  CHECK(timing.taken().empty());
}

TEST_CASE("an ideal run does what is likelier") {
  CHECK(failures(ScriptedOdds{ScriptedOdds::whole / 2}, 3, 1, timing::Model::ideal) == 0);
  CHECK(failures(ScriptedOdds{ScriptedOdds::whole / 2 + 1}, 3, 1, timing::Model::ideal) == 3);
}

TEST_CASE("calls fail by chance, after those that fail first") {
  timing::Timing timing{sim::Choices{1}};
  sim::Scheduler scheduler{sim::Time{}};
  const sim::Process process{scheduler};
  const std::vector<CallFault> script{
      {.call = "CreateContainer", .fail_first = 2, .fails = one_in_ten, .error = "busy"}};
  Faults faults{process, timing, script};
  int failed = 0;
  for (int call = 0; call < 1'000; ++call) {
    const Verdict verdict = faults.judge("CreateContainer", "default/web", "1", "app");
    if (call < 2) CHECK(verdict.error == "rpc error: code = Unknown desc = busy");
    failed += verdict.error ? 1 : 0;
  }
  CHECK(failed > 50);
  CHECK(failed < 150);
}

TEST_CASE("a pull fails by chance, and the next one tries again") {
  FakeNode node{{.images = {{.name = "img", .present = false, .pull_fails = one_in_ten, .pull_error = "reset"}}}, 3};
  const auto pod = make_pod("web", {"app"});
  int failed = 0;
  for (int pull = 0; pull < 200; ++pull) {
    const auto pulled = node.drive(node.runtime.pull_image(node.kubelet, "img", pod));
    if (!pulled) CHECK(pulled.error().message == "rpc error: code = Unknown desc = reset");
    failed += pulled ? 0 : 1;
  }
  CHECK(failed > 5);
  CHECK(failed < 40);
}

TEST_CASE("a command exits with 1 by chance, and an endpoint refuses") {
  FakeNode node{{.pods = {{.name = "web",
                           .exec = {{"live", {{.output = "fine", .fails = one_in_ten}}}},
                           .http = {{.status = 200, .fails = one_in_ten}}}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  int exits = 0;
  int refusals = 0;
  for (int probe = 0; probe < 300; ++probe) {
    const auto answer = node.drive(node.runtime.exec_sync(node.kubelet, id, {"live"}, 1s));
    REQUIRE(answer.has_value());
    CHECK((answer->exit_code == 0 || answer->exit_code == 1));
    exits += answer->exit_code;
    const auto seen = node.drive(node.runtime.probe_network(node.kubelet, id, {}, 1s));
    CHECK(seen.refused == (seen.status != 200));
    refusals += seen.refused ? 1 : 0;
  }
  for (const int failed : {exits, refusals}) {
    CHECK(failed > 10);
    CHECK(failed < 60);
  }
}

TEST_CASE("a probe is answered late by chance") {
  FakeNode node{
      {.pods = {{.name = "web", .http = {{.status = 200, .takes = ScriptedSpan::between(0s, {{900, 500ms}}, 10s)}}}}}};
  const auto pod = make_pod("web", {"app"});
  const std::string id = node.run(pod, node.sandbox(pod), "app");
  int late = 0;
  for (int probe = 0; probe < 300; ++probe) {
    late += node.drive(node.runtime.probe_network(node.kubelet, id, {}, 1s)).timed_out ? 1 : 0;
  }
  CHECK(late > 5);
  CHECK(late < 60);
}

}  // namespace podreel::runtime_fake
