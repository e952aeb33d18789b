// What a kubelet is told when it is started for a recording.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/format/settings/kubelet_settings.hpp"

namespace podreel::cri {

/// Where it finds everything.
struct KubeletPlace {
  /// Absolute; its files, of which none is elsewhere but its pods' logs before podLogsDir.
  std::string folder;
  /// Of the container runtime.
  std::string socket;
  /// "http://127.0.0.1:40123", of the API server.
  std::string server_url;
  std::string node;

  [[nodiscard]] std::string configuration() const { return folder + "/kubelet.yaml"; }
  [[nodiscard]] std::string kubeconfig() const { return folder + "/kubeconfig"; }
  /// All that it prints.
  [[nodiscard]] std::string log() const { return folder + "/kubelet.log"; }
  [[nodiscard]] std::string static_pods() const { return folder + "/manifests"; }
};

/// A KubeletConfiguration: what the scenario has written, and what a kubelet needs that has neither cgroups nor a port.
[[nodiscard]] nlohmann::json kubelet_configuration(const language::KubeletSettings& settings,
                                                   const KubeletPlace& place);

/// Flags that every kubelet has, and those of its release (cmd/kubelet/app/options/options.go).
[[nodiscard]] std::vector<std::string> kubelet_arguments(release::Release release, const KubeletPlace& place);

}  // namespace podreel::cri
