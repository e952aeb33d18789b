// Durations and failures that a scenario leaves to chance.
#include "runtime_fake/scripted_chances.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using testing::FakeNode;
using testing::make_pod;

namespace {

const ScriptedSpan evenly = ScriptedSpan::between(1s, {}, 3s);
const ScriptedSpan with_a_tail = ScriptedSpan::between(1s, {{500, 2s}, {990, 10s}}, 60s);

std::vector<sim::Duration> drawn(const ScriptedSpan& span, int count, std::uint64_t seed = 1,
                                 std::string_view thing = "img") {
  timing::Timing timing{sim::Choices{seed}};
  ScriptedChances spans{timing};
  std::vector<sim::Duration> all;
  for (; count > 0; --count) all.push_back(spans.draw(span, thing));
  return all;
}

sim::Duration pull_time(std::uint64_t seed) {
  FakeNode node{{{{.name = "img", .present = false, .pull_takes = with_a_tail}}, {}, {}}, seed};
  REQUIRE(node.drive(node.runtime.pull_image(node.kubelet, "img", make_pod("web", {"app"}))).has_value());
  return node.scheduler.now() - sim::Time{};
}

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

TEST_CASE("what is fixed is always the same, and nothing is drawn for it") {
  sim::Choices choices{1};
  choices.record();
  timing::Timing timing{std::move(choices)};
  ScriptedChances spans{timing};
  const ScriptedSpan fixed = 3s;
  CHECK(fixed.is_fixed());
  CHECK(spans.draw(fixed, "img") == 3s);
  CHECK(timing.taken().empty());
  CHECK(fixed == ScriptedSpan{3000ms});
  CHECK_FALSE(fixed == evenly);
}

TEST_CASE("what lies between two durations is spread evenly over them") {
  const std::vector<sim::Duration> all = drawn(evenly, 10'000);
  CHECK(std::ranges::all_of(all, [](sim::Duration one) { return one >= 1s && one < 3s; }));
  const auto below = [&all](sim::Duration limit) {
    return std::ranges::count_if(all, [limit](sim::Duration one) { return one < limit; });
  };
  CHECK(below(1500ms) == doctest::Approx(2'500).epsilon(0.05));
  CHECK(below(2s) == doctest::Approx(5'000).epsilon(0.05));
}

TEST_CASE("quantiles say how many take no longer") {
  const std::vector<sim::Duration> all = drawn(with_a_tail, 10'000);
  const auto below = [&all](sim::Duration limit) {
    return std::ranges::count_if(all, [limit](sim::Duration one) { return one < limit; });
  };
  CHECK(below(1s) == 0);
  CHECK(below(2s) == doctest::Approx(5'000).epsilon(0.05));
  CHECK(below(10s) == doctest::Approx(9'900).epsilon(0.01));
  CHECK(below(60s) == 10'000);
  CHECK(with_a_tail.maximum() == 60s);
}

TEST_CASE("ten years are spread as well") {
  const ScriptedSpan ages = ScriptedSpan::between(0s, {{500, 24h}}, 24h * 3653);
  for (const sim::Duration one : drawn(ages, 1'000)) CHECK((one >= 0s && one < 24h * 3653));
}

TEST_CASE("what has lasted for a while lasts longer, as those do that have come so far") {
  timing::Timing timing{sim::Choices{1}};
  timing::Stream stream = timing.stream(timing::Site::scripted_span, "img");
  int below = 0;
  for (int count = 0; count < 10'000; ++count) {
    const sim::Duration one = with_a_tail.draw_beyond(2s, stream);
    CHECK((one >= 2s && one < 60s));
    below += one < 10s ? 1 : 0;
  }
  CHECK(below == doctest::Approx(9'800).epsilon(0.01));
  CHECK(with_a_tail.draw_beyond(60s, stream) == 60s);
  CHECK(with_a_tail.draw_beyond(1h, stream) == 60s);
  timing::Timing ideal{sim::Choices{1}, timing::Model::ideal};
  timing::Stream middle = ideal.stream(timing::Site::scripted_span, "img");
  CHECK(evenly.draw_beyond(2s, middle) == 2500ms);
}

TEST_CASE("the seed and the thing decide, and nothing else") {
  CHECK(drawn(evenly, 5) == drawn(evenly, 5));
  CHECK(drawn(evenly, 5) != drawn(evenly, 5, 2));
  CHECK(drawn(evenly, 5) != drawn(evenly, 5, 1, "other"));
  CHECK(pull_time(1) == pull_time(1));
  CHECK(pull_time(1) != pull_time(2));
}

TEST_CASE("an ideal run takes the median") {
  timing::Timing timing{sim::Choices{1}, timing::Model::ideal};
  ScriptedChances spans{timing};
  CHECK(spans.draw(evenly, "img") == 2s);
  CHECK(spans.draw(with_a_tail, "img") == 2s);
}

TEST_CASE("containers need their time to stop, each its own") {
  const Run slow{.on_term = {.exit_after = evenly}};
  FakeNode node{
      {{}, {{.name = "web", .containers = {{.name = "app", .runs = {slow}}, {.name = "side", .runs = {slow}}}}}, {}}};
  const auto pod = make_pod("web", {"app", "side"});
  const std::string sandbox = node.sandbox(pod);
  std::set<sim::Duration> times;
  for (const char* container : {"app", "side"}) {
    const std::string id = node.run(pod, sandbox, container);
    const sim::Time before = node.scheduler.now();
    REQUIRE(node.drive(node.runtime.stop_container(node.kubelet, id, 30s)).has_value());
    times.insert(node.scheduler.now() - before);
  }
  CHECK(times.size() == 2);
  CHECK(*times.begin() >= 1s);
  CHECK(*times.rbegin() < 3s);
}

TEST_CASE("every call takes another part of its span") {
  FakeNode node{{{}, {}, {{.call = "StartContainer", .takes = evenly}}}};
  const auto pod = make_pod("web", {"app", "side"});
  const std::string sandbox = node.sandbox(pod);
  std::set<sim::Duration> times;
  for (const char* container : {"app", "side"}) {
    const std::string id = node.create(pod, sandbox, container);
    const sim::Time before = node.scheduler.now();
    REQUIRE(node.drive(node.runtime.start_container(node.kubelet, id)).has_value());
    times.insert(node.scheduler.now() - before);
  }
  CHECK(times.size() == 2);
  CHECK(*times.begin() >= 1s);
}

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
