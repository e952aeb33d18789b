#include "tools/cli/conform/kubelet_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <system_error>
#include <thread>

#include "tools/cri/record/recording_limits.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

void add_kubelet_options(CLI::App& verb, KubeletOptions& options, const std::string& usual_folder) {
  verb.add_option("--kubelet", options.kubelets,
                  "command of the kubelet; repeat it for kubelets to which scenarios upgrade")
      ->type_name("COMMAND")
      ->required();
  verb.add_option("--out", options.out, fmt::format("folder for the recordings (default: {}-RELEASE)", usual_folder))
      ->type_name("DIR");
  verb.add_option("-j,--jobs", options.jobs, "number of kubelets at a time (default: 10 per core, at most 20)")
      ->type_name("N")
      ->default_str("");
}

std::vector<cri::KubeletCommand> kubelets_of(const KubeletOptions& options) {
  std::vector<cri::KubeletCommand> kubelets;
  for (const std::string& command : options.kubelets) kubelets.push_back(cri::query_command(command));
  return kubelets;
}

std::size_t kubelets_at_once(const KubeletOptions& options, const std::vector<cri::KubeletCommand>& kubelets) {
  // A kubelet mostly waits. Each takes several of the 128 inotify instances that a user has on most systems.
  constexpr std::size_t per_core = 10;
  constexpr std::size_t maximum = 20;
  if (std::ranges::any_of(kubelets, cri::shares_pod_logs, &cri::KubeletCommand::release)) return 1;
  if (options.jobs > 0) return options.jobs;
  return std::clamp(std::thread::hardware_concurrency() * per_core, per_core, maximum);
}

std::filesystem::path folder_of(const KubeletOptions& options, const std::string& usual_folder,
                                const std::vector<cri::KubeletCommand>& kubelets) {
  if (!options.out.empty()) return options.out;
  return fmt::format("{}-{}", usual_folder, release::to_string(kubelets.front().release));
}

void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw BadInput{fmt::format("--out: '{}': {}", shown(folder.string()), error.message())};
}

}  // namespace podreel::cli
