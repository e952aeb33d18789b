#include "engine/kubelet/status/pod_addresses.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

namespace {

using testing::ReportedPod;

/// "10.0.0.1 [10.0.0.1,fd::1]": podIP and podIPs.
std::string pod_addresses(ReportedPod& pod, const char* release) {
  const api::PodStatus status = pod.build(release).status;
  return fmt::format("{} [{}]", status.pod_ip.view(), fmt::join(status.pod_ips, ","));
}

std::string host_addresses(ReportedPod& pod, const char* release) {
  const api::PodStatus status = pod.build(release).status;
  return fmt::format("{} [{}]", status.host_ip.view(), fmt::join(status.host_ips, ","));
}

ReportedPod of_host() {
  return ReportedPod{"{'hostNetwork': true, 'containers': [{'name': 'app', 'image': 'a:1'}]}"};
}

}  // namespace

TEST_CASE("of two addresses the one of the node's family comes first, where families are looked at") {
  ReportedPod pod{testing::one_container};
  pod.observe("app", runtime::ContainerState::running);
  pod.observed.ips = {"fd::1", "10.0.0.1"};
  CHECK(pod_addresses(pod, "1.30") == "10.0.0.1 [10.0.0.1,fd::1]");
  pod.node_ips = {"fd::9"};
  CHECK(pod_addresses(pod, "1.30") == "fd::1 [fd::1,10.0.0.1]");
  pod.observed.ips = {"10.0.0.1", "10.0.0.2"};
  CHECK(pod_addresses(pod, "1.30") == "10.0.0.1 [10.0.0.1]");
  pod.observed.ips = {"10.0.0.3"};
  CHECK(pod_addresses(pod, "1.30") == "10.0.0.3 [10.0.0.3]");
}

TEST_CASE("a pod on the host's network has the node's address, and that of the other family where there are two") {
  ReportedPod pod = of_host();
  CHECK(pod_addresses(pod, "1.30") == "192.168.0.1 [192.168.0.1]");
  pod.node_ips = {"192.168.0.1", "fd::9"};
  CHECK(pod_addresses(pod, "1.30") == "192.168.0.1 [192.168.0.1,fd::9]");
  CHECK(pod_addresses(pod, "1.12") == "192.168.0.1 []");
}

TEST_CASE("the node's addresses are all told where there is a list for them") {
  ReportedPod pod{testing::one_container};
  pod.node_ips = {"192.168.0.1", "fd::9"};
  CHECK(host_addresses(pod, "1.36") == "192.168.0.1 [192.168.0.1,fd::9]");
  CHECK(host_addresses(pod, "1.27") == "192.168.0.1 []");
  pod.node_ips = {};
  CHECK(host_addresses(pod, "1.36") == " []");
}

}  // namespace podreel::kubelet
