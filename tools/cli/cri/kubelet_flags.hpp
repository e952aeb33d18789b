// The kubelet flags that the simulated kubelet accepts.
#pragma once

#include <string>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cri/requests/kubelet_request.hpp"

namespace podreel::cli {

/// Values of flags as defined in cmd/kubelet/app/options/options.go; empty: not given.
struct KubeletFlags {
  std::string config;
  std::string kubeconfig;
  std::string hostname_override;
  std::string container_runtime_endpoint;
  int v = 0;
  /// These flags have no effect.
  std::string root_dir;
  std::string cert_dir;
  std::string container_runtime;
  std::string enable_server;
  bool version = false;
};

void add_kubelet_flags(CLI::App& verb, KubeletFlags& flags);

/// Returns a scenario of a node without a timeline, with that kubelet. Only configuration fields that scenarios support
/// take effect. Throws BadInput.
[[nodiscard]] format::Scenario scenario_of(const KubeletFlags& flags, const RunOptions& options);

/// Returns staticPodPath of the configuration; empty if not set. Throws BadInput.
[[nodiscard]] std::string static_pod_path_of(const KubeletFlags& flags);

/// Returns the address of the kubeconfig's first cluster. Throws BadInput.
[[nodiscard]] serve::ServerAddress api_server_of(const KubeletFlags& flags);

}  // namespace podreel::cli
