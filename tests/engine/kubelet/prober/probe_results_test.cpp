#include "engine/kubelet/prober/probe_results.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/kubelet/prober/probe_type.hpp"

namespace podreel::kubelet {

using decide::ProbeResult;

TEST_CASE("a result that is another is told and is another version; the same again is neither") {
  ProbeResultManager results;
  int reported = 0;
  results.on_update([&reported](std::string_view uid, std::string_view id, ProbeResult) {
    CHECK(uid == "uid");
    CHECK(id == "id");
    ++reported;
  });
  CHECK_FALSE(results.get("id"));
  results.set("uid", "id", ProbeResult::success);
  results.set("uid", "id", ProbeResult::success);
  CHECK(reported == 1);
  CHECK(results.version() == 1);
  results.set("uid", "id", ProbeResult::failure);
  CHECK(reported == 2);
  CHECK(results.version() == 2);
  CHECK(results.get("id") == ProbeResult::failure);
  CHECK(results.all().size() == 1);
}

TEST_CASE("a result that is removed is another version, and nobody is told") {
  ProbeResultManager results;
  results.set("uid", "id", ProbeResult::success);
  const std::uint64_t version = results.version();
  results.remove("other");
  CHECK(results.version() == version);
  results.remove("id");
  CHECK(results.version() == version + 1);
  CHECK_FALSE(results.get("id"));
}

TEST_CASE("until it is asked a container lives, is not ready, and may have started") {
  CHECK(initial_result(ProbeType::liveness) == ProbeResult::success);
  CHECK(initial_result(ProbeType::readiness) == ProbeResult::failure);
  CHECK(initial_result(ProbeType::startup) == ProbeResult::unknown);
  CHECK(to_string(ProbeType::liveness) == "Liveness");
  CHECK(to_string(ProbeType::readiness) == "Readiness");
  CHECK(to_string(ProbeType::startup) == "Startup");
}

TEST_CASE("each type of probe is a field of its own") {
  api::Container container;
  container.liveness_probe.emplace().period_seconds = 1;
  container.readiness_probe.emplace().period_seconds = 2;
  container.startup_probe.emplace().period_seconds = 3;
  CHECK(probe_of(container, ProbeType::liveness)->period_seconds == 1);
  CHECK(probe_of(container, ProbeType::readiness)->period_seconds == 2);
  CHECK(probe_of(container, ProbeType::startup)->period_seconds == 3);
}

}  // namespace podreel::kubelet
