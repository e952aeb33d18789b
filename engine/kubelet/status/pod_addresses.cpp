#include "engine/kubelet/status/pod_addresses.hpp"

#include <algorithm>
#include <utility>

#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

namespace {

bool is_ipv6(std::string_view address) noexcept {
  return address.find(':') != std::string_view::npos;
}

/// The first address of the node's family, then the first of the other.
api::IpList by_family(const api::IpList& ips, const api::IpList& node_ips) {
  if (ips.size() < 2) return ips;
  const bool node_is_ipv6 = !node_ips.empty() && is_ipv6(node_ips.front());
  api::IpList result;
  for (const bool ipv6 : {node_is_ipv6, !node_is_ipv6}) {
    const auto found = std::ranges::find_if(ips, [&](const memory::Text& ip) { return is_ipv6(ip) == ipv6; });
    if (found != ips.end()) result.push_back(*found);
  }
  return result;
}

void set_host_network_ips(const StatusInputs& inputs, api::PodStatus& status) {
  const release::Behaviour& behaviour = inputs.behaviour;
  if (status.pod_ip.empty()) {
    status.pod_ip = inputs.node_ips.front();
    if (behaviour.has(release::host_network_pod_ips)) status.pod_ips = {status.pod_ip};
  }
  if (!behaviour.has(release::host_network_pod_ips) || inputs.node_ips.size() != 2 || status.pod_ips.size() != 1)
    return;
  if (is_ipv6(status.pod_ips.front()) != is_ipv6(inputs.node_ips[1])) status.pod_ips.push_back(inputs.node_ips[1]);
}

}  // namespace

void set_pod_ips(const StatusInputs& inputs, api::PodStatus& status) {
  const api::IpList ips = inputs.behaviour.has(release::pod_ips_by_family)
                              ? by_family(inputs.observed.ips, inputs.node_ips)
                              : inputs.observed.ips;
  if (ips.empty()) return;
  status.pod_ip = ips.front();
  if (inputs.behaviour.has(release::pod_ips)) status.pod_ips = ips;
}

void set_host_ips(const StatusInputs& inputs, api::PodStatus& status) {
  if (inputs.node_ips.empty()) return;
  status.host_ip = inputs.node_ips.front();
  if (inputs.behaviour.has(release::host_ips)) status.host_ips = inputs.node_ips;
  if (inputs.pod.spec->host_network) set_host_network_ips(inputs, status);
}

}  // namespace podreel::kubelet
