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

TEST_CASE("with control groups of version 2 a kubelet reads requests of CPU back as their weights") {
  PodCgroups groups{api::CgroupVersion::v2};
  const auto read_of = [&groups](std::int64_t request) {
    groups.set("uid", {.cpu_shares = api::cpu_shares(request), .cpu_quota = {}, .memory = {}});
    return api::cpu_request(groups.read("uid", behaviour)->cpu_shares);
  };
  CHECK(read_of(2) == 2);
  CHECK(read_of(100) == 79);
  CHECK(read_of(1000) == 975);
  CHECK(read_of(256'000) == 256'000);
  CHECK_FALSE(groups.read("uid", behaviour)->memory);
  groups.ensure("best-effort", {});
  CHECK_FALSE(groups.read("best-effort", behaviour));
  CHECK(groups.read("uid", testing::behaviour_of_label("1.37"))->cpu_shares == 262'144);
  CHECK(is_cpu_of_weight(79));
  CHECK(is_cpu_of_weight(975));
  CHECK_FALSE(is_cpu_of_weight(100));
}

TEST_CASE("with control groups of version 1 a kubelet reads unlimited memory as a number, and requests as they are") {
  PodCgroups groups{api::CgroupVersion::v1};
  groups.set("uid", {.cpu_shares = api::cpu_shares(100), .cpu_quota = {}, .memory = {}});
  groups.set("limited", {.cpu_shares = 2, .cpu_quota = {}, .memory = 1 << 20});
  CHECK(api::cpu_request(groups.read("uid", behaviour)->cpu_shares) == 100);
  CHECK(groups.read("limited", behaviour)->memory == 1 << 20);
  groups.ensure("best-effort", {});
  CHECK_FALSE(groups.read("ended", behaviour));
  for (const char* unlimited : {"uid", "best-effort"}) {
    const auto amounts = api::requests_and_limits(linux_resources(groups.read(unlimited, behaviour).value()));
    CHECK(amounts.second.at("memory") == "9007199254740988Ki");
  }
}

}  // namespace podreel::sync
