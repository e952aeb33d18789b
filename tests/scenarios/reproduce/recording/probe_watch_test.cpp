#include "scenarios/reproduce/recording/probe_watch.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using nlohmann::json;

json created(double time, const char* pod) {
  return {{"t", time}, {"kind", "api"}, {"op", "pod_created"}, {"pod", pod}};
}

json executed(double time, const char* command, int attempt = 0) {
  return {{"t", time},        {"kind", "runtime"},  {"op", "ExecSync"},   {"pod", "default/web"},
          {"container", "a"}, {"command", command}, {"attempt", attempt}, {"dur_ms", 1.0}};
}

json result(double time, const char* type) {
  return {{"t", time}, {"kind", "probe"}, {"pod", "default/web"}, {"container", "a"}, {"probe", type}};
}

json unhealthy(double time, const char* message) {
  return {{"t", time},          {"kind", "event"},      {"pod", "default/web"}, {"fieldPath", "spec.containers{a}"},
          {"message", message}, {"reason", "Unhealthy"}};
}

struct Watched {
  std::vector<RecordedSetup> setups;
  std::vector<RecordedProbe> probes;
};

Watched watch(const std::vector<json>& records) {
  ProbedPods pods{records};
  Watched watched;
  ProbeWatch probes{pods, watched.setups, watched.probes};
  for (const json& record : records) {
    pods.follow(record);
    probes.add(record);
  }
  return watched;
}

}  // namespace

TEST_CASE("probes have the keys that they have in a run, and are known when their results are recorded") {
  const Watched watched = watch({created(0, "default/web"), executed(1, "live"), result(1.002, "Liveness"),
                                 executed(2, "ready"), result(2.004, "Readiness")});
  REQUIRE(watched.probes.size() == 2);
  apiserver::PodUids uids;
  CHECK(watched.probes[0].key == std::string{uids.next("default/web").view()} + "/a/Liveness");
  CHECK(watched.probes[0].answered == doctest::Approx(1.001));
  CHECK(watched.probes[0].known == doctest::Approx(1.002));
  CHECK(watched.probes[1].key.ends_with("/a/Readiness"));
}

TEST_CASE("a command that was once executed alone is recognised beside others") {
  const Watched watched =
      watch({executed(1, "live"), result(1.002, "Liveness"), executed(2, "ready"), result(2.002, "Readiness"),
             executed(3, "live"), executed(3.001, "ready"), result(3.003, "Readiness"), result(3.004, "Liveness")});
  REQUIRE(watched.probes.size() == 4);
  CHECK(watched.probes[2].key == "/a/Liveness");
  CHECK(watched.probes[2].known == doctest::Approx(3.004));
  CHECK(watched.probes[3].known == doctest::Approx(3.003));
}

TEST_CASE("commands that several probes share, or that only a hook executes, are those of no probe") {
  CHECK(watch({executed(1, "same"), result(1.002, "Liveness"), executed(2, "same"), result(2.002, "Readiness"),
               executed(3, "hook")})
            .probes.empty());
}

TEST_CASE("without records of probes, events show which have failed") {
  const Watched watched =
      watch({executed(1, "ready"), unhealthy(1.002, "Readiness probe failed: "), executed(2, "ready")});
  REQUIRE(watched.probes.size() == 2);
  CHECK(watched.probes[0].known == doctest::Approx(1.002));
  CHECK_FALSE(watched.probes[1].known);
}

TEST_CASE("a probe in an earlier instance than the last one is outdated, and knows the sync before it") {
  const json sync{{"t", 0.9}, {"kind", "sync"}, {"op", "enter"}, {"pod", "default/web"}};
  const json start{{"t", 1.5},         {"kind", "runtime"}, {"op", "StartContainer"}, {"pod", "default/web"},
                   {"container", "a"}, {"attempt", 1}};
  const Watched watched = watch(
      {sync, executed(1, "ready"), result(1.002, "Readiness"), start, executed(2, "ready"), executed(2, "ready", 1)});
  REQUIRE(watched.probes.size() == 3);
  CHECK(watched.probes[0].after_sync == doctest::Approx(0.1));
  CHECK_FALSE(watched.probes[0].is_outdated);
  CHECK(watched.probes[1].is_outdated);
  CHECK_FALSE(watched.probes[2].is_outdated);
}

TEST_CASE("a pod is set up from the beginning of its sync until its first sandbox, once for each UID") {
  const auto sync = [](double time) {
    return json{{"t", time}, {"kind", "sync"}, {"op", "enter"}, {"pod", "default/web"}};
  };
  const auto sandbox = [](double time) {
    return json{{"t", time}, {"kind", "runtime"}, {"op", "RunPodSandbox"}, {"pod", "default/web"}};
  };
  const Watched watched = watch({created(0, "default/web"), sync(0.001), sandbox(0.005), sync(7), sandbox(7.1),
                                 created(9, "default/web"), sync(9.1), sandbox(9.2)});
  REQUIRE(watched.setups.size() == 2);
  CHECK(watched.setups[0].synced == doctest::Approx(0.001));
  CHECK(watched.setups[0].ended == doctest::Approx(0.005));
  CHECK(watched.setups[1].ended == doctest::Approx(9.2));
  CHECK(watched.setups[0].uid != watched.setups[1].uid);
}

}  // namespace podreel::reproduce
