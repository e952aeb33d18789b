#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/decide/named_policies.hpp"
#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/matrix.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/hash_subjects.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/upgrade_input.hpp"
#include "tools/cli/upgrade_report.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText upgrade_text{
    .name = "upgrade",
    .summary = "which containers restart when the kubelet is upgraded, and why",
    .description =
        "Forecasts for every container of every pod whether a kubelet of the new release takes it for another one than "
        "the old kubelet started, and then restarts it in place, whatever the pod's restartPolicy. Names the cause: "
        "the formula, the field of the API, or the object that the API server stores.\n\n"
        "Pods that the API server has stored (kubectl get pods -A -o json) are taken as they are; manifests get the "
        "defaults of the new release's API server, as masters are upgraded first. Lines {\"name\",\"container\"} of "
        "JSON Lines files are containers as stored. On a path, what one step leaves alone keeps the hash that it was "
        "started with; a policy belongs to all kubelets of the path, and rewrite rewrites before each step.\n\n"
        "--observed reads hashes from a node and first proves that podreel computes them. --static-pod-dir tells which "
        "static pods get another UID and are recreated, and what happens to the old ones.\n\n"
        "The exit status is 1 if anything restarts.",
    .examples =
        "# What restarts in this cluster?\n"
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
        "# From every release to every other\n"
        "podreel upgrade --matrix -f pods.yaml\n",
};

struct UpgradeOptions {
  std::vector<std::string> files;
  std::string from;
  std::string to;
  std::vector<std::string> path;
  std::vector<std::string> policies;
  std::string api_server_from;
  std::string api_server_to;
  std::vector<std::string> observed;
  std::string static_pod_dir;
  std::string node = "node-1";
  bool is_static = false;
  bool matrix = false;
  bool keep_going = false;
  OutputFormat format = OutputFormat::table;
};

std::optional<release::Release> release_or_none(const std::string& text) {
  return text.empty() ? std::nullopt : release::parse_release(text);
}

decide::PolicySettings policy_named(const std::string& name) {
  std::optional<decide::PolicySettings> policy = decide::parse_policy(name);
  if (policy) return *policy;
  throw BadInput{
      fmt::format("--policy: found '{}'; accepted: upstream, serialized-spec, rewrite, 'dual-hash 1.12', "
                  "'dual-hash 1.12 via 1.17 ignoring SubPathExpr,StartupProbe'",
                  name)};
}

/// One path for each policy.
std::vector<upgrade::Path> paths_of(const UpgradeOptions& options) {
  std::vector<std::string> names = options.path;
  if (names.empty() && (options.from.empty() || options.to.empty())) {
    throw BadInput{"name the releases: --from and --to, or --path, or --matrix"};
  }
  if (names.empty()) names = {options.from, options.to};
  if (names.size() < 2) throw BadInput{"--path needs at least two releases"};
  upgrade::Path path;
  for (const std::string& name : names) path.releases.push_back(release::parse_release(name).value());
  path.api_server_before = release_or_none(options.api_server_from);
  path.api_server_after = release_or_none(options.api_server_to);
  std::vector<upgrade::Path> paths;
  for (const std::string& policy : options.policies) {
    path.policy = policy_named(policy);
    path.policy_text = policy;
    paths.push_back(path);
  }
  return paths;
}

void say_downgrades(const upgrade::Path& path, Context& context) {
  for (const upgrade::Step& step : steps_of(path)) {
    if (step.to >= step.from) continue;
    context.diagnostics << fmt::format("podreel upgrade: {} to {} is a downgrade\n", release::minor_string(step.from),
                                       release::minor_string(step.to));
  }
}

/// Without --keep-going nothing is answered if anything is wrong; with it, what is right is, and the status tells.
ExitCode finish(UpgradeInput& input, Context& context, ExitCode answer) {
  if (input.problems().empty()) return answer;
  for (const api::Problem& problem : input.problems()) context.diagnostics << to_string(problem) << '\n';
  context.diagnostics << fmt::format("podreel upgrade: {} skipped\n", input.problems().size());
  return ExitCode::bad_input;
}

void read_all(UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  for (const std::string& file : input_files(options.files)) input.read(file, options.keep_going, context);
  if (!input.problems().empty() && !options.keep_going) throw BadInput{input.problems()};
}

ExitCode answer_matrix(const UpgradeOptions& options, Context& context) {
  const bool is_plain = options.policies == std::vector<std::string>{"upstream"} && options.observed.empty() &&
                        options.static_pod_dir.empty() && !options.is_static;
  if (!is_plain) throw BadInput{"--matrix counts containers by upstream's formulas; other options do not go with it"};
  if (options.format == OutputFormat::sarif) throw BadInput{"--matrix has no places in files: -o sarif does not go"};
  upgrade::Matrix matrix;
  UpgradeInput input;
  input.container = [&matrix](const auto& container) { matrix.add_container(container); };
  input.pod = [&matrix](const manifests::ManifestPod& found, const std::string&) { matrix.add_pod(found.pod); };
  read_all(input, options, context);
  print_matrix(context.out, options.format, matrix);
  return finish(input, context, ExitCode::ok);
}

void add_static_pods(upgrade::Forecast& forecast, const UpgradeOptions& options) {
  std::vector<std::string> files;
  if (options.is_static) files = input_files(options.files);
  if (!options.static_pod_dir.empty()) {
    const std::vector<std::string> found = files_of_static_pod_folder(options.static_pod_dir);
    files.insert(files.end(), found.begin(), found.end());
  }
  for_each_static_pod(files, options.node, [&forecast](const HashedStaticPod& pod) {
    forecast.add_static_pod(pod.object, pod.source, pod.file, pod.mark);
  });
}

upgrade::ObservedNode observed_node(const UpgradeOptions& options) {
  std::vector<api::Problem> problems;
  upgrade::ObservedNode node{options.observed, problems};
  if (!problems.empty()) throw BadInput{problems};
  return node;
}

void read_all(upgrade::Forecast& forecast, UpgradeInput& input, const UpgradeOptions& options, Context& context) {
  add_static_pods(forecast, options);
  input.container = [&](const auto& container) { forecast.add_container(container); };
  input.pod = [&](const manifests::ManifestPod& found, const std::string& file) {
    forecast.add_pod(found, file, input.problems());
  };
  const bool has_pods = !options.is_static && (!options.files.empty() || options.static_pod_dir.empty());
  if (has_pods) read_all(input, options, context);
}

ExitCode run_upgrade(const UpgradeOptions& options, Context& context) {
  if (options.matrix) return answer_matrix(options, context);
  const std::vector<upgrade::Path> paths = paths_of(options);
  say_downgrades(paths.front(), context);
  upgrade::Forecast forecast{paths, observed_node(options)};
  UpgradeInput input;
  read_all(forecast, input, options, context);
  const upgrade::Proof& proof = forecast.proof();
  if (proof.is_asked() && proof.found() == 0) {
    throw BadInput{fmt::format("--observed: none of the {} containers is in the pods given", proof.unmatched())};
  }
  if (forecast.mirror_pods() > 0 && options.static_pod_dir.empty()) {
    context.diagnostics << fmt::format(
        "podreel upgrade: {} mirror pods: whether a static pod is recreated only its manifest tells, see "
        "--static-pod-dir\n",
        forecast.mirror_pods());
  }
  if (forecast.is_empty() && input.problems().empty()) context.diagnostics << "podreel upgrade: found no pods\n";
  print_upgrade(context.out, context.out_terminal, options.format, forecast);
  const bool any = std::ranges::any_of(forecast.answers(), upgrade::touches_any);
  return finish(input, context, any ? ExitCode::difference : ExitCode::ok);
}

}  // namespace

void add_upgrade(CLI::App& app, Context& context) {
  auto options = std::make_shared<UpgradeOptions>();
  CLI::App& verb = new_verb(app, upgrade_text);
  add_input_options(verb, options->files, "pods, or anything that carries them");
  releases(verb.add_option("--from", options->from, "the kubelet that started the containers"));
  releases(verb.add_option("--to", options->to, "the kubelet that takes over"));
  releases(verb.add_option("--path", options->path, "several releases, one after the other")->delimiter(','));
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
  verb.add_option("--static-pod-dir", options->static_pod_dir, "the kubelet's manifest folder")->type_name("DIR");
  verb.add_flag("--static", options->is_static, "the FILEs are manifests of static pods");
  verb.add_option("--node", options->node, "the name of the static pods' node")
      ->type_name("NAME")
      ->capture_default_str();
  verb.add_flag("--keep-going", options->keep_going, "report what is wrong, answer for the rest, and exit 2");
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::wide, OutputFormat::json, OutputFormat::yaml,
                     OutputFormat::jsonl, OutputFormat::sarif});
  when_chosen(verb, context, [options](Context& world) { return run_upgrade(*options, world); });
}

}  // namespace podreel::cli
