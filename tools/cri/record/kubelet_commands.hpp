// Kubelet commands and their releases.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cri {

struct KubeletCommand {
  release::Release release;
  /// A shell command.
  std::string command;
  /// The release that the command itself names, such as "1.32.13"; podreel may know it as another patch release.
  std::string version{};
};

/// Finds "Kubernetes v1.30.4", as `kubelet --version` prints it, possibly among other lines; no value if it is missing
/// or podreel does not know the release.
[[nodiscard]] std::optional<release::Release> extract_release(std::string_view text);
/// Returns the release as it is printed, without "v"; empty if it is missing.
[[nodiscard]] std::string printed_release(std::string_view text);

/// Runs the command with --version, and kills it after `patience`. Throws cli::BadInput if it is not a kubelet.
[[nodiscard]] KubeletCommand query_command(const std::string& command,
                                           std::chrono::milliseconds patience = std::chrono::seconds{10});

/// Returns the command with that minor release; null if there is none.
[[nodiscard]] const KubeletCommand* command_for(const std::vector<KubeletCommand>& commands, release::Release release);

/// Returns the releases of kubelets that the scenario starts, of each minor release the first one: one command serves
/// them all.
[[nodiscard]] std::vector<release::Release> minor_kubelets_of(const format::Scenario& scenario);

}  // namespace podreel::cri
