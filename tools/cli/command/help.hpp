// What `--help` prints.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

/// To be shown with_releases().
inline constexpr std::string_view command_description =
    "replay what a kubelet does to the pods of a node\n"
    "Replays what a kubelet does to the pods of a node, in virtual time, exactly and repeatably, for every Kubernetes "
    "release from {oldest} to {newest}.";

inline constexpr std::string_view command_examples =
    "# What does a kubelet do with this pod?\n"
    "podreel run pod.yaml\n"
    "\n"
    "# How does a kubelet work? A course\n"
    "podreel lesson\n"
    "\n"
    "# Which containers restart when this cluster's kubelets are upgraded, and why?\n"
    "kubectl get nodes,pods -A -o json | podreel upgrade --to {newest}\n"
    "\n"
    "# A scenario of your own, from a pod or a workload\n"
    "podreel new deployment.yaml > scenario.yaml\n"
    "\n"
    "# What is modelled of each release, and what is verified\n"
    "podreel versions\n";

inline constexpr std::string_view ranks_description =
    "podreel on the ranks of an MPI job\n"
    "Does what `podreel` does, and prints what it prints, with the work shared out among the ranks of an MPI job, "
    "which "
    "must find the same files everywhere. What goes wrong on one rank ends all.";

inline constexpr std::string_view ranks_examples =
    "# A fleet on 64 ranks\n"
    "mpirun -n 64 podreel-ranks fleet scenarios/library/fleets/shop.yaml\n";

inline constexpr std::string_view exit_codes_text =
    "0 all held, 1 an expectation failed or a difference was found, 2 the input or the command line is wrong, "
    "3 podreel itself failed.";

/// What is read at most, and how files are written, for help and the manual page.
[[nodiscard]] std::string limits_text();

/// A verb's description parts into its first line, for lists, and the text below.
[[nodiscard]] std::string summary_of(const CLI::App& app);
[[nodiscard]] std::string details_of(const CLI::App& app);

/// The options and the positional arguments that help shows, in the order of their declaration.
[[nodiscard]] std::vector<const CLI::Option*> options_of(const CLI::App& app);
[[nodiscard]] std::vector<const CLI::Option*> arguments_of(const CLI::App& app);

/// "-o, --output table|json".
[[nodiscard]] std::string option_label(const CLI::Option& option);

/// "podreel run [flags] [FILE]...".
[[nodiscard]] std::string usage_of(const CLI::App& app);

/// Help laid out as kubectl lays it out: description, examples, options, usage.
class HelpText : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace podreel::cli
