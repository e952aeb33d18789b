// The kubelets that a user has, by what they say that they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cri {

struct KubeletCommand {
  release::Release release;
  /// For the shell.
  std::string command;
};

/// "Kubernetes v1.30.4" as `kubelet --version` prints it, perhaps among other lines; nothing for a text without that,
/// or a release that podreel does not know.
[[nodiscard]] std::optional<release::Release> told_release(std::string_view text);

/// Asks the command; throws cli::BadInput where it is no kubelet.
[[nodiscard]] KubeletCommand asked_command(const std::string& command);

/// The one of that minor release; null: none.
[[nodiscard]] const KubeletCommand* command_for(const std::vector<KubeletCommand>& commands, release::Release release);

/// Those that the scenario starts, each minor once.
[[nodiscard]] std::vector<release::Release> kubelets_of(const language::Scenario& scenario);

}  // namespace podreel::cri
