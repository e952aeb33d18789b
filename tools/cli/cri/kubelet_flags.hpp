// The flags of a kubelet, as far as the simulated one takes them.
#pragma once

#include <string>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cri/requests/kubelet_request.hpp"

namespace podreel::cli {

/// As kubelets have them (cmd/kubelet/app/options/options.go); empty: not given.
struct KubeletFlags {
  std::string config;
  std::string kubeconfig;
  std::string hostname_override;
  std::string container_runtime_endpoint;
  int v = 0;
  /// These have no effect.
  std::string root_dir;
  std::string cert_dir;
  std::string container_runtime;
  std::string enable_server;
  bool version = false;
};

void add_kubelet_flags(CLI::App& verb, KubeletFlags& flags);

/// A node without a timeline, with that kubelet. Of the configuration counts what a scenario may say. Throws
/// BadInput.
[[nodiscard]] language::Scenario scenario_of(const KubeletFlags& flags, const RunOptions& options);

/// staticPodPath of the configuration; empty: none. Throws BadInput.
[[nodiscard]] std::string static_pod_path_of(const KubeletFlags& flags);

/// Of the kubeconfig's first cluster. Throws BadInput.
[[nodiscard]] server::ServerAddress api_server_of(const KubeletFlags& flags);

}  // namespace podreel::cli
