// The output of `--help`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

/// Must be passed through with_releases().
inline constexpr std::string_view command_description =
    "Replay what a kubelet does to the pods of a node\n"
    "Simulates how a kubelet handles the pods of a node, in virtual time, deterministically, for every Kubernetes "
    "release from {oldest} to {newest}.";

inline constexpr std::string_view command_examples =
    "# Show what a kubelet does with a pod\n"
    "podreel run pod.yaml\n"
    "\n"
    "# Learn how a kubelet works\n"
    "podreel lesson\n"
    "\n"
    "# Predict which containers of this cluster restart when kubelets are upgraded, and why\n"
    "kubectl get nodes,pods -A -o json | podreel upgrade --to {newest}\n"
    "\n"
    "# Draft a scenario from a pod or a workload\n"
    "podreel new deployment.yaml > scenario.yaml\n"
    "\n"
    "# Show what is modelled of each release, and what is verified\n"
    "podreel versions\n";

inline constexpr std::string_view ranks_description =
    "Run podreel on the ranks of an MPI job\n"
    "Prints the same as `podreel`, and divides the work among the ranks of an MPI job. All ranks must have the same "
    "files. An error on one rank ends all ranks.";

inline constexpr std::string_view ranks_examples =
    "# Simulate a fleet on 64 ranks\n"
    "mpirun -n 64 podreel-ranks fleet scenarios/library/fleets/shop.yaml\n";

inline constexpr std::string_view exit_codes_text =
    "0 success, 1 an expectation failed or a difference was found, 2 the input or the command line is wrong, "
    "3 podreel itself failed.";

/// Returns the limits of input and the rules for output files, for help and the manual page.
[[nodiscard]] std::string limits_text();

/// Returns the first line of a verb's description; details_of() returns the rest.
[[nodiscard]] std::string summary_of(const CLI::App& app);
[[nodiscard]] std::string details_of(const CLI::App& app);

/// Returns the options and the positional arguments that help shows, in the order of their declaration.
[[nodiscard]] std::vector<const CLI::Option*> options_of(const CLI::App& app);
[[nodiscard]] std::vector<const CLI::Option*> arguments_of(const CLI::App& app);

/// Returns "-o, --output table|json".
[[nodiscard]] std::string option_label(const CLI::Option& option);

/// Returns "podreel run [flags] [FILE]...".
[[nodiscard]] std::string usage_of(const CLI::App& app);

/// Formats help as kubectl does: description, examples, options, usage.
class HelpText : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace podreel::cli
