#include "engine/decide/resize.hpp"

#include <doctest/doctest.h>

#include "engine/decide/explain.hpp"
#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::ResourceList;
using testing::Situation;

namespace {

using Resources = std::pair<ResourceList, ResourceList>;

const Resources wanted{{{"cpu", "500m"}, {"memory", "1Gi"}}, {{"cpu", "1"}, {"memory", "2Gi"}}};

void want(api::Container& container, const Resources& resources) {
  container.requests = resources.first;
  container.limits = resources.second;
}

/// A running container that has `current` and should have `wanted`.
Situation resized(const Resources& current, const Resources& desired = wanted) {
  Situation pod = Situation().app().running("app");
  want(pod.container("app"), desired);
  pod.newest("app").resources = current;
  return pod;
}

Resources with(Resources resources, std::string_view list, const char* resource, const char* amount) {
  (list == "requests" ? resources.first : resources.second)[resource] = amount;
  return resources;
}

/// The status that was reported for the container: `wanted` allocated, `current` in use.
api::ContainerStatus reported(const Resources& current) {
  api::ContainerStatus status;
  status.name = "app";
  status.container_id = "containerd://app-0";
  status.state = api::StateRunning{};
  status.allocated_resources = wanted.first;
  status.resources_requests_limits = current;
  return status;
}

constexpr const char* restarted = "kill app-0: Container app resize requires restart; start app";

}  // namespace

TEST_CASE("a container that has what it should have is not resized") {
  CHECK(resized(wanted).on("1.33") == "nothing");
  CHECK(resized({{{"cpu", "0.5"}, {"memory", "1024Mi"}}, {{"cpu", "1000m"}, {"memory", "2048Mi"}}}).on("1.33") ==
        "nothing");
}

TEST_CASE("a container whose CPU or memory changed is resized in place") {
  CHECK(resized(with(wanted, "requests", "cpu", "100m")).on("1.33") == "resize app-0");
  CHECK(resized(with(wanted, "limits", "cpu", "2")).on("1.33") == "resize app-0");
  CHECK(resized(with(wanted, "limits", "memory", "3Gi")).on("1.33") == "resize app-0");
  const PodActions actions = resized(with(wanted, "limits", "cpu", "2")).actions("1.33");
  constexpr std::int64_t gibi = 1 << 30;
  const ContainerToResize expected{
      0, api::ContainerKind::regular, "app-0", {500, 2000, gibi, 2 * gibi}, {500, 1000, gibi, 2 * gibi}};
  CHECK(actions.containers_to_resize == std::vector{expected});
}

TEST_CASE("a resize says what changed") {
  const auto said = [](const Resources& current) {
    Reasons reasons;
    static_cast<void>(resized(current).actions("1.33", &reasons));
    std::string sentences;
    for (const Reason& reason : reasons) sentences += to_sentence(reason);
    return sentences;
  };
  const Resources other_cpu = with(wanted, "limits", "cpu", "2");
  CHECK(said(other_cpu).find("(CPU changed") != std::string::npos);
  CHECK(said(with(wanted, "limits", "memory", "3Gi")).find("(memory changed") != std::string::npos);
  CHECK(said(with(other_cpu, "limits", "memory", "3Gi")).find("(CPU and memory changed") != std::string::npos);
}

TEST_CASE("resizing is off by default up to 1.32, on since 1.33 and always on since 1.35") {
  const Situation pod = resized(with(wanted, "limits", "cpu", "2"));
  CHECK(pod.on("1.32.0") == "nothing");
  CHECK(pod.on("1.32.0+InPlacePodVerticalScaling") == "resize app-0");
  CHECK(pod.on("1.33.0-InPlacePodVerticalScaling") == "nothing");
  CHECK(pod.on("1.34.9-InPlacePodVerticalScaling") == "nothing");
  CHECK(pod.on("1.35.0-InPlacePodVerticalScaling") == "resize app-0");
}

TEST_CASE("before 1.27 nothing is resized, whatever the gates say") {
  CHECK(resized(with(wanted, "limits", "cpu", "2")).on("1.26.15+InPlacePodVerticalScaling") == "nothing");
}

TEST_CASE("without knowing what a container has, nothing is resized") {
  Situation pod = resized(wanted);
  pod.newest("app").resources.reset();
  want(pod.container("app"), with(wanted, "limits", "cpu", "2"));
  CHECK(pod.on("1.33") == "nothing");
  CHECK(pod.on("1.32+InPlacePodVerticalScaling") == "nothing");
}

TEST_CASE("a resizePolicy of RestartContainer restarts the container for that resource only") {
  Situation pod = resized(with(wanted, "limits", "cpu", "2"));
  pod.container("app").resize_policy = {{"memory", "RestartContainer"}, {"cpu", "NotRequired"}};
  CHECK(pod.on("1.33") == "resize app-0");
  pod.container("app").resize_policy = {{"cpu", "RestartContainer"}};
  CHECK(pod.on("1.33") == restarted);
  Situation memory = resized(with(wanted, "limits", "memory", "3Gi"));
  memory.container("app").resize_policy = {{"cpu", "RestartContainer"}};
  CHECK(memory.on("1.33") == "resize app-0");
  memory.container("app").resize_policy = {{"memory", "RestartContainer"}};
  CHECK(memory.on("1.33") == restarted);
}

TEST_CASE("a resize that restarts the only container does not stop the pod, whatever the policy") {
  Situation pod = resized(with(wanted, "limits", "cpu", "2")).policy(api::RestartPolicy::never);
  pod.container("app").resize_policy = {{"cpu", "RestartContainer"}};
  CHECK(pod.on("1.33") == restarted);
}

TEST_CASE("probes and a changed definition go before a resize") {
  Situation pod = resized(with(wanted, "limits", "cpu", "2")).liveness("app", ProbeResult::failure);
  CHECK(pod.on("1.33").find("resize") == std::string::npos);
}

TEST_CASE("static pods are resized since 1.36") {
  const Situation pod = resized(with(wanted, "limits", "cpu", "2")).static_pod();
  CHECK(pod.on("1.35.6") == "nothing");
  CHECK(pod.on("1.36.0") == "resize app-0");
}

TEST_CASE("a changed memory request is a resize since 1.33 only") {
  const Situation pod = resized(with(wanted, "requests", "memory", "2Gi"));
  CHECK(pod.on("1.32.10+InPlacePodVerticalScaling") == "nothing");
  CHECK(pod.on("1.33.0") == "resize app-0");
}

TEST_CASE("in 1.32, amounts below what the kernel can tell apart count as equal") {
  const auto on_1_32 = [](const Resources& current, const Resources& desired) {
    return resized(current, desired).on("1.32.10+InPlacePodVerticalScaling");
  };
  const Resources small{{{"cpu", "2m"}}, {{"cpu", "10m"}}};
  CHECK(on_1_32({{{"cpu", "1m"}}, {{"cpu", "5m"}}}, small) == "nothing");
  CHECK(on_1_32(small, {{{"cpu", "1m"}}, {{"cpu", "5m"}}}) == "nothing");
  CHECK(on_1_32({{{"cpu", "3m"}}, {{"cpu", "10m"}}}, small) == "resize app-0");
  CHECK(on_1_32({{{"cpu", "2m"}}, {{"cpu", "11m"}}}, small) == "resize app-0");
  CHECK(on_1_32(small, {{{"cpu", "3m"}}, {{"cpu", "10m"}}}) == "resize app-0");
  CHECK(on_1_32(small, {{{"cpu", "2m"}}, {{"cpu", "11m"}}}) == "resize app-0");
  CHECK(resized({{{"cpu", "1m"}}, {{"cpu", "10m"}}}, small).on("1.33") == "resize app-0");
  CHECK(resized({{{"cpu", "2m"}}, {{"cpu", "5m"}}}, small).on("1.33") == "resize app-0");
}

TEST_CASE("from 1.27 to 1.31 the reported status says what a container has") {
  const char* gate = "1.27.0+InPlacePodVerticalScaling";
  const auto pod = [](const api::ContainerStatus& status) {
    Situation situation = Situation().app().running("app");
    want(situation.container("app"), wanted);
    situation.pod().status.container_statuses = {status};
    return situation;
  };
  const api::ContainerStatus behind = reported(with(wanted, "limits", "cpu", "2"));
  CHECK(pod(behind).on(gate) == "resize app-0");
  CHECK(pod(behind).on("1.31.14+InPlacePodVerticalScaling") == "resize app-0");
  CHECK(pod(behind).on("1.32.0+InPlacePodVerticalScaling") == "nothing");
  CHECK(pod(behind).on("1.26.15+InPlacePodVerticalScaling") == "nothing");
  CHECK(pod(behind).on("1.27.0") == "nothing");
  CHECK(pod(reported(wanted)).on(gate) == "nothing");
  CHECK(pod(reported(with(wanted, "requests", "memory", "5Gi"))).on(gate) == "nothing");

  SUBCASE("but what the runtime says supersedes it") {
    Situation situation = pod(behind);
    situation.newest("app").resources = wanted;
    CHECK(situation.on(gate) == "nothing");
  }
  SUBCASE("not of another instance") {
    api::ContainerStatus other = behind;
    other.container_id = "containerd://app-1";
    CHECK(pod(other).on(gate) == "nothing");
  }
  SUBCASE("with or without the runtime's type in the id") {
    api::ContainerStatus plain = behind;
    plain.container_id = "app-0";
    CHECK(pod(plain).on(gate) == "resize app-0");
  }
  SUBCASE("not while the container is not reported as running") {
    api::ContainerStatus waiting = behind;
    waiting.state = api::StateWaiting{};
    CHECK(pod(waiting).on(gate) == "nothing");
  }
  SUBCASE("not while no resources are reported") {
    api::ContainerStatus silent = behind;
    silent.resources_requests_limits.reset();
    CHECK(pod(silent).on(gate) == "nothing");
  }
  SUBCASE("not before the resize is allocated") {
    api::ContainerStatus pending = behind;
    pending.allocated_resources["cpu"] = "100m";
    CHECK(pod(pending).on(gate) == "nothing");
    pending.allocated_resources = {{"cpu", "0.5"}, {"memory", "1024Mi"}};
    CHECK(pod(pending).on(gate) == "resize app-0");
    pending.allocated_resources = {{"cpu", "500m"}};
    CHECK(pod(pending).on(gate) == "nothing");
    pending.allocated_resources = {{"cpu", "500m"}, {"gpu", "1Gi"}};
    CHECK(pod(pending).on(gate) == "nothing");
  }
  SUBCASE("not for a container without limits") {
    Situation situation = pod(behind);
    situation.container("app").limits.clear();
    CHECK(situation.on(gate) == "nothing");
  }
  SUBCASE("not for a container without a reported status") {
    Situation situation = pod(behind);
    situation.pod().status.container_statuses.clear();
    CHECK(situation.on(gate) == "nothing");
  }
}

TEST_CASE("small amounts are told apart while the reported status counts") {
  Situation situation = Situation().app().running("app");
  want(situation.container("app"), {{{"cpu", "2m"}}, {{"cpu", "10m"}}});
  api::ContainerStatus status = reported({{{"cpu", "1m"}}, {{"cpu", "10m"}}});
  status.allocated_resources = {{"cpu", "2m"}};
  situation.pod().status.container_statuses = {status};
  CHECK(situation.on("1.31.14+InPlacePodVerticalScaling") == "resize app-0");
}

TEST_CASE("running sidecars are resized since 1.33") {
  Situation pod = Situation().sidecar().app().running("proxy").running("app");
  want(pod.container("proxy"), wanted);
  pod.newest("proxy").resources = with(wanted, "limits", "cpu", "2");
  CHECK(pod.on("1.32.10+InPlacePodVerticalScaling") == "nothing");
  CHECK(pod.on("1.33.0") == "resize proxy-0");
  CHECK(pod.actions("1.33.0").containers_to_resize.at(0).kind == api::ContainerKind::init);
  pod.container("proxy").resize_policy = {{"cpu", "RestartContainer"}};
  CHECK(pod.on("1.33.0") == "kill proxy-0: Container proxy resize requires restart; start proxy");
}

TEST_CASE("a sidecar that is being restarted, or whose liveness is not known yet, is not resized") {
  Situation pod = Situation().sidecar().app().running("proxy").running("app");
  want(pod.container("proxy"), wanted);
  pod.newest("proxy").resources = with(wanted, "limits", "cpu", "2");
  pod.container("proxy").liveness_probe.emplace();
  CHECK(pod.on("1.33.0") == "nothing");
  CHECK(Situation(pod).liveness("proxy", ProbeResult::success).on("1.33.0") == "resize proxy-0");
  CHECK(Situation(pod).liveness("proxy", ProbeResult::failure).on("1.33.0").find("resize") == std::string::npos);
  CHECK(Situation(pod).changed("proxy").on("1.33.0").find("resize") == std::string::npos);
}

TEST_CASE("running init containers are resized since 1.36, behind a gate that is on") {
  Situation pod = Situation().init().app().running("init");
  want(pod.container("init"), wanted);
  pod.newest("init").resources = with(wanted, "limits", "cpu", "2");
  CHECK(pod.on("1.35.6") == "nothing");
  CHECK(pod.on("1.35.6+InPlacePodVerticalScalingInitContainers") == "nothing");
  CHECK(pod.on("1.36.0") == "resize init-0");
  CHECK(pod.on("1.36.0-InPlacePodVerticalScalingInitContainers") == "nothing");
}

}  // namespace podreel::decide
