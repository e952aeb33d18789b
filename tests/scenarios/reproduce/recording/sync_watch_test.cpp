#include "scenarios/reproduce/recording/sync_watch.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::reproduce {

using nlohmann::json;

TEST_CASE("a worker is fast whose sync begins before an event of the same relist") {
  std::vector<std::vector<RecordedSync>> syncs;
  std::vector<RecordedWake> wakes;
  Syncs watch{syncs, wakes};
  watch.woken("web", "uid", 5);
  watch.add("web", "enter", false, 5.001);
  watch.add("web", "exit", false, 5.002);
  watch.woken("web", "uid", 5.003);
  watch.woken("web", "uid", 9);
  watch.woken("web", "uid", 9.001);
  watch.add("web", "enter", false, 9.002);
  watch.woken("web", "uid", 12);
  REQUIRE(wakes.size() == 2);
  CHECK(wakes[0].at == 5);
  CHECK(wakes[0].is_fast);
  CHECK_FALSE(wakes[1].is_fast);
}

TEST_CASE("the first kill of a sync counts, and none between syncs") {
  std::vector<RecordedKill> kills;
  std::vector<RecordedLateWrite> late_writes;
  SyncEffects effects{kills, late_writes};
  effects.killed("web", 0.5);
  effects.began("web", 1);
  effects.killed("web", 1.002);
  effects.killed("web", 1.004);
  effects.ended("web");
  effects.began("web", 2);
  effects.ended("web");
  effects.killed("web", 2.5);
  REQUIRE(kills.size() == 1);
  CHECK(kills[0].at == 1);
  CHECK(kills[0].after == doctest::Approx(0.002));
}

TEST_CASE("a status is late if it is written once, after a probe's result that came soon after it was set") {
  const auto late_writes = [](const std::vector<double>& writes) {
    std::vector<RecordedKill> kills;
    std::vector<RecordedLateWrite> late;
    SyncEffects effects{kills, late};
    effects.began("web", 1);
    for (const double write : writes) {
      if (write < 1.001) effects.written("web", write);
    }
    effects.probed("web", 1.001);
    for (const double write : writes) {
      if (write >= 1.001) effects.written("web", write);
    }
    effects.began("web", 2);
    return late;
  };
  REQUIRE(late_writes({1.004}).size() == 1);
  CHECK(late_writes({1.004})[0].lag == doctest::Approx(0.0015));
  CHECK(late_writes({1.004, 1.007}).empty());
  CHECK(late_writes({1.0005, 1.004}).empty());
  CHECK(late_writes({1.5}).empty());
}

TEST_CASE("a container starts after its sandbox, the check of its image, and its creation") {
  std::vector<RecordedStart> starts;
  Starts watch{starts};
  watch.add({{"kind", "sync"}, {"op", "enter"}}, 1);
  watch.add({{"kind", "runtime"}, {"op", "RunPodSandbox"}}, 1.01);
  watch.add({{"kind", "event"}, {"reason", "Pulled"}}, 1.013);
  watch.add({{"kind", "runtime"}, {"op", "CreateContainer"}}, 1.015);
  watch.add({{"kind", "event"}, {"reason", "Pulled"}}, 1.02);
  watch.add({{"kind", "runtime"}, {"op", "CreateContainer"}}, 1.022);
  REQUIRE(starts.size() == 4);
  CHECK(starts[0].step == RecordedStart::Step::sandbox);
  CHECK(starts[1].step == RecordedStart::Step::container);
  CHECK(starts[1].at == 1.01);
  CHECK(starts[1].ended == 1.013);
  CHECK(starts[2].step == RecordedStart::Step::creation);
  CHECK(starts[3].step == RecordedStart::Step::creation);
  CHECK(starts[3].at == 1.02);
}

}  // namespace podreel::reproduce
