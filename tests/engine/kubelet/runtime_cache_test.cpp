#include "engine/kubelet/runtime_cache.hpp"

#include <doctest/doctest.h>
#include <set>

#include "tests/support/fake_node.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using testing::FakeNode;
using testing::make_pod;

TEST_CASE("the list of running pods is up to two seconds old") {
  std::set<std::size_t> seen_two_seconds_later;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    FakeNode node{{}, seed};
    const auto pod = make_pod("web", {"a"});
    RuntimeCache cache{node.kubelet, node.runtime, node.timing};
    const std::string sandbox = node.sandbox(pod);
    CHECK(node.drive(cache.get_pods())->size() == 1);
    CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
    CHECK(node.drive(cache.get_pods())->size() <= 1);
    node.run_until(2s);
    seen_two_seconds_later.insert(node.drive(cache.get_pods())->size());
    node.run_until(10s);
    CHECK(node.drive(cache.get_pods())->empty());
  }
  CHECK(seen_two_seconds_later == std::set<std::size_t>{0, 1});
}

TEST_CASE("a tick right after a pod's end may see what the tick before saw, although that was not executed") {
  std::set<std::size_t> seen;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FakeNode node{{}, seed};
    const auto pod = make_pod("web", {"a"});
    RuntimeCache cache{node.kubelet, node.runtime, node.timing};
    const std::string sandbox = node.sandbox(pod);
    node.run_until(11s);
    sim::spawn(node.kubelet, cache.catch_up(sim::Time{10s}));
    node.run_until(11s);
    CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
    node.run_until(12s);
    seen.insert(node.drive(cache.get_pods())->size());
    node.run_until(14s);
    CHECK(node.drive(cache.get_pods())->empty());
  }
  CHECK(seen == std::set<std::size_t>{0, 1});
}

TEST_CASE("a container that exited by itself after the tick before is on the list that this would have left") {
  std::set<std::size_t> seen;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FakeNode node{{}, seed};
    const auto pod = make_pod("web", {"a"});
    RuntimeCache cache{node.kubelet, node.runtime, node.timing};
    const std::string sandbox = node.sandbox(pod);
    node.run(pod, sandbox, "a");
    node.run_until(10500ms);
    runtime::PodStatus ended = *node.status(pod);
    ended.containers.front().state = runtime::ContainerState::exited;
    ended.containers.front().finished_at = sim::Time{10200ms};
    CHECK(node.drive(node.runtime.stop_pod_sandbox(node.kubelet, sandbox)).has_value());
    sim::spawn(node.kubelet, cache.catch_up(sim::Time{10s}, std::make_shared<const runtime::PodStatus>(ended)));
    node.run_until(12s);
    CHECK(cache.is_outdated());
    seen.insert(node.drive(cache.get_pods())->size());
    node.run_until(15s);
    CHECK(node.drive(cache.get_pods())->empty());
    CHECK_FALSE(cache.is_outdated());
  }
  CHECK(seen == std::set<std::size_t>{0, 1});
}

}  // namespace podreel::kubelet
