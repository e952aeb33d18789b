#include "tools/cri/record/kubelet_launch.hpp"

#include <utility>

#include "engine/release/kubelet_command.hpp"

namespace podreel::cri {

using nlohmann::json;

json kubelet_configuration(const format::KubeletSettings& settings, const KubeletPlace& place) {
  const std::string& written = settings.config.written.json;
  json config = written.empty() ? json::object() : json::parse(written);
  config.update({{"apiVersion", "kubelet.config.k8s.io/v1beta1"},
                 {"kind", "KubeletConfiguration"},
                 {"staticPodPath", place.static_pods()},
                 {"authentication", {{"anonymous", {{"enabled", true}}}, {"webhook", {{"enabled", false}}}}},
                 {"authorization", {{"mode", "AlwaysAllow"}}},
                 {"cgroupDriver", "cgroupfs"},
                 {"cgroupsPerQOS", !place.cgroup.empty()},
                 {"enforceNodeAllocatable", json::array()},
                 {"failSwapOn", false},
                 {"healthzPort", 0},
                 {"readOnlyPort", 0},
                 // The kubelet must not change the rules of this machine's firewall.
                 {"makeIPTablesUtilChains", false},
                 {"contentType", "application/json"}});
  if (!place.cgroup.empty()) config["cgroupRoot"] = place.cgroup;
  // Without it, each sync reports MissingClusterDNS, at the cost of the spam filter's budget.
  if (!config.contains("clusterDNS")) config["clusterDNS"] = json::array({"10.96.0.10"});
  for (const auto& [gate, is_on] : settings.feature_gates) config["featureGates"][gate] = is_on;
  if (release::has_capacity_isolation_switch.contains(settings.version)) {
    config["localStorageCapacityIsolation"] = false;
  }
  if (release::has_cgroup_v1_switch.contains(settings.version)) config["failCgroupV1"] = false;
  if (release::has_pod_logs_dir.contains(settings.version)) config["podLogsDir"] = place.pod_logs();
  return config;
}

std::vector<std::string> kubelet_arguments(release::Release release, const KubeletPlace& place) {
  std::vector<std::string> arguments{"--config=" + place.configuration(),
                                     "--kubeconfig=" + place.kubeconfig(),
                                     "--root-dir=" + place.root(),
                                     "--cert-dir=" + place.folder + "/pki",
                                     "--hostname-override=" + place.node,
                                     "--container-runtime-endpoint=unix://" + place.socket,
                                     "--enable-server=false",
                                     "--v=4"};
  if (release::names_remote_runtime.contains(release)) arguments.emplace_back("--container-runtime=remote");
  return arguments;
}

}  // namespace podreel::cri
