#include "engine/kubelet/allocation/status_match.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

namespace {

/// A container with these resources, and what the runtime says of it.
struct ReportedContainer {
  ReportedContainer() {
    api::Container& container = spec.containers.emplace_back();
    container.name = "app";
    container.requests = {{"cpu", "250m"}, {"memory", "64Mi"}};
    container.limits = {{"cpu", "500m"}, {"memory", "128Mi"}};
    runtime::ContainerStatus& seen = observed.containers.emplace_back();
    seen.name = "app";
    seen.state = runtime::ContainerState::running;
    report("250m", "500m", "128Mi");
  }

  void report(const char* cpu_request, const char* cpu_limit, const char* memory_limit) {
    using Amounts = std::map<std::string, std::string, std::less<>>;
    observed.containers.front().resources =
        std::pair{Amounts{{"cpu", cpu_request}}, Amounts{{"cpu", cpu_limit}, {"memory", memory_limit}}};
  }
  [[nodiscard]] bool matches() const { return matches_status(spec, observed); }

  api::PodSpec spec;
  runtime::PodStatus observed;
};

}  // namespace

TEST_CASE("a container matches its allocation if the runtime reports the same CPU and memory limit") {
  ReportedContainer pod;
  CHECK(pod.matches());
  pod.report("200m", "500m", "128Mi");
  CHECK_FALSE(pod.matches());
  pod.report("250m", "600m", "128Mi");
  CHECK_FALSE(pod.matches());
  pod.report("250m", "500m", "256Mi");
  CHECK_FALSE(pod.matches());
}

TEST_CASE("memory requests are not known to the runtime, and do not matter") {
  ReportedContainer pod;
  pod.spec.containers.front().requests["memory"] = "1Gi";
  CHECK(pod.matches());
}

TEST_CASE("amounts that the kernel does not distinguish match") {
  ReportedContainer pod;
  pod.spec.containers.front().requests["cpu"] = "1m";
  pod.spec.containers.front().limits["cpu"] = "5m";
  pod.report("2m", "10m", "128Mi");
  CHECK(pod.matches());
}

TEST_CASE("a runtime that reports nothing leaves it open whether a resize is complete") {
  ReportedContainer pod;
  pod.observed.containers.front().resources.reset();
  CHECK_FALSE(pod.matches());
  pod.spec.containers.front().requests = {{"memory", "64Mi"}};
  pod.spec.containers.front().limits.clear();
  CHECK(pod.matches());
}

TEST_CASE("containers that do not run are not being resized") {
  ReportedContainer pod;
  pod.report("1", "1", "1Gi");
  pod.observed.containers.front().state = runtime::ContainerState::exited;
  CHECK(pod.matches());
  pod.observed.containers.clear();
  CHECK(pod.matches());
}

}  // namespace podreel::kubelet
