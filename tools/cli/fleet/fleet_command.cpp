#include "tools/cli/fleet/fleet_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/fleet/drain/drain_rollout.hpp"
#include "scenarios/fleet/drain/simulated_drains.hpp"
#include "scenarios/fleet/results/distributed_drains.hpp"
#include "scenarios/fleet/results/fingerprint.hpp"
#include "scenarios/fleet/rollout.hpp"
#include "scenarios/fleet/sample.hpp"
#include "scenarios/format/shapes/decoder.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/versions/versions_timing.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

/// Returns the command that replays single nodes, regardless of the source of their accounts.
std::string command_line(const FleetOptions& options) {
  std::string line = "podreel fleet";
  for (const std::string& dump : options.dumps) line += " --dump " + shell_word(dump);
  line += command_words(options.pods);
  for (const std::string& file : options.files) line += " " + shell_word(file);
  if (options.sample > 0) line += fmt::format(" --sample {}", options.sample);
  return line;
}

/// Returns a function that shows the progress of reading a file.
fleet::DumpProgress shown_progress(Context& context) {
  return [&context, shown = std::make_shared<std::pair<std::string, std::optional<InputProgress>>>()](
             const std::string& file, std::uint64_t bytes) {
    auto& [of, progress] = *shown;
    if (std::exchange(of, file) != file) progress.emplace(context, file);
    progress->function()(bytes);
  };
}

/// A value of --dump: the name of a cluster, and a file.
std::pair<std::string, std::string> split_dump(const std::string& option) {
  const std::size_t equals = option.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == option.size()) {
    throw BadInput{fmt::format("--dump: found {}; accepted: the name of a cluster and its dump, such as eu=dump.json",
                               shown(option))};
  }
  return {option.substr(0, equals), option.substr(equals + 1)};
}

/// Combines several files of one cluster into one dump.
std::vector<fleet::NamedDump> dumps_of(const FleetOptions& options, Context& context) {
  std::vector<fleet::NamedDump> dumps;
  const fleet::DumpProgress progress = shown_progress(context);
  const auto filter = std::make_shared<const PodFilter>(options.pods);
  fleet::DumpSelection selects;
  if (filter->is_active()) selects = [filter](const api::Tree& pod) { return filter->matches(api::to_json(pod)); };
  for (const std::string& option : options.dumps) {
    const auto [cluster, file] = split_dump(option);
    const auto known = std::ranges::find(dumps, cluster, &fleet::NamedDump::cluster);
    fleet::NamedDump& dump =
        known == dumps.end()
            ? dumps.emplace_back(fleet::NamedDump{cluster, {}, progress, selects, command_words(options.pods)})
            : *known;
    dump.files.push_back(file);
  }
  return dumps;
}

/// Identifies this version of podreel and its tables, on which the results depend.
std::string this_podreel() {
  std::string tables = timing_document({}).dump();
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    tables += row.name;
    for (const release::ReleaseRange& range : row.ranges) {
      tables += ' ' + release::to_string(range.since);
      if (range.until) tables += '-' + release::to_string(*range.until);
    }
  }
  constexpr std::size_t digits = 8;
  return fmt::format("{} with tables {}", podreel_version, fleet::fingerprint_of(tables).substr(0, digits));
}

fleet::Outcome drained_outcome(const FleetOptions& options, const fleet::Fleet& fleet, const fleet::Plan& plan,
                               Context& context) {
  Progress progress{context.diagnostics, context.diagnostics_terminal, "nodes",
                    fleet::node_count(fleet) * plan.stages().size(), Progress::Of::things};
  std::uint64_t done = 0;
  const auto advance = [&](std::size_t more) { progress.at(done += more); };
  const std::size_t threads = jobs_of(options.jobs, context);
  std::unique_ptr<fleet::Drains> drains;
  if (context.rank_group == nullptr) {
    drains = std::make_unique<fleet::SimulatedDrains>(fleet, plan, threads, advance);
  } else {
    drains = std::make_unique<fleet::DistributedDrains>(fleet, plan, *context.rank_group, threads, advance);
  }
  fleet::DrainRollout turns{fleet, plan, *drains, threads};
  return fleet::carry_out(fleet, plan, turns);
}

/// Warns of replicas that fit no node when a plan begins, and are left out. For dumped pods, the reader has warned.
void warn_of_pods_without_node(const fleet::Fleet& fleet, const fleet::Outcome& outcome, Context& context) {
  for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
    const fleet::Cluster& cluster = fleet.clusters[index];
    if (outcome.clusters[index].nodes_done == 0) continue;
    for (std::size_t workload = 0; workload < cluster.workloads.size(); ++workload) {
      const fleet::Workload& wanted = cluster.workloads[workload];
      const std::uint32_t placed = outcome.clusters[index].workloads[workload].replicas;
      const bool is_named = wanted.owner == fleet::Owner::daemon_set || wanted.found;
      if (is_named || placed == wanted.replicas) continue;
      context.diagnostics << fmt::format("warning: {} of {} pods of {} fit no node of cluster {}\n",
                                         wanted.replicas - placed, wanted.replicas, fleet::title(wanted), cluster.name);
    }
  }
}

void take_sample(const FleetOptions& options, fleet::Loaded& loaded) {
  const auto is_dumped = [](const fleet::Cluster& cluster) { return !cluster.dump_fingerprint.empty(); };
  if (std::ranges::any_of(loaded.fleet->clusters, is_dumped)) {
    throw BadInput{"--sample: the pods of a dump have their nodes; accepted: a Fleet without dumps"};
  }
  fleet::take_sample(loaded, options.sample);
}

void check_selection(const FleetOptions& options, const fleet::Fleet& fleet) {
  if (command_words(options.pods).empty()) return;
  if (options.dumps.empty()) {
    throw BadInput{"--namespace, --selector and --field-selector select pods of dumps: name a dump with --dump"};
  }
  const auto has_none = [](const fleet::Cluster& cluster) { return cluster.workloads.empty(); };
  if (std::ranges::all_of(fleet.clusters, has_none)) throw BadInput{no_pod_selected};
}

/// Refuses a plan whose drains depend on pods that are not selected.
void check_plan_of_selection(const FleetOptions& options, const fleet::Plan& plan) {
  if (!plan.drain || command_words(options.pods).empty()) return;
  throw BadInput{
      fmt::format("the plan {} drains nodes, which depends on all pods: leave out --namespace, --selector and "
                  "--field-selector, or select another plan with --plan",
                  plan.name)};
}

/// Adds the forecasts of dumps to plans that only replace kubelets in place.
void add_forecasts(const FleetOptions& options, std::vector<PlanOutcome>& outcomes, Context& context) {
  std::vector<release::Release> targets;
  for (const PlanOutcome& outcome : outcomes) {
    if (const auto to = swapped_kubelet(outcome.plan)) targets.push_back(*to);
  }
  if (targets.empty()) return;
  std::map<std::string, std::vector<std::string>> files;
  for (const std::string& option : options.dumps) {
    const auto [cluster, file] = split_dump(option);
    files[cluster].push_back(file);
  }
  for (const auto& [cluster, dumped] : files) {
    if (std::ranges::find(dumped, "-") != dumped.end()) {
      context.diagnostics << fmt::format(
          "warning: static pods and containers that may restart are not forecast for the cluster {}: standard input is "
          "read once; name a file\n",
          cluster);
      continue;
    }
    const DumpForecasts forecasts{dumped, options.pods, targets, context};
    for (PlanOutcome& outcome : outcomes) {
      if (const auto to = swapped_kubelet(outcome.plan)) outcome.forecasts.try_emplace(cluster, forecasts.to(*to));
    }
  }
}

bool was_stopped(const fleet::Outcome& outcome) {
  return std::ranges::any_of(outcome.clusters,
                             [](const fleet::ClusterOutcome& cluster) { return cluster.stopped_because.has_value(); });
}

}  // namespace

void add_fleet_options(CLI::App& verb, FleetOptions& options) {
  verb.add_option("--plan", options.plans, "carry out only this plan (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  verb.add_option("--dump", options.dumps,
                  "use this cluster, as printed by `kubectl get nodes,pods,pdb -A -o json`: NAME=FILE (repeatable)")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  verb.add_option("--root", options.root, "folder that holds the files that documents refer to")->type_name("DIR");
  add_pod_selection(verb, options.pods);
  verb.add_option("--sample", options.sample,
                  fmt::format("simulate a sample of a large fleet: at most {} clusters, with NODES nodes of each pool "
                              "and replicas in proportion",
                              fleet::max_sample_clusters))
      ->type_name("NODES")
      ->check(CLI::Range(std::uint32_t{1}, fleet::max_sample_nodes));
  add_no_headers(verb, options.has_headers);
  add_jobs_option(verb, options.jobs, "number of nodes to simulate");
  add_output_format(
      verb, options.format,
      {OutputFormat::table, OutputFormat::json, OutputFormat::yaml, OutputFormat::jsonl, OutputFormat::html});
}

fleet::Loaded load_fleet(const FleetOptions& options, Context& context) {
  if (options.format == OutputFormat::html && context.out_terminal.is_terminal) {
    throw BadInput{
        "-o html prints a page, and standard output is a terminal: redirect it, for example with > fleet.html"};
  }
  fleet::Loaded loaded = fleet::load(input_files(options.files), options.root, dumps_of(options, context));
  warn(loaded.warnings, context);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  if (options.sample > 0) take_sample(options, loaded);
  check_selection(options, *loaded.fleet);
  if (loaded.plans.empty()) throw BadInput{"found a Fleet, but no FleetPlan; add at least one FleetPlan"};
  return loaded;
}

std::vector<const fleet::Plan*> select_plans(const FleetOptions& options, const fleet::Loaded& loaded) {
  std::vector<const fleet::Plan*> plans;
  if (options.plans.empty()) {
    for (const fleet::Plan& plan : loaded.plans) plans.push_back(&plan);
  }
  for (const std::string& name : options.plans) {
    const auto named = std::ranges::find(loaded.plans, name, &fleet::Plan::name);
    if (named == loaded.plans.end()) {
      std::vector<std::string_view> known;
      for (const fleet::Plan& plan : loaded.plans) known.push_back(plan.name);
      throw BadInput{fmt::format("--plan: found {}{}", name, format::accepted_names(name, known))};
    }
    plans.push_back(&*named);
  }
  for (const fleet::Plan* plan : plans) check_plan_of_selection(options, *plan);
  return plans;
}

std::vector<const fleet::Plan*> plans_in_place(const std::vector<const fleet::Plan*>& plans) {
  std::vector<const fleet::Plan*> in_place;
  std::ranges::copy_if(plans, std::back_inserter(in_place), [](const fleet::Plan* plan) { return !plan->drain; });
  return in_place;
}

std::vector<PlanOutcome> outcomes_of(const FleetOptions& options, const fleet::Fleet& fleet,
                                     const std::vector<const fleet::Plan*>& plans, Context& context,
                                     const std::function<fleet::Outcome(const fleet::Plan&, std::uint32_t)>& in_place) {
  std::vector<PlanOutcome> outcomes;
  std::uint32_t next_in_place = 0;
  for (const fleet::Plan* plan : plans) {
    outcomes.push_back(
        {*plan, plan->drain ? drained_outcome(options, fleet, *plan, context) : in_place(*plan, next_in_place++)});
  }
  if (is_reporting_rank(context)) add_forecasts(options, outcomes, context);
  return outcomes;
}

fleet::Provenance provenance_of(const fleet::Loaded& loaded, const std::vector<const fleet::Plan*>& plans) {
  return fleet::provenance_of(*loaded.fleet, plans, this_podreel());
}

ExitCode print_outcomes(const FleetOptions& options, const fleet::Fleet& fleet,
                        const std::vector<PlanOutcome>& outcomes, Context& context) {
  warn_of_pods_without_node(fleet, outcomes.front().outcome, context);
  switch (options.format) {
    case OutputFormat::table:
      print_fleet_report(context.out, fleet, outcomes, command_line(options), options.has_headers);
      break;
    case OutputFormat::json:
      print_fleet_json(context.out, fleet, outcomes);
      break;
    case OutputFormat::jsonl:
      print_fleet_lines(context.out, fleet, outcomes);
      break;
    case OutputFormat::html:
      print_fleet_page(context.out, fleet, outcomes, command_line(options));
      break;
    default:
      print_document(context.out, options.format, fleet_document(fleet, outcomes));
  }
  const bool stopped = std::ranges::any_of(outcomes, [](const PlanOutcome& plan) { return was_stopped(plan.outcome); });
  return stopped ? ExitCode::difference : ExitCode::ok;
}

}  // namespace podreel::cli
