#include "engine/kubelet/status/pod_phase.hpp"

#include <doctest/doctest.h>
#include <string_view>

#include "tests/support/kubelet_label.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using api::PodPhase;
using runtime::ContainerState;
using testing::ReportedPod;

namespace {

constexpr std::string_view init_and_app =
    "{'initContainers': [{'name': 'init', 'image': 'i'}], 'containers': [{'name': 'app', 'image': 'a'}]}";
constexpr std::string_view sidecar_and_app =
    "{'initContainers': [{'name': 'side', 'image': 's', 'restartPolicy': 'Always'}],"
    " 'containers': [{'name': 'app', 'image': 'a'}]}";

}  // namespace

TEST_CASE(
    "a container that ran in a sandbox before does not count as started since 1.33, so that sidecars come first") {
  ReportedPod reported{sidecar_and_app};
  reported.observe("side", ContainerState::running);
  reported.probes.startup_workers.insert("side");
  reported.observe("app", ContainerState::exited, 1).sandbox_id = "before";
  CHECK(reported.build("1.32").status.phase == PodPhase::running);
  CHECK(reported.build("1.33").status.phase == PodPhase::pending);
  reported.observe("app", ContainerState::exited, 1);
  CHECK(reported.build("1.33").status.phase == PodPhase::running);
}

TEST_CASE("an init container that runs again makes a started pod Pending since 1.32") {
  ReportedPod reported{init_and_app};
  reported.observe("init", ContainerState::running);
  reported.observe("app", ContainerState::exited, 1);
  CHECK(reported.build("1.27").status.phase == PodPhase::pending);
  CHECK(reported.build("1.31").status.phase == PodPhase::running);
  CHECK(reported.build("1.32").status.phase == PodPhase::pending);
}

TEST_CASE("a pod is Pending as long as nothing is known of a sidecar or of a container") {
  for (const char* release : {"1.28", "1.36"}) {
    ReportedPod reported{sidecar_and_app};
    reported.observe("app", ContainerState::running);
    const release::Behaviour behaviour = testing::behaviour_of_label(release);
    api::PodStatus status = reported.build(release).status;
    const StartFailures no_failures;
    const StatusInputs inputs{.pod = reported.pod,
                              .observed = reported.observed,
                              .previous = status,
                              .start_failures = no_failures,
                              .probes = reported.probes,
                              .behaviour = behaviour,
                              .node_ips = reported.node_ips,
                              .eviction = {}};
    status.container_statuses = {};
    CHECK(phase_of(inputs, status) == PodPhase::pending);
  }
}

}  // namespace podreel::kubelet
