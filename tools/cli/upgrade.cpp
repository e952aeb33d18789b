#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/api/defaults.hpp"
#include "engine/api/pod_stream.hpp"
#include "engine/identity/policy.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/hash_subjects.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/progress.hpp"
#include "tools/cli/upgrade_judge.hpp"
#include "tools/cli/upgrade_matrix.hpp"
#include "tools/cli/upgrade_report.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

constexpr VerbText about{
    .name = "upgrade",
    .summary = "which containers restart when the kubelet is upgraded, and why",
    .description =
        "Forecasts for every container of every pod whether a kubelet of the new release takes it for another one than "
        "the old kubelet started, and then restarts it in place, whatever the pod's restartPolicy. Names the cause: "
        "the "
        "formula, the field of the API, or the object that the API server stores.\n\n"
        "Pods that the API server has stored (kubectl get pods -A -o json) are taken as they are; manifests get the "
        "defaults of the new release's API server, as masters are upgraded first. Lines {\"name\",\"container\"} of "
        "JSON Lines files are containers as stored. The exit status is 1 if any container restarts.",
    .examples =
        "# What restarts in this cluster?\n"
        "kubectl get pods -A -o json | podreel upgrade --from 1.30 --to 1.31 -f -\n"
        "\n"
        "# One release after the other\n"
        "podreel upgrade --path 1.28,1.29,1.30,1.31 -f manifests/\n"
        "\n"
        "# Would a kubelet that also tries the old formula leave them alone?\n"
        "podreel upgrade --from 1.12 --to 1.17 -f pods.yaml --policy 'dual-hash 1.12'\n"
        "\n"
        "# From every release to every other\n"
        "podreel upgrade --matrix -f pods.yaml\n",
};

struct Options {
  std::vector<std::string> files;
  std::string from;
  std::string to;
  std::vector<std::string> path;
  std::string policy = "upstream";
  std::string api_server_from;
  std::string api_server_to;
  bool matrix = false;
  bool keep_going = false;
  OutputFormat format = OutputFormat::table;
};

std::optional<release::Release> release_or_none(const std::string& text) {
  return text.empty() ? std::nullopt : release::parse_release(text);
}

std::vector<UpgradeStep> steps_of(const Options& options) {
  std::vector<std::string> names = options.path;
  if (names.empty() && (options.from.empty() || options.to.empty())) {
    throw BadInput{"name the releases: --from and --to, or --path, or --matrix"};
  }
  if (names.empty()) names = {options.from, options.to};
  if (names.size() < 2) throw BadInput{"--path needs at least two releases"};
  const std::optional<identity::PolicySettings> policy = identity::parse_policy(options.policy);
  if (!policy) {
    throw BadInput{
        fmt::format("--policy: found '{}'; accepted: upstream, serialized-spec, rewrite, 'dual-hash 1.12', "
                    "'dual-hash 1.12 via 1.17 ignoring SubPathExpr,StartupProbe'",
                    options.policy)};
  }
  std::vector<UpgradeStep> steps;
  for (std::size_t index = 1; index < names.size(); ++index) {
    steps.push_back({release::parse_release(names[index - 1]).value(), release::parse_release(names[index]).value(),
                     release_or_none(options.api_server_from), release_or_none(options.api_server_to), *policy});
  }
  return steps;
}

std::uint64_t size_of(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

/// Hands over the pods of all files, and containers of JSON Lines files; collects what is wrong.
struct Reader {
  std::function<void(const api::ManifestPod& pod, const std::string& file)> pod;
  std::function<void(const json& container)> container;
  std::set<std::string> seen{};
  std::vector<api::Problem> problems{};

  void read(const std::string& file, Context& context) {
    if (file.ends_with(".jsonl")) {
      for (const HashedContainer& found : containers_to_hash({file})) container(found.object);
      return;
    }
    Progress progress{context.diagnostics, context.diagnostics_terminal, file, size_of(file)};
    api::PodStreamHandlers handlers;
    handlers.progress = [&progress](std::uint64_t bytes) { progress.at(bytes); };
    handlers.pod = [this, &file](const api::ManifestPod& found) { take(found, file); };
    api::stream_pods(file, handlers, problems);
  }

  void take(const api::ManifestPod& found, const std::string& file) {
    const json& metadata = found.pod.at("metadata");
    const std::string name = metadata.value("namespace", "default") + "/" + metadata.value("name", "");
    if (!seen.insert(name).second) {
      problems.push_back({file, found.mark, found.path, fmt::format("the pod {} was there before", name)});
      return;
    }
    pod(found, file);
  }
};

/// Without --keep-going nothing is answered if anything is wrong; with it, what is right is, and the status tells.
ExitCode finish(const Reader& reader, const Options& options, Context& context, ExitCode answer) {
  if (reader.problems.empty()) return answer;
  for (const api::Problem& problem : reader.problems) context.diagnostics << to_string(problem) << '\n';
  context.diagnostics << fmt::format("podreel upgrade: {} skipped\n", reader.problems.size());
  return options.keep_going ? ExitCode::bad_input : answer;
}

void read_all(Reader& reader, const Options& options, Context& context) {
  for (const std::string& file : input_files(options.files)) reader.read(file, context);
  if (!reader.problems.empty() && !options.keep_going) throw BadInput{reader.problems};
}

ExitCode print_matrix(const Options& options, Context& context) {
  UpgradeMatrix matrix;
  Reader reader;
  reader.container = [&matrix](const json& container) { matrix.add(container); };
  reader.pod = [&matrix](const api::ManifestPod& found, const std::string&) {
    json pod = found.pod;
    if (!pod.at("metadata").contains("uid")) api::apply_pod_defaults(pod, release::simulated_releases().back());
    for (const json& container : pod.at("spec").at("containers")) matrix.add(container);
  };
  read_all(reader, options, context);
  matrix.print(context.out, options.format);
  return finish(reader, options, context, ExitCode::ok);
}

void say_downgrades(const std::vector<UpgradeStep>& steps, Context& context) {
  for (const UpgradeStep& step : steps) {
    if (step.to >= step.from) continue;
    context.diagnostics << fmt::format("podreel upgrade: {} to {} is a downgrade\n", release::minor_string(step.from),
                                       release::minor_string(step.to));
  }
}

ExitCode run(const Options& options, Context& context) {
  if (options.matrix) return print_matrix(options, context);
  const std::vector<UpgradeStep> steps = steps_of(options);
  say_downgrades(steps, context);
  std::vector<UpgradeJudge> judges(steps.begin(), steps.end());
  std::vector<UpgradeAnswer> answers;
  for (const UpgradeStep& step : steps) answers.push_back({step, {}});
  Reader reader;
  reader.container = [&](const json& container) {
    for (std::size_t index = 0; index < judges.size(); ++index) {
      answers[index].fates.push_back(judges[index].judge_stored(container));
    }
  };
  reader.pod = [&](const api::ManifestPod& found, const std::string& file) {
    for (std::size_t index = 0; index < judges.size(); ++index) {
      for (ContainerFate& fate : judges[index].judge(found, file)) answers[index].fates.push_back(std::move(fate));
    }
  };
  read_all(reader, options, context);
  print_upgrade(context.out, context.out_terminal, options.format, answers);
  bool any = false;
  for (const UpgradeAnswer& answer : answers) any = any || totals_of(answer).all.restarting > 0;
  return finish(reader, options, context, any ? ExitCode::difference : ExitCode::ok);
}

}  // namespace

void add_upgrade(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  CLI::App& verb = new_verb(app, about);
  add_input_options(verb, options->files, "pods, or anything that carries them");
  releases(verb.add_option("--from", options->from, "the kubelet that started the containers")->type_name("RELEASE"));
  releases(verb.add_option("--to", options->to, "the kubelet that takes over")->type_name("RELEASE"));
  releases(verb.add_option("--path", options->path, "several releases, one after the other")
               ->type_name("RELEASE")
               ->delimiter(','));
  verb.add_flag("--matrix", options->matrix, "count for all pairs of releases");
  verb.add_option("--policy", options->policy,
                  "how the new kubelet tells: upstream, serialized-spec, rewrite, dual-hash ...")
      ->type_name("POLICY")
      ->capture_default_str();
  releases(verb.add_option("--apiserver-from", options->api_server_from, "whose defaults the objects had before")
               ->type_name("RELEASE"));
  releases(verb.add_option("--apiserver-to", options->api_server_to, "whose defaults the objects have after")
               ->type_name("RELEASE"));
  verb.add_flag("--keep-going", options->keep_going, "report what is wrong, answer for the rest, and exit 2");
  add_output_format(
      verb, options->format,
      {OutputFormat::table, OutputFormat::wide, OutputFormat::json, OutputFormat::yaml, OutputFormat::jsonl});
  when_chosen(verb, context, [options](Context& world) { return run(*options, world); });
}

}  // namespace podreel::cli
