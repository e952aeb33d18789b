// Options and folders of verbs that record with a kubelet.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/cli/command/cli11_fwd.hpp"
#include "tools/cri/record/kubelet_commands.hpp"

namespace podreel::cli {

struct KubeletOptions {
  /// Commands; the first is the kubelet under test.
  std::vector<std::string> kubelets;
  /// Folder for the recordings; empty: one named after the release.
  std::string out;
  /// 0: as many as this machine can serve.
  std::size_t jobs = 0;
};

/// Declares --kubelet, --out and --jobs. `usual_folder` begins the default name of the folder.
void add_kubelet_options(CLI::App& verb, KubeletOptions& options, const std::string& usual_folder);

/// Queries the releases of the commands. Throws BadInput if one is no kubelet.
[[nodiscard]] std::vector<cri::KubeletCommand> kubelets_of(const KubeletOptions& options);

/// Returns the number of kubelets at a time: one if they share a folder of logs, otherwise as --jobs says.
[[nodiscard]] std::size_t kubelets_at_once(const KubeletOptions& options,
                                           const std::vector<cri::KubeletCommand>& kubelets);

/// Returns the folder of --out, or `usual_folder` with the release of the kubelet under test.
[[nodiscard]] std::filesystem::path folder_of(const KubeletOptions& options, const std::string& usual_folder,
                                              const std::vector<cri::KubeletCommand>& kubelets);

/// Creates a folder below that of --out. Throws BadInput.
void create_folder(const std::filesystem::path& folder);

}  // namespace podreel::cli
