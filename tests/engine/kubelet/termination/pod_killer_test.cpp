#include "engine/kubelet/termination/pod_killer.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/sim/scheduler.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

TEST_CASE("a pod is killed once at a time, and others beside it") {
  sim::Scheduler scheduler{sim::Time{}};
  const sim::Process process{scheduler};
  std::vector<std::string> killed;
  PodKiller killer{process, [&](api::PodPtr, runtime::RunningPod running) -> sim::Task<> {
                     killed.emplace_back(running.uid.view());
                     co_await sim::sleep_for(process, 5s);
                   }};
  killer.kill(nullptr, {.uid = "a"});
  killer.kill(nullptr, {.uid = "a"});
  killer.kill(nullptr, {.uid = "b"});
  scheduler.run_until(sim::Time{4s});
  killer.kill(nullptr, {.uid = "a"});
  CHECK(killed == std::vector<std::string>{"a", "b"});
  scheduler.run_until(sim::Time{6s});
  killer.kill(nullptr, {.uid = "a"});
  scheduler.run_until(sim::Time{7s});
  CHECK(killed == std::vector<std::string>{"a", "b", "a"});
  scheduler.clear();
}

}  // namespace podreel::kubelet
