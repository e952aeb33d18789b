#include "engine/kubelet/allocation/effective_requests.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>

#include "engine/decide/pod_resources.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

constexpr const char* current = "1.36.3";
constexpr const char* in_1_32 = "1.32.10+InPlacePodVerticalScaling";
constexpr const char* in_1_31 = "1.31.14+InPlacePodVerticalScaling";

/// A pod with a container, an init container and a sidecar that have been allocated 1 CPU each.
struct Shrinking {
  Shrinking() {
    auto made = std::make_shared<api::PodSpec>();
    add(made->containers, "app");
    add(made->init_containers, "init");
    add(made->init_containers, "proxy").restart_policy = api::RestartPolicy::always;
    spec = std::move(made);
  }

  static api::Container& add(std::vector<api::Container>& list, const char* name) {
    api::Container& container = list.emplace_back();
    container.name = name;
    container.requests = {{"cpu", "1"}};
    return container;
  }

  /// No actuated resources: the status has none.
  static api::ContainerStatus status_of(const char* name, const char* allocated, const char* actuated = nullptr) {
    api::ContainerStatus status;
    status.name = name;
    status.allocated_resources = api::ResourceList{{"cpu", allocated}};
    if (actuated != nullptr) {
      status.resources_requests_limits.emplace(api::ResourceList{{"cpu", actuated}}, api::ResourceList{});
    }
    return status;
  }

  [[nodiscard]] std::int64_t requests(const char* kubelet) const {
    const release::Behaviour behaviour = testing::behaviour_of_label(kubelet);
    return decide::pod_request(*with_effective_requests(spec, status, behaviour), "cpu", behaviour);
  }

  api::SpecPtr spec;
  api::PodStatus status;
};

}  // namespace

TEST_CASE("a pod without a status counts with its allocation, which is not copied") {
  const Shrinking pod;
  const release::Behaviour behaviour = testing::behaviour_of_label(current);
  CHECK(with_effective_requests(pod.spec, pod.status, behaviour) == pod.spec);
  CHECK(pod.requests(current) == 2000);
}

TEST_CASE("what a container still has counts until it is taken away") {
  Shrinking pod;
  pod.status.container_statuses.push_back(Shrinking::status_of("app", "1", "3"));
  CHECK(pod.requests(current) == 4000);
  CHECK(pod.requests(in_1_32) == 4000);
  CHECK(pod.requests(in_1_31) == 2000);
}

TEST_CASE("allocated resources of a status count as well, but in 1.32") {
  Shrinking pod;
  pod.status.container_statuses.push_back(Shrinking::status_of("app", "3", "1"));
  CHECK(pod.requests(current) == 4000);
  CHECK(pod.requests(in_1_32) == 2000);
  CHECK(pod.requests(in_1_31) == 4000);
}

TEST_CASE("a status that has no actuated resources says nothing from 1.32 on") {
  Shrinking pod;
  pod.status.container_statuses.push_back(Shrinking::status_of("app", "3"));
  CHECK(pod.requests(current) == 2000);
  CHECK(pod.requests(in_1_31) == 4000);
}

TEST_CASE("sidecars count as well from 1.33 on, and other init containers do not") {
  Shrinking pod;
  pod.status.init_container_statuses.push_back(Shrinking::status_of("init", "1", "9"));
  pod.status.init_container_statuses.push_back(Shrinking::status_of("proxy", "1", "3"));
  CHECK(pod.requests(current) == 4000);
  CHECK(pod.requests(in_1_32) == 2000);
}

TEST_CASE("less than the allocation changes nothing") {
  Shrinking pod;
  pod.status.container_statuses.push_back(Shrinking::status_of("app", "500m", "1000m"));
  const release::Behaviour behaviour = testing::behaviour_of_label(current);
  CHECK(with_effective_requests(pod.spec, pod.status, behaviour) == pod.spec);
}

TEST_CASE("1.37 compares the sums of a pod that grows one container and shrinks another") {
  Shrinking pod;
  auto made = std::make_shared<api::PodSpec>(*pod.spec);
  made->init_containers.clear();
  made->containers.front().requests = {{"cpu", "2"}, {"memory", "1Gi"}};
  Shrinking::add(made->containers, "helper");
  pod.spec = std::move(made);
  pod.status.container_statuses.push_back(Shrinking::status_of("app", "2", "1"));
  pod.status.container_statuses.push_back(Shrinking::status_of("helper", "1", "2"));
  CHECK(pod.requests(current) == 4000);
  CHECK(pod.requests("1.37") == 3000);
  pod.status.container_statuses.back() = Shrinking::status_of("helper", "1", "3");
  CHECK(pod.requests(current) == 5000);
  CHECK(pod.requests("1.37") == 4000);
}

TEST_CASE("in 1.37 as well less than the allocation changes nothing") {
  Shrinking pod;
  pod.status.container_statuses.push_back(Shrinking::status_of("app", "500m", "1000m"));
  const release::Behaviour behaviour = testing::behaviour_of_label("1.37");
  CHECK(with_effective_requests(pod.spec, pod.status, behaviour) == pod.spec);
}

TEST_CASE("a pod that requests resources as a whole counts with those that its status still reports") {
  Shrinking pod;
  auto made = std::make_shared<api::PodSpec>(*pod.spec);
  made->requests = {{"cpu", "4"}};
  pod.spec = std::move(made);
  pod.status.allocated_resources = api::ResourceList{{"cpu", "4"}};
  pod.status.resources.emplace(api::ResourceList{{"cpu", "6"}}, api::ResourceList{});
  CHECK(pod.requests(current) == 6000);
  CHECK(pod.requests("1.37") == 6000);
  CHECK(pod.requests("1.34.9") == 4000);
}

}  // namespace podreel::kubelet
