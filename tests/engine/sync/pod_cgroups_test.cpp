#include "engine/sync/pod_cgroups.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"

namespace podreel::sync {

namespace {

const release::Behaviour behaviour = testing::behaviour_of_label("1.36.0");

api::Container limited(const char* cpu) {
  api::Container container;
  if (*cpu != '\0') container.limits = container.requests = {{"cpu", cpu}};
  return container;
}

api::PodSpec spec_of(const char* init, const char* app) {
  api::PodSpec spec;
  spec.init_containers = {limited(init)};
  spec.containers = {limited(app)};
  return spec;
}

}  // namespace

TEST_CASE("a pod is limited if all its containers are, those that initialize it included") {
  CHECK(cgroup_for(spec_of("1", "2"), behaviour).cpu_quota == 200'000);
  CHECK_FALSE(cgroup_for(spec_of("", "2"), behaviour).cpu_quota.has_value());
  CHECK_FALSE(cgroup_for(spec_of("1", ""), behaviour).cpu_quota.has_value());
}

TEST_CASE("a limit of the pod as a whole limits it whatever its containers are limited to") {
  api::PodSpec spec = spec_of("", "");
  spec.limits = {{"cpu", "3"}};
  CHECK(cgroup_for(spec, behaviour).cpu_quota == 300'000);
  CHECK_FALSE(cgroup_for(spec, behaviour).memory.has_value());
}

}  // namespace podreel::sync
