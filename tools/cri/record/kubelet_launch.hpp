// Configuration and flags of a recorded kubelet.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/format/settings/kubelet_settings.hpp"

namespace podreel::cri {

/// The files and addresses of a kubelet.
struct KubeletPlace {
  /// Absolute path of its files; only the pods' logs of releases without podLogsDir are elsewhere.
  std::string folder;
  /// Socket of the container runtime.
  std::string socket;
  /// URL of the API server, such as "http://127.0.0.1:40123".
  std::string server_url;
  std::string node;
  /// Path of the control group below which it creates those of pods; empty: it creates none.
  std::string cgroup{};

  [[nodiscard]] std::string configuration() const { return folder + "/kubelet.yaml"; }
  [[nodiscard]] std::string kubeconfig() const { return folder + "/kubeconfig"; }
  /// Returns the file with its output.
  [[nodiscard]] std::string log() const { return folder + "/kubelet.log"; }
  /// Logs of pods, in the place of /var/log/pods.
  [[nodiscard]] std::string pod_logs() const { return folder + "/logs"; }
  [[nodiscard]] std::string static_pods() const { return folder + "/manifests"; }
  /// Returns the value of --root-dir.
  [[nodiscard]] std::string root() const { return folder + "/root"; }
};

/// Returns a KubeletConfiguration with the scenario's settings, and those of a kubelet without server port. Control
/// groups of pods are used if the place has a group for them.
[[nodiscard]] nlohmann::json kubelet_configuration(const format::KubeletSettings& settings, const KubeletPlace& place);

/// Returns the common flags and those of the release (cmd/kubelet/app/options/options.go).
[[nodiscard]] std::vector<std::string> kubelet_arguments(release::Release release, const KubeletPlace& place);

}  // namespace podreel::cri
