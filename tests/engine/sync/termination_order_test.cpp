#include "engine/sync/termination_order.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/sim/scheduler.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

namespace {

/// A pod with the init container "once", the sidecars "first" and "last", and the containers "a" and "b".
struct Stopping {
  explicit Stopping(const std::set<std::string>& running, const char* release = "1.30.4")
      : behaviour{testing::behaviour_of_label(release)}, order{process, spec(), running, behaviour} {}
  ~Stopping() { scheduler.clear(); }
  Stopping(const Stopping&) = delete;
  Stopping& operator=(const Stopping&) = delete;

  static const api::PodSpec& spec() {
    static const api::PodSpec made = [] {
      api::PodSpec pod;
      for (const char* name : {"once", "first", "last"}) pod.init_containers.emplace_back().name = name;
      pod.init_containers[1].restart_policy = api::RestartPolicy::always;
      pod.init_containers[2].restart_policy = api::RestartPolicy::always;
      for (const char* name : {"a", "b"}) pod.containers.emplace_back().name = name;
      return pod;
    }();
    return made;
  }

  void wait(const std::string& name, std::int64_t grace = 30) {
    sim::spawn(process, note_turn(name, grace));
    run(0s);
  }
  sim::Task<> note_turn(std::string name, std::int64_t grace) {
    co_await order.wait_for_turn(name, grace);
    turns += fmt::format("{}{}", turns.empty() ? "" : " ", name);
  }
  void run(sim::Duration since_start) { scheduler.run_until(sim::Time{since_start}); }

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  release::Behaviour behaviour;
  TerminationOrder order;
  std::string turns;
};

}  // namespace

TEST_CASE("regular and init containers go at once, then the last sidecar, then the first") {
  Stopping pod{{"a", "b", "first", "last"}};
  for (const char* name : {"first", "last", "a", "b", "once"}) pod.wait(name);
  CHECK(pod.turns == "a b once");
  pod.order.terminated("a");
  pod.run(1s);
  CHECK(pod.turns == "a b once");
  pod.order.terminated("b");
  pod.order.terminated("b");
  pod.run(2s);
  CHECK(pod.turns == "a b once last");
  pod.order.terminated("last");
  pod.run(3s);
  CHECK(pod.turns == "a b once last first");
}

TEST_CASE("who waits in vain goes when the grace period is over") {
  Stopping pod{{"a", "first", "last"}};
  pod.wait("last", 5);
  pod.wait("first", 7);
  pod.run(5s - 1ns);
  CHECK(pod.turns.empty());
  pod.run(5s);
  CHECK(pod.turns == "last");
  pod.run(7s);
  CHECK(pod.turns == "last first");
}

TEST_CASE("what does not run holds nobody up, but a stopped sidecar does in 1.29") {
  Stopping alone{{"first"}};
  alone.wait("first");
  CHECK(alone.turns == "first");
  Stopping early{{"first"}, "1.29.0"};
  early.wait("first");
  CHECK(early.turns.empty());
  early.order.terminated("last");
  early.run(1s);
  CHECK(early.turns == "first");
}

TEST_CASE("who comes when the others have ended does not wait") {
  Stopping pod{{"a", "last"}};
  pod.order.terminated("a");
  pod.wait("last");
  CHECK(pod.turns == "last");
}

}  // namespace podreel::sync
