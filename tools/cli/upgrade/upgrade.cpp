#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/api/printable.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/release/version_skew.hpp"
#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/matrix.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/pod_filter.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/batch/hash_subjects.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/upgrade/kubectl_output.hpp"
#include "tools/cli/upgrade/upgrade_downtime.hpp"
#include "tools/cli/upgrade/upgrade_input.hpp"
#include "tools/cli/upgrade/upgrade_options.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText upgrade_text{
    .name = "upgrade",
    .summary = optional_summary("upgrade"),
    .description =
        "Predicts, for every container of every pod, whether a kubelet of the new release considers it different from "
        "the container that the old kubelet started. Such a container is restarted in place, whatever the pod's "
        "restartPolicy. The answer names the cause: the hash formula, a field of the API, or the object that the API "
        "server stores.\n\n"
        "If the input has nodes, --to is enough. Each pod is evaluated with its node's kubelet, and a vendor's build "
        "counts as its upstream release. The answer is grouped by workload, the most exposed first, and by node. "
        "--from applies to pods whose node is unknown.\n\n"
        "Pods stored by the API server (kubectl get pods -A -o json) are used as they are. Manifests get the defaults "
        "of the new release's API server, because masters are upgraded first. Lines {\"name\",\"container\"} of JSON "
        "Lines are containers as stored; all other lines are objects of Kubernetes. On a path, a container that a step "
        "does not restart keeps its original hash. A policy applies to all kubelets of the path, and rewrite rewrites "
        "hashes before each step.\n\n"
        "Every object with a pod template is evaluated, custom resources included. The template of a workload is not "
        "counted if its pods are in the input. A field that no release has causes a warning, and the rest is "
        "evaluated.\n\n"
        "--downtime simulates the replacement of each node's kubelet with the pods' own probes, in place and with "
        "drained nodes. It shows how many replicas of each workload are down and for how long, beside its "
        "PodDisruptionBudget. It simulates every node twice, which takes minutes for thousands of nodes. Startup times "
        "of containers are taken from the pods' statuses if these have them; the answer names the source.\n\n"
        "A folder means the YAML and JSON files in it; with -R, also those in its subfolders. .gz is decompressed, and "
        "in .tar, .tar.gz and .tgz every YAML and JSON file is read (must-gather, support bundles).\n\n"
        "--observed reads hashes from a node, and first verifies that podreel computes the same hashes. "
        "--static-pod-dir shows which static pods get another UID and are recreated, and what happens to the old ones. "
        "Without it, mirror pods show what their manifests hold. A sidecar that may be older than its node's kubelet "
        "may restart.\n\n"
        "The exit status is 1 if anything restarts or may restart, and 2 if something could not be evaluated or if no "
        "pods were found. If the input has nodes, the rest is evaluated nevertheless; otherwise --keep-going asks for "
        "that.",
    .examples =
        "# Show what restarts in this cluster, by workload and by node\n"
        "kubectl get nodes,pods -A -o json | podreel upgrade --to {newest}\n"
        "\n"
        "# Read kubectl's current context; kubectl's plugin does this by default\n"
        "podreel upgrade --to {newest} --cluster\n"
        "kubectl podreel upgrade --to {newest}\n"
        "\n"
        "# Show the downtime of each workload, as a page for the change ticket\n"
        "kubectl get nodes,pods,pdb -A -o json > dump.json\n"
        "podreel upgrade --to {newest} --downtime -o markdown -f dump.json\n"
        "\n"
        "# Evaluate a support bundle\n"
        "podreel upgrade --to {newest} -f must-gather.tar.gz\n"
        "podreel upgrade --to {newest} -R -f must-gather/\n"
        "\n"
        "# Evaluate pods without nodes\n"
        "kubectl get pods -A -o json | podreel upgrade --from 1.30 --to 1.31 -f -\n"
        "\n"
        "# Upgrade through several releases\n"
        "podreel upgrade --path 1.28,1.29,1.30,1.31 -f manifests/\n"
        "\n"
        "# Verify that podreel computes the hashes that this node stored\n"
        "crictl ps -q | xargs crictl inspect > node.json\n"
        "podreel upgrade --from 1.30 --to 1.31 -f pods.json --observed node.json\n"
        "\n"
        "# Evaluate the control plane's static pods\n"
        "podreel upgrade --from 1.27 --to 1.28 --static-pod-dir /etc/kubernetes/manifests --node cp-1\n"
        "\n"
        "# Switch a feature gate of the API server, and keep the kubelets\n"
        "podreel upgrade --from 1.30 --to 1.30 --apiserver-gates-to InPlacePodVerticalScaling=true -f pods.json\n"
        "\n"
        "# Compare with a kubelet that also accepts hashes of the old formula, there and back\n"
        "podreel upgrade --path 1.12,1.17,1.12 -f pods.yaml --policy upstream --policy 'dual-hash 1.12'\n"
        "\n"
        "# Count the changes between all pairs of releases, or of some\n"
        "podreel upgrade --matrix -f pods.yaml\n"
        "podreel upgrade --matrix --path 1.28,1.30,1.32 -f pods.yaml\n",
};

void say(const std::string& what, Context& context) {
  context.diagnostics << "podreel upgrade: " << api::printable_line(what) << '\n';
}

/// Returns what is to be said of the steps with containers, each text once.
std::vector<std::string> texts_of_steps(
    const upgrade::Forecast& forecast,
    const std::function<std::optional<std::string>(const upgrade::UpgradeStep&)>& text_of) {
  std::vector<std::string> texts;
  for (const upgrade::StepForecast& answer : forecast.steps()) {
    if (answer.containers.empty()) continue;
    std::optional<std::string> text = text_of(answer.step);
    if (text && std::ranges::find(texts, *text) == texts.end()) texts.push_back(*std::move(text));
  }
  return texts;
}

/// Returns a warning for each step that no supported cluster can take.
std::vector<std::string> skew_warnings(const upgrade::Forecast& forecast) {
  return texts_of_steps(forecast, [](const upgrade::UpgradeStep& step) -> std::optional<std::string> {
    const int supported = release::supported_skew(step.to);
    if (release::minors_between(step.from, step.to) <= supported) return std::nullopt;
    return fmt::format(
        "{}: an API server of {} supports kubelets that are at most {} minor releases older; upgrade in several hops",
        upgrade::to_string(step), minor_string(step.to), supported);
  });
}

bool can_list_services(release::Release kubelet, release::Release server) {
  return !release::behaviour_of(kubelet).has(release::headless_services_are_not_listed) ||
         release::behaviour_of(server).has(release::services_have_field_labels);
}

/// Returns a note for each step after which nothing starts if the API server still has the release before it.
std::vector<std::string> order_notes(const upgrade::Forecast& forecast, const UpgradeOptions& options) {
  if (!options.api_server_to.empty()) return {};
  return texts_of_steps(forecast, [](const upgrade::UpgradeStep& step) -> std::optional<std::string> {
    if (can_list_services(step.to, step.from)) return std::nullopt;
    return fmt::format(
        "{}: upgrade the API servers first; behind an older one, a kubelet of {} starts no container except in "
        "static pods (kubernetes/kubernetes#127316)",
        upgrade::to_string(step), minor_string(step.to));
  });
}

/// Returns a warning for a kubelet that is newer than the named API server.
std::optional<std::string> server_warning(const UpgradeOptions& options) {
  if (options.api_server_to.empty()) return std::nullopt;
  const release::Release server = release::parse_release(options.api_server_to).value();
  const release::Release kubelet = paths_of(options).front().releases.back();
  if (release::minors_between(server, kubelet) <= 0) return std::nullopt;
  std::string warning =
      fmt::format("a kubelet of {} is newer than its API server of {}, which Kubernetes does not support",
                  minor_string(kubelet), minor_string(server));
  if (!can_list_services(kubelet, server)) {
    warning +=
        "; until the API server is upgraded, it starts no container except in static pods, because that server "
        "refuses its list of services (kubernetes/kubernetes#127316)";
  }
  return warning;
}

std::vector<std::string> downgrade_notes(const upgrade::Forecast& forecast) {
  std::vector<std::string> notes;
  const upgrade::StepForecasts steps = forecast.steps();
  for (const upgrade::StepForecast& answer : steps) {
    const bool is_reported = answer.step.policy != steps.front().get().step.policy;
    if (answer.step.to < answer.step.from && !is_reported) {
      notes.push_back(fmt::format("{} is a downgrade", upgrade::to_string(answer.step)));
    }
  }
  return notes;
}

/// Returns the exit code; with --keep-going, errors in the input are reported and change the code.
ExitCode finish(UpgradeInput& input, Context& context, ExitCode answer) {
  if (input.problems().empty()) return answer;
  for (const api::Problem& problem : input.grouped_problems()) context.diagnostics << to_string(problem) << '\n';
  say(fmt::format("ignored input with {}", counted(input.problems().size(), "error")), context);
  return ExitCode::bad_input;
}

/// Returns whether errors are skipped: with --keep-going, and for clusters and collections.
bool should_keep_going(const UpgradeOptions& options) {
  return options.keep_going || options.recursive || question_of(options) == upgrade::PodIntake::Question::of_nodes;
}

UpgradeInput input_of(const UpgradeOptions& options) {
  return {question_of(options), should_keep_going(options)};
}

/// Returns the named files; piped input needs no name.
std::vector<std::string> named_files(const UpgradeOptions& options) {
  if (options.files.empty() && !terminal_of(STDIN_FILENO).is_terminal) return {"-"};
  return options.files;
}

/// Makes kubectl's plugin read from kubectl if nothing else is named or piped in.
void settle_source(UpgradeOptions& options, const Context& context) {
  options.cluster = options.cluster || !options.context.empty();
  const bool names_something = !options.files.empty() || options.is_static || !options.static_pod_dir.empty();
  if (options.cluster && (!options.files.empty() || options.is_static)) {
    throw BadInput{"--cluster reads from kubectl: leave out FILE and --static"};
  }
  const bool is_piped = !terminal_of(STDIN_FILENO).is_terminal;
  if (context.is_kubectl_plugin && !names_something && !is_piped) options.cluster = true;
}

void read_cluster(UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  KubectlOutput objects{"nodes,pods,poddisruptionbudgets", options.context};
  input.read(
      objects.command(), [&](std::string& bytes, std::size_t size) { return objects.read(bytes, size); }, context);
  objects.finish();
}

void read_files(UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  if (!options.has_pods()) return;
  if (options.cluster) return read_cluster(input, options, context);
  for (const std::string& file : input_files(named_files(options), options.recursive)) {
    input.read(file, options.recursive, context);
  }
}

/// Returns one note for each version of nodes that another patch release replaces.
std::set<std::string> stand_in_notes(const upgrade::ClusterInventory& inventory) {
  std::set<std::string> notes;
  for (const auto& [name, node] : inventory.nodes()) {
    if (const std::string note = release::stand_in_note(node.version); !note.empty()) notes.insert(note);
  }
  return notes;
}

std::vector<std::string> notes_of(const UpgradeInput& input) {
  std::vector<std::string> notes = input.asked().notes();
  std::ranges::copy(stand_in_notes(input.asked().cluster()), std::back_inserter(notes));
  if (input.passed_over() > 0) {
    notes.push_back(
        fmt::format("ignored content of {} that is not a Kubernetes object", counted(input.passed_over(), "file")));
  }
  return notes;
}

/// Says which of the releases were neither recorded nor read.
void note_inferred(const std::vector<release::Release>& releases, Context& context) {
  for (const std::string& note : release::inference_notes(releases)) say(note, context);
}

/// Reads the remaining input through `input`.
void finish_reading(UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  input.finish();
  warn(input.warnings(), context);
  for (const std::string& note : notes_of(input)) say(note, context);
  if (!input.problems().empty() && !should_keep_going(options)) throw BadInput{input.problems()};
}

void for_each_asked_static_pod(const UpgradeOptions& options, const std::function<void(const HashedStaticPod&)>& use) {
  std::vector<std::string> files;
  if (options.is_static) files = input_files(options.files);
  if (!options.static_pod_dir.empty()) {
    const std::vector<std::string> found = files_of_static_pod_folder(options.static_pod_dir);
    files.insert(files.end(), found.begin(), found.end());
  }
  for_each_static_pod(files, options.node, use);
}

/// Returns whether a named folder has further folders, which are read with -R only.
bool has_unread_folders(const UpgradeOptions& options) {
  namespace fs = std::filesystem;
  if (options.recursive) return false;
  return std::ranges::any_of(options.files, [](const std::string& name) {
    std::error_code error;
    for (fs::directory_iterator at{name, error}; !error && at != fs::directory_iterator{}; at.increment(error)) {
      if (at->is_directory(error)) return true;
    }
    return false;
  });
}

/// Refuses input without anything to evaluate. Errors of the input explain themselves.
void require_pods(bool is_empty, bool is_filtered, UpgradeInput& input, const UpgradeOptions& options) {
  if (!is_empty || (input.has_pods() && !is_filtered)) return;
  if (!input.problems().empty()) throw BadInput{input.problems()};
  if (is_filtered) throw BadInput{no_pod_selected};
  std::string hint = "accepted: the output of kubectl get nodes,pods -A -o json, or manifests with pods";
  if (has_unread_folders(options)) hint = "add -R to read the folders in it as well";
  throw BadInput{"found no pods to evaluate; " + hint};
}

ExitCode answer_matrix(const UpgradeOptions& options, const PodFilter& filter, Context& context) {
  const bool is_plain = options.policies == std::vector<std::string>{"upstream"} && options.observed.empty() &&
                        options.api_server_from.empty() && options.api_server_to.empty() &&
                        options.api_server_gates_from.empty() && options.api_server_gates_to.empty();
  if (!is_plain) {
    throw BadInput{
        "--matrix uses upstream's hash formulas only: leave out --policy, --observed, and all options of the API "
        "server"};
  }
  if (!is_table(options.format) && options.format != OutputFormat::json && options.format != OutputFormat::yaml &&
      options.format != OutputFormat::jsonl) {
    throw BadInput{"--matrix has no file positions and no pages; accepted: -o table, json, yaml and jsonl"};
  }
  upgrade::Matrix matrix{matrix_releases(options)};
  for_each_asked_static_pod(options,
                            [&matrix](const HashedStaticPod& pod) { matrix.add_static_pod(pod.object, pod.source); });
  UpgradeInput input = input_of(options);
  int mirror_pods = 0;
  input.container = [&matrix](const auto& container) { matrix.add_container(container); };
  input.pod = [&](const upgrade::IntakePod& asked) {
    if (!filter.matches(asked.pod.pod)) return;
    if (upgrade::is_mirror(asked.pod.pod)) {
      ++mirror_pods;
    } else {
      matrix.add_pod(asked.pod.pod);
    }
  };
  read_files(input, options, context);
  finish_reading(input, options, context);
  note_inferred(matrix_releases(options), context);
  require_pods(matrix.containers() + matrix.static_pods() + mirror_pods == 0, filter.is_active(), input, options);
  if (mirror_pods > 0) {
    say(fmt::format("{} not counted: the effect on a static pod depends on its manifest, see --static-pod-dir",
                    counted(static_cast<std::size_t>(mirror_pods), "mirror pod")),
        context);
  }
  print_matrix(context.out, options.format, matrix, options.has_headers);
  return finish(input, context, ExitCode::ok);
}

/// Returns the kubelet of the static pods' node; no value: that of --from.
std::optional<release::Release> static_pods_kubelet(const UpgradeOptions& options, const UpgradeInput& input) {
  const upgrade::InventoryNode* node = input.asked().cluster().find(options.node);
  if (question_of(options) == upgrade::PodIntake::Question::of_a_path) return std::nullopt;
  if (node != nullptr) return node->kubelet;
  if (!options.from.empty()) return std::nullopt;
  throw BadInput{
      fmt::format("the kubelet of the static pods' node '{}' is unknown: name a node of the input with "
                  "--node, or a release with --from",
                  shown(options.node))};
}

/// Forecasts of the same pods, of which the second is of the upgrade with its way back, if it is requested.
using Forecasts = std::vector<upgrade::Forecast>;

void add_static_pods(Forecasts& forecasts, const UpgradeOptions& options, const UpgradeInput& input) {
  if (!options.has_static_pods()) return;
  const std::optional<release::Release> kubelet = static_pods_kubelet(options, input);
  for_each_asked_static_pod(options, [&](const HashedStaticPod& pod) {
    for (upgrade::Forecast& forecast : forecasts) {
      forecast.add_static_pod(pod.object, pod.source, pod.file, pod.mark, kubelet);
    }
  });
}

upgrade::ObservedNode observed_node(const UpgradeOptions& options) {
  std::vector<api::Problem> problems;
  upgrade::ObservedNode node{options.observed, problems};
  if (!problems.empty()) throw BadInput{problems};
  return node;
}

bool is_page(OutputFormat format) {
  return format == OutputFormat::markdown || format == OutputFormat::html;
}

/// Pages also have the way back.
Forecasts forecasts_for(const UpgradeOptions& options) {
  Forecasts forecasts;
  std::vector<upgrade::Path> paths = paths_of(options);
  const upgrade::ObservedNode node = observed_node(options);
  forecasts.emplace_back(paths, node);
  if (!is_page(options.format)) return forecasts;
  for (upgrade::Path& path : paths) path.and_back = true;
  forecasts.emplace_back(std::move(paths), node);
  return forecasts;
}

void add_pod(const upgrade::IntakePod& asked, Forecasts& forecasts, std::vector<api::Problem>& problems) {
  forecasts.front().add_pod(asked.pod, asked.file, problems, asked.kubelet, asked.ready_since);
  if (forecasts.size() == 1) return;
  std::vector<api::Problem> known_problems;
  forecasts.back().add_pod(asked.pod, asked.file, known_problems, asked.kubelet, asked.ready_since);
}

void read_all(Forecasts& forecasts, UpgradeInput& input, const UpgradeOptions& options, const PodFilter& filter,
              Context& context) {
  input.container = [&](const auto& container) {
    if (question_of(options) == upgrade::PodIntake::Question::of_nodes) {
      throw BadInput{"containers of JSON Lines have no node: name the release of their kubelet with --from"};
    }
    for (upgrade::Forecast& forecast : forecasts) forecast.add_container(container);
  };
  input.pod = [&](const upgrade::IntakePod& asked) {
    if (filter.matches(asked.pod.pod)) add_pod(asked, forecasts, input.problems());
  };
  read_files(input, options, context);
  add_static_pods(forecasts, options, input);
  finish_reading(input, options, context);
  for (upgrade::Forecast& forecast : forecasts) {
    if (question_of(options) != upgrade::PodIntake::Question::of_a_path) {
      for (const auto& [name, node] : input.asked().cluster().nodes()) forecast.add_kubelet(node.kubelet);
    }
    forecast.name_owners(input.asked().cluster().owners());
  }
}

std::string mirror_pods_text(const upgrade::Forecast& forecast) {
  return fmt::format(
      "{} evaluated as shown; --static-pod-dir evaluates the manifests. kubeadm upgrade also writes new manifests of "
      "the control plane, and each recreates its static pod before the kubelet is upgraded",
      counted(static_cast<std::size_t>(forecast.mirror_pods()), "mirror pod is", "mirror pods are"));
}

/// Returns what readers of the answer must know about its releases, on standard error and on pages.
std::vector<std::string> caveats_of(const upgrade::Forecast& forecast, const UpgradeOptions& options) {
  std::vector<std::string> caveats;
  const auto add = [&caveats](const auto& texts) { caveats.insert(caveats.end(), texts.begin(), texts.end()); };
  add(release::inference_notes(paths_of(options).front().releases));
  add(downgrade_notes(forecast));
  add(skew_warnings(forecast));
  if (const std::optional<std::string> warning = server_warning(options)) caveats.push_back(*warning);
  if (forecast.mirror_pods() > 0) caveats.push_back(mirror_pods_text(forecast));
  return caveats;
}

/// Returns the remarks that pages show beside the answer. Other formats print them on standard error, without `order`.
std::vector<std::string> remarks_of(const std::vector<std::string>& caveats, const std::vector<std::string>& order,
                                    UpgradeInput& input, const std::optional<Downtime>& downtime) {
  std::vector<std::string> remarks;
  for (const api::Problem& problem : input.grouped_problems()) remarks.push_back(to_string(problem));
  remarks.insert(remarks.end(), caveats.begin(), caveats.end());
  remarks.insert(remarks.end(), order.begin(), order.end());
  for (const api::Problem& warning : input.warnings()) remarks.push_back(to_string(warning));
  for (std::string& note : notes_of(input)) remarks.push_back(std::move(note));
  if (downtime) remarks.insert(remarks.end(), downtime->remarks.begin(), downtime->remarks.end());
  return remarks;
}

/// Returns where the nodes and pods come from, as pages show it.
std::string source_of(const UpgradeOptions& options) {
  if (!options.context.empty()) return fmt::format("kubectl's context {}", options.context);
  if (options.cluster) return "kubectl's current context";
  const bool is_piped = options.files.empty() || options.files == std::vector<std::string>{"-"};
  return is_piped ? "standard input" : fmt::format("{}", fmt::join(options.files, ", "));
}

/// Returns the command as pages show it, without output options.
std::string command_line(const UpgradeOptions& options) {
  std::string line = "podreel upgrade";
  const auto add = [&line](const char* option, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--from", options.from);
  add("--to", options.path.empty() ? options.to : std::string{});
  add("--path", fmt::format("{}", fmt::join(options.path, ",")));
  for (const std::string& policy : options.policies) add("--policy", policy == "upstream" ? "" : policy);
  add("--apiserver-from", options.api_server_from);
  add("--apiserver-to", options.api_server_to);
  add("--apiserver-gates-from", options.api_server_gates_from);
  add("--apiserver-gates-to", options.api_server_gates_to);
  for (const std::string& file : options.observed) add("--observed", file);
  line += command_words(options.pods);
  add("--context", options.context);
  if (options.cluster && options.context.empty()) line += " --cluster";
  if (options.downtime) line += " --downtime";
  if (options.recursive) line += " -R";
  if (options.is_static) line += " --static";
  add("--static-pod-dir", options.static_pod_dir);
  if (options.has_static_pods()) add("--node", options.node);
  for (const std::string& file : options.files) add("-f", file);
  return line;
}

void check(const UpgradeOptions& options, const PodFilter& filter, const Context& context) {
  if (options.format == OutputFormat::html && context.out_terminal.is_terminal) {
    throw BadInput{
        "-o html prints a page, and standard output is a terminal: redirect it, for example with > upgrade.html"};
  }
  if (!options.downtime) return;
  if (filter.is_active()) {
    throw BadInput{"--downtime simulates whole nodes: leave out --namespace, --selector and --field-selector"};
  }
  const bool is_one_swap = !options.matrix && options.path.empty() && !options.to.empty() &&
                           options.policies == std::vector<std::string>{"upstream"};
  if (!is_one_swap || !options.has_pods()) {
    throw BadInput{
        "--downtime replaces each node's kubelet by that of --to: leave out --path, --matrix, --policy and "
        "--static"};
  }
}

std::optional<Downtime> compute_downtime(const UpgradeOptions& options, UpgradeInput& input, Context& context) {
  if (!options.downtime) return std::nullopt;
  fleet::ReadDump dump = input.take_dump();
  warn(dump.warnings, context);
  return downtime_of(std::move(dump), release::parse_release(options.to).value(), options.jobs, context);
}

ExitCode run_upgrade(const UpgradeOptions& options, Context& context) {
  const PodFilter filter{options.pods};
  check(options, filter, context);
  if (options.matrix) return answer_matrix(options, filter, context);
  Forecasts forecasts = forecasts_for(options);
  const upgrade::Forecast& forecast = forecasts.front();
  UpgradeInput input = input_of(options);
  if (options.downtime) input.build_dump();
  read_all(forecasts, input, options, filter, context);
  const upgrade::HashVerification& verification = forecast.verification();
  if (verification.is_asked() && verification.found() == 0) {
    throw BadInput{
        fmt::format("--observed: none of the {} observed containers is in the given pods", verification.unmatched())};
  }
  const std::vector<std::string> caveats = caveats_of(forecast, options);
  for (const std::string& caveat : caveats) say(caveat, context);
  require_pods(forecast.is_empty(), filter.is_active(), input, options);
  const std::optional<Downtime> downtime = compute_downtime(options, input, context);
  print_upgrade(context.out, context.out_terminal, options.format,
                {.forecast = forecast,
                 .cluster = input.asked().cluster(),
                 .downtime = downtime ? &*downtime : nullptr,
                 .remarks = remarks_of(caveats, order_notes(forecast, options), input, downtime),
                 .command = command_line(options),
                 .top = options.top,
                 .way_back = forecasts.size() > 1 ? &forecasts.back() : nullptr,
                 .source = source_of(options),
                 .date = options.date,
                 .sort_by = options.sort_by,
                 .has_headers = options.has_headers,
                 .is_filtered = filter.is_active()});
  const bool any = std::ranges::any_of(forecast.steps(), upgrade::touches_any);
  return finish(input, context, any ? ExitCode::difference : ExitCode::ok);
}

/// Declares the options that kubectl has for lists.
void add_list_options(CLI::App& verb, UpgradeOptions& options) {
  add_pod_selection(verb, options.pods);
  choices(
      verb.add_option("--sort-by", options.sort_by, "sort workloads by this column; default: the most exposed first"),
      {"name", "pods", "containers", "nodes"});
  add_no_headers(verb, options.has_headers);
}

}  // namespace

void add_upgrade(CLI::App& app, Context& context) {
  auto options = std::make_shared<UpgradeOptions>();
  CLI::App& verb = new_verb(app, upgrade_text);
  add_input_options(verb, options->files, "pods, or objects with a pod template");
  releases(verb.add_option("--from", options->from,
                           "kubelet release that started the containers; ignored for pods whose node is in the input"));
  releases(verb.add_option("--to", options->to, "kubelet release to upgrade to"));
  releases(verb.add_option("--path", options->path, "list of releases to upgrade through")->delimiter(','))
      ->type_name("RELEASE,…");
  verb.add_flag("--matrix", options->matrix, "count changes for all pairs of releases");
  options->policies = {"upstream"};
  verb.add_option("--policy", options->policies,
                  fmt::format("identity policy of the kubelets: rewrite, {} (repeat to compare)", policy_list()))
      ->type_name("POLICY")
      ->allow_extra_args(false)
      ->default_str("upstream");
  releases(verb.add_option("--apiserver-from", options->api_server_from,
                           "API server release whose defaults the objects had before"));
  releases(verb.add_option("--apiserver-to", options->api_server_to,
                           "API server release whose defaults the objects have after"));
  verb.add_option("--apiserver-gates-from", options->api_server_gates_from, "feature gates of that API server before")
      ->type_name("GATE=BOOL,…");
  verb.add_option("--apiserver-gates-to", options->api_server_gates_to,
                  "feature gates of that API server after; InPlacePodVerticalScaling=true stores resizePolicy")
      ->type_name("GATE=BOOL,…");
  verb.add_option("--observed", options->observed,
                  "hashes that a node stored: crictl or docker inspect JSON, or lines with container id and hash")
      ->type_name("FILE")
      ->allow_extra_args(false);
  verb.add_flag("--cluster", options->cluster, "read nodes, pods and budgets from kubectl's current context");
  verb.add_option("--context", options->context, "read them from this kubectl context")->type_name("NAME");
  verb.add_option("--static-pod-dir", options->static_pod_dir, "the kubelet's manifest folder")->type_name("DIR");
  verb.add_flag("--static", options->is_static, "treat each FILE as a manifest of a static pod");
  verb.add_option("--node", options->node, "name of the static pods' node")->type_name("NAME")->capture_default_str();
  add_list_options(verb, *options);
  verb.add_option("--date", options->date, "with -o markdown and html, date of the page")->type_name("DATE");
  verb.add_flag("-R,--recursive", options->recursive, "read folders recursively");
  verb.add_flag("--downtime", options->downtime,
                "simulate the upgrade of each node, in place and drained, and show the downtime of workloads");
  add_jobs_option(verb, options->jobs, "with --downtime, number of nodes to simulate");
  verb.add_option("--top", options->top, "with -o markdown and html, rows of each list; 0 means all")
      ->type_name("N")
      ->capture_default_str();
  verb.add_flag("--keep-going", options->keep_going, "report errors, evaluate the rest, and exit with 2");
  add_output_format(
      verb, options->format,
      {OutputFormat::table, OutputFormat::wide, OutputFormat::json, OutputFormat::yaml, OutputFormat::jsonl,
       OutputFormat::sarif, OutputFormat::markdown, OutputFormat::html, OutputFormat::name});
  set_action(verb, context, [options](Context& world) {
    settle_source(*options, world);
    return run_upgrade(*options, world);
  });
}

}  // namespace podreel::cli
