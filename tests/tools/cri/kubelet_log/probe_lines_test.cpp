// Answers of probes in the words of kubelets.
#include "tools/cri/kubelet_log/probe_lines.hpp"

#include <doctest/doctest.h>

namespace podreel::cri {

namespace {

std::string message_of(const char* release, const char* result, std::optional<std::string> output = {}) {
  return probe_message(release::parse_release(release).value(), "shop/web",
                       trace::Probe{"Readiness", "app", result, std::move(output)}, "7");
}

}  // namespace

TEST_CASE("answers are written in the words of the release") {
  CHECK(message_of("1.30", "success", "unused") ==
        R"("Probe succeeded" probeType="Readiness" pod="shop/web" podUID="7" containerName="app")");
  CHECK(message_of("1.30", "failure", "refused") ==
        R"("Probe failed" probeType="Readiness" pod="shop/web" podUID="7" containerName="app" )"
        R"(probeResult="failure" output="refused")");
  CHECK(message_of("1.30", "warning", "slow") ==
        R"("Probe succeeded with a warning" probeType="Readiness" pod="shop/web" podUID="7" containerName="app" )"
        R"(output="slow")");
  CHECK(message_of("1.18", "success") == R"~(Readiness probe for "web_shop(7):app" succeeded)~");
  CHECK(message_of("1.18", "failure", "refused") ==
        R"~(Readiness probe for "web_shop(7):app" failed (failure): refused)~");
  CHECK(message_of("1.30", "unknown").empty());
}

TEST_CASE("a message in old words has the pod, the container and the output") {
  const LoggedProbe read = probe_of(R"~(Liveness probe for "web_shop(7):app" failed (failure): HTTP: "500")~");
  CHECK(read.is_probe);
  REQUIRE(read.record);
  CHECK(read.record->pod == "shop/web");
  const auto& probe = std::get<trace::Probe>(read.record->payload);
  CHECK(probe.probe == "Liveness");
  CHECK(probe.container == "app");
  CHECK(probe.result == "failure");
  CHECK(probe.output == "HTTP: \"500\"");
}

TEST_CASE("messages about probes that are cut off are known as such, and others are none") {
  for (const char* cut : {R"(Liveness probe for "web_shop)", R"(Liveness probe for "web" succeeded)",
                          R"("Probe failed" probeType="Liveness" pod="shop/web")"}) {
    CHECK_MESSAGE(probe_of(cut).is_probe, cut);
    CHECK_FALSE_MESSAGE(probe_of(cut).record, cut);
  }
  for (const char* other :
       {R"~(Liveness probe for "web_shop(7):app" errored: x)~", R"("Probe errored" probeType="Liveness")",
        R"~(Liveness probe for "web_shop(7):app" succeeded at last)~", ""}) {
    CHECK_FALSE_MESSAGE(probe_of(other).is_probe, other);
  }
}

}  // namespace podreel::cri
