#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/api/printable.hpp"
#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/matrix.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/output_format.hpp"
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
#include "tools/text/shown_text.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText upgrade_text{
    .name = "upgrade",
    .summary = optional_summary("upgrade"),
    .description =
        "Forecasts for every container of every pod whether a kubelet of the new release takes it for another one than "
        "the old kubelet started, and then restarts it in place, whatever the pod's restartPolicy. Names the cause: "
        "the formula, the field of the API, or the object that the API server stores.\n\n"
        "Where the input has nodes, --to is enough: each pod is on its node's own kubelet, a vendor's build counts as "
        "its release, and the answer is by workload, those that hurt first, and by node. --from is for pods on no node "
        "that is known.\n\n"
        "Pods that the API server has stored (kubectl get pods -A -o json) are taken as they are; manifests get the "
        "defaults of the new release's API server, as masters are upgraded first. Lines {\"name\",\"container\"} of "
        "JSON Lines files are containers as stored. On a path, what one step leaves alone keeps the hash that it was "
        "started with; a policy belongs to all kubelets of the path, and rewrite rewrites before each step.\n\n"
        "Whatever has a pod template is asked about, custom resources too; the templates of workloads whose pods are "
        "there as well are not counted. A field that no release has is warned of, and the rest is answered for.\n\n"
        "--downtime replays the swap of each node's kubelet with the pods' own probes, and the same with nodes drained "
        "before: how many replicas of each workload are down for how long, beside what its PodDisruptionBudget allows. "
        "It simulates every node twice, and takes minutes for thousands. How long containers take until they are ready "
        "is learnt from the pods' statuses where these tell it; the answer says where.\n\n"
        "A folder stands for the YAML and JSON files in it, with -R for those of all folders below it, too; .gz is "
        "unpacked, and of .tar, .tar.gz and .tgz every YAML and JSON file is read (must-gather, support bundles).\n\n"
        "--observed reads hashes from a node and first proves that podreel computes them. --static-pod-dir tells which "
        "static pods get another UID and are recreated, and what happens to the old ones; without it, what becomes of "
        "their mirror pods is unknown.\n\n"
        "The exit status is 1 if anything restarts, or may; 2 if something could not be answered for. With nodes the "
        "rest is answered nevertheless; otherwise --keep-going asks for that.",
    .examples =
        "# What restarts in this cluster, by workload and by node?\n"
        "kubectl get nodes,pods -A -o json | podreel upgrade --to {newest}\n"
        "\n"
        "# The same, asked of kubectl's current context; as its plugin without a word\n"
        "podreel upgrade --to {newest} --cluster\n"
        "kubectl podreel upgrade --to {newest}\n"
        "\n"
        "# For how long is what down, as a page for the change ticket?\n"
        "kubectl get nodes,pods,pdb -A -o json > dump.json\n"
        "podreel upgrade --to {newest} --downtime -o markdown -f dump.json\n"
        "\n"
        "# Of what somebody has sent\n"
        "podreel upgrade --to {newest} -f must-gather.tar.gz\n"
        "podreel upgrade --to {newest} -R -f must-gather/\n"
        "\n"
        "# The same of pods alone\n"
        "kubectl get pods -A -o json | podreel upgrade --from 1.30 --to 1.31 -f -\n"
        "\n"
        "# One release after the other\n"
        "podreel upgrade --path 1.28,1.29,1.30,1.31 -f manifests/\n"
        "\n"
        "# Does podreel compute what this node has stored?\n"
        "crictl ps -q | xargs crictl inspect > node.json\n"
        "podreel upgrade --from 1.30 --to 1.31 -f pods.json --observed node.json\n"
        "\n"
        "# The control plane's static pods\n"
        "podreel upgrade --from 1.27 --to 1.28 --static-pod-dir /etc/kubernetes/manifests --node cp-1\n"
        "\n"
        "# Would a kubelet that also tries the old formula leave them alone, there and back?\n"
        "podreel upgrade --path 1.12,1.17,1.12 -f pods.yaml --policy upstream --policy 'dual-hash 1.12'\n"
        "\n"
        "# From every release to every other, and of some\n"
        "podreel upgrade --matrix -f pods.yaml\n"
        "podreel upgrade --matrix --path 1.28,1.30,1.32 -f pods.yaml\n",
};

void say(const std::string& what, Context& context) {
  context.diagnostics << "podreel upgrade: " << api::printable_line(what) << '\n';
}

void say_downgrades(const upgrade::Forecast& forecast, Context& context) {
  const upgrade::StepForecasts steps = forecast.steps();
  for (const upgrade::StepForecast& answer : steps) {
    const bool is_told = answer.step.policy != steps.front().get().step.policy;
    if (answer.step.to < answer.step.from && !is_told) {
      say(fmt::format("{} is a downgrade", upgrade::to_string(answer.step)), context);
    }
  }
}

/// Without --keep-going nothing is answered if anything is wrong; with it, what is right is, and the status tells.
ExitCode finish(UpgradeInput& input, Context& context, ExitCode answer) {
  if (input.problems().empty()) return answer;
  for (const api::Problem& problem : input.problems()) context.diagnostics << to_string(problem) << '\n';
  say(fmt::format("{} skipped", input.problems().size()), context);
  return ExitCode::bad_input;
}

/// Whoever asks about a cluster, or about all that somebody has gathered of it, wants to know what there is to be
/// known.
bool keeps_going(const UpgradeOptions& options) {
  return options.keep_going || options.recursive || question_of(options) == upgrade::AskedPods::Question::of_nodes;
}

UpgradeInput input_of(const UpgradeOptions& options) {
  return {question_of(options), keeps_going(options)};
}

/// What is piped in needs no name.
std::vector<std::string> named_files(const UpgradeOptions& options) {
  if (options.files.empty() && !terminal_of(STDIN_FILENO).is_terminal) return {"-"};
  return options.files;
}

/// kubectl's plugin asks kubectl where nothing else is named or piped in.
void settle_source(UpgradeOptions& options, const Context& context) {
  options.cluster = options.cluster || !options.context.empty();
  const bool names_something = !options.files.empty() || options.is_static || !options.static_pod_dir.empty();
  if (options.cluster && (!options.files.empty() || options.is_static)) {
    throw BadInput{"--cluster asks kubectl: FILEs and --static go without it"};
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

std::vector<std::string> notes_of(const UpgradeInput& input) {
  std::vector<std::string> notes = input.asked().notes();
  if (input.passed_over() > 0) {
    notes.push_back(fmt::format("{} files hold something else than objects of Kubernetes, which is passed over",
                                input.passed_over()));
  }
  return notes;
}

/// The rest of what is asked about; `input` is ready to hand it over.
void finish_reading(UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  input.finish();
  warn(input.warnings(), context);
  for (const std::string& note : notes_of(input)) say(note, context);
  if (!input.problems().empty() && !keeps_going(options)) throw BadInput{input.problems()};
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

ExitCode answer_matrix(const UpgradeOptions& options, Context& context) {
  const bool is_plain = options.policies == std::vector<std::string>{"upstream"} && options.observed.empty() &&
                        options.api_server_from.empty() && options.api_server_to.empty();
  if (!is_plain) {
    throw BadInput{
        "--matrix counts by upstream's formulas: --policy, --observed, --apiserver-from and --apiserver-to do not go "
        "with it"};
  }
  if (!is_table(options.format) && options.format != OutputFormat::json && options.format != OutputFormat::yaml &&
      options.format != OutputFormat::jsonl) {
    throw BadInput{"--matrix has no places in files and no pages: -o table, json, yaml and jsonl go with it"};
  }
  upgrade::Matrix matrix{matrix_releases(options)};
  for_each_asked_static_pod(options,
                            [&matrix](const HashedStaticPod& pod) { matrix.add_static_pod(pod.object, pod.source); });
  UpgradeInput input = input_of(options);
  int mirror_pods = 0;
  input.container = [&matrix](const auto& container) { matrix.add_container(container); };
  input.pod = [&](const upgrade::AskedPod& asked) {
    if (upgrade::is_mirror(asked.pod.pod)) {
      ++mirror_pods;
    } else {
      matrix.add_pod(asked.pod.pod);
    }
  };
  read_files(input, options, context);
  finish_reading(input, options, context);
  if (mirror_pods > 0) {
    say(fmt::format("{} mirror pods are not counted: whether a static pod is recreated only its manifest tells, see "
                    "--static-pod-dir",
                    mirror_pods),
        context);
  }
  print_matrix(context.out, options.format, matrix);
  return finish(input, context, ExitCode::ok);
}

/// That of the static pods' node; no value: that of the question.
std::optional<release::Release> static_pods_kubelet(const UpgradeOptions& options, const UpgradeInput& input) {
  const upgrade::FoundNode* node = input.asked().cluster().find(options.node);
  if (question_of(options) == upgrade::AskedPods::Question::of_a_path) return std::nullopt;
  if (node != nullptr) return node->kubelet;
  if (!options.from.empty()) return std::nullopt;
  throw BadInput{
      fmt::format("the kubelet of the static pods' node '{}' is not known: name a node of the input with "
                  "--node, or its release with --from",
                  shown(options.node))};
}

void add_static_pods(upgrade::Forecast& forecast, const UpgradeOptions& options, const UpgradeInput& input) {
  if (!options.has_static_pods()) return;
  const std::optional<release::Release> kubelet = static_pods_kubelet(options, input);
  for_each_asked_static_pod(options, [&](const HashedStaticPod& pod) {
    forecast.add_static_pod(pod.object, pod.source, pod.file, pod.mark, kubelet);
  });
}

upgrade::ObservedNode observed_node(const UpgradeOptions& options) {
  std::vector<api::Problem> problems;
  upgrade::ObservedNode node{options.observed, problems};
  if (!problems.empty()) throw BadInput{problems};
  return node;
}

void read_all(upgrade::Forecast& forecast, UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  input.container = [&](const auto& container) {
    if (question_of(options) == upgrade::AskedPods::Question::of_nodes) {
      throw BadInput{"containers of JSON Lines are on no node: name the release of their kubelet with --from"};
    }
    forecast.add_container(container);
  };
  input.pod = [&](const upgrade::AskedPod& asked) {
    forecast.add_pod(asked.pod, asked.file, input.problems(), asked.kubelet);
  };
  read_files(input, options, context);
  add_static_pods(forecast, options, input);
  finish_reading(input, options, context);
  if (question_of(options) != upgrade::AskedPods::Question::of_a_path) {
    for (const auto& [name, node] : input.asked().cluster().nodes()) forecast.add_kubelet(node.kubelet);
  }
  forecast.name_owners(input.asked().cluster().owners());
}

std::string mirror_pods_text(const upgrade::Forecast& forecast) {
  return fmt::format("{} mirror pods: whether a static pod is recreated only its manifest tells, see --static-pod-dir",
                     forecast.mirror_pods());
}

void say_what_is_unknown(const upgrade::Forecast& forecast, UpgradeInput& input, Context& context) {
  if (forecast.mirror_pods() > 0) {
    say(mirror_pods_text(forecast), context);
  }
  if (forecast.is_empty() && input.problems().empty()) say("found no pods", context);
}

/// What pages tell beside the answer, as standard error does.
std::vector<std::string> remarks_of(const upgrade::Forecast& forecast, UpgradeInput& input) {
  std::vector<std::string> remarks;
  for (const api::Problem& problem : input.problems()) remarks.push_back(to_string(problem));
  if (forecast.mirror_pods() > 0) remarks.push_back(mirror_pods_text(forecast));
  for (const api::Problem& warning : input.warnings()) remarks.push_back(to_string(warning));
  for (std::string& note : notes_of(input)) remarks.push_back(std::move(note));
  return remarks;
}

void check(const UpgradeOptions& options, const Context& context) {
  if (options.format == OutputFormat::html && context.out_terminal.is_terminal) {
    throw BadInput{"-o html prints a page, and this is a terminal: write it to a file, as with > upgrade.html"};
  }
  if (!options.downtime) return;
  const bool is_one_swap = !options.matrix && options.path.empty() && !options.to.empty() &&
                           options.policies == std::vector<std::string>{"upstream"};
  if (!is_one_swap || !options.has_pods()) {
    throw BadInput{
        "--downtime swaps each node's kubelet for that of --to: --path, --matrix, --policy and --static do "
        "not go with it"};
  }
}

std::optional<Downtime> asked_downtime(const UpgradeOptions& options, UpgradeInput& input, Context& context) {
  if (!options.downtime) return std::nullopt;
  fleet::ReadDump dump = input.take_dump();
  warn(dump.warnings, context);
  return downtime_of(std::move(dump), release::parse_release(options.to).value(), options.jobs, context);
}

ExitCode run_upgrade(const UpgradeOptions& options, Context& context) {
  check(options, context);
  if (options.matrix) return answer_matrix(options, context);
  upgrade::Forecast forecast{paths_of(options), observed_node(options)};
  UpgradeInput input = input_of(options);
  if (options.downtime) input.build_dump();
  read_all(forecast, input, options, context);
  const upgrade::Proof& proof = forecast.proof();
  if (proof.is_asked() && proof.found() == 0) {
    throw BadInput{fmt::format("--observed: none of the {} containers is in the pods given", proof.unmatched())};
  }
  say_downgrades(forecast, context);
  say_what_is_unknown(forecast, input, context);
  const std::optional<Downtime> downtime = asked_downtime(options, input, context);
  print_upgrade(context.out, context.out_terminal, options.format,
                {forecast, input.asked().cluster(), downtime ? &*downtime : nullptr, remarks_of(forecast, input)});
  const bool any = std::ranges::any_of(forecast.steps(), upgrade::touches_any);
  return finish(input, context, any ? ExitCode::difference : ExitCode::ok);
}

}  // namespace

void add_upgrade(CLI::App& app, Context& context) {
  auto options = std::make_shared<UpgradeOptions>();
  CLI::App& verb = new_verb(app, upgrade_text);
  add_input_options(verb, options->files, "pods, or anything that carries them");
  releases(verb.add_option("--from", options->from,
                           "the kubelet that started the containers; of pods on nodes that are known, theirs did"));
  releases(verb.add_option("--to", options->to, "the kubelet that takes over"));
  releases(verb.add_option("--path", options->path, "several releases, one after the other")->delimiter(','))
      ->type_name("RELEASE,…");
  verb.add_flag("--matrix", options->matrix, "count for all pairs of releases");
  options->policies = {"upstream"};
  verb.add_option("--policy", options->policies,
                  "how the kubelets tell: upstream, serialized-spec, rewrite, 'dual-hash 1.12'; several are compared")
      ->type_name("POLICY")
      ->allow_extra_args(false)
      ->default_str("upstream");
  releases(verb.add_option("--apiserver-from", options->api_server_from, "whose defaults the objects had before"));
  releases(verb.add_option("--apiserver-to", options->api_server_to, "whose defaults the objects have after"));
  verb.add_option("--observed", options->observed,
                  "crictl or docker inspect JSON, or lines of container id and hash: the hashes that the node stored")
      ->type_name("FILE")
      ->allow_extra_args(false);
  verb.add_flag("--cluster", options->cluster, "ask kubectl for the nodes, pods and budgets of its current context");
  verb.add_option("--context", options->context, "the same of this context of kubectl's")->type_name("NAME");
  verb.add_option("--static-pod-dir", options->static_pod_dir, "the kubelet's manifest folder")->type_name("DIR");
  verb.add_flag("--static", options->is_static, "the FILEs are manifests of static pods");
  verb.add_option("--node", options->node, "the name of the static pods' node")
      ->type_name("NAME")
      ->capture_default_str();
  verb.add_flag("-R,--recursive", options->recursive, "read folders with all that is below them");
  verb.add_flag("--downtime", options->downtime,
                "simulate the swap of each node's kubelet, and drained nodes: how long are workloads down?");
  add_jobs_option(verb, options->jobs, "with --downtime, how many nodes to simulate");
  verb.add_flag("--keep-going", options->keep_going, "report what is wrong, answer for the rest, and exit 2");
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::wide, OutputFormat::json, OutputFormat::yaml,
                     OutputFormat::jsonl, OutputFormat::sarif, OutputFormat::markdown, OutputFormat::html});
  when_chosen(verb, context, [options](Context& world) {
    settle_source(*options, world);
    return run_upgrade(*options, world);
  });
}

}  // namespace podreel::cli
