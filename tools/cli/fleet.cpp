#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

#include "scenarios/fleet/in_place.hpp"
#include "scenarios/fleet/load.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/rollout.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/fleet_report.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/jobs.hpp"
#include "tools/cli/load_runs.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/progress.hpp"
#include "tools/cli/shell_word.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText fleet_text{
    .name = "fleet",
    .summary = "upgrade whole clusters: which containers restart, and for how long workloads are down",
    .description =
        "Reads a Fleet (clusters, their nodes and workloads) and FleetPlans (what happens to each node, in which "
        "order, "
        "and what stops it), simulates every node, and tells what comes of each plan: restarts by cause, how long pods "
        "and workloads were not ready, how long it takes. Nodes are simulated on all cores; the output is the same as "
        "on one.\n\n"
        "Each node is an ordinary scenario, which --node prints.\n\n"
        "The exit code is 0 if every plan came to its end, 1 if one was stopped, 2 if the input is wrong.",
    .examples =
        "# A fleet and its plans\n"
        "podreel fleet scenarios/fleets/shop.yaml\n"
        "\n"
        "# One plan, for another program\n"
        "podreel fleet scenarios/fleets/shop.yaml --plan swap -o json\n"
        "\n"
        "# One node of it, step by step\n"
        "podreel fleet scenarios/fleets/shop.yaml --plan swap --node eu/workers-0 | podreel run -\n",
};

struct FleetOptions {
  std::vector<std::string> files;
  std::vector<std::string> plans;
  std::string node;
  std::string root;
  std::size_t jobs = 0;
  OutputFormat format = OutputFormat::table;
};

fleet::Loaded loaded_by(const FleetOptions& options, Context& context) {
  fleet::Loaded loaded = fleet::load(input_files(options.files), options.root);
  warn(loaded.warnings, context);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  if (loaded.plans.empty()) throw BadInput{"found a Fleet, but no FleetPlan: nothing happens to its nodes"};
  return loaded;
}

std::vector<const fleet::Plan*> wanted_plans(const FleetOptions& options, const fleet::Loaded& loaded) {
  std::vector<const fleet::Plan*> plans;
  if (options.plans.empty()) {
    for (const fleet::Plan& plan : loaded.plans) plans.push_back(&plan);
  }
  for (const std::string& name : options.plans) {
    const auto named = std::ranges::find(loaded.plans, name, &fleet::Plan::name);
    if (named == loaded.plans.end()) {
      std::vector<std::string_view> known;
      for (const fleet::Plan& plan : loaded.plans) known.push_back(plan.name);
      throw BadInput{fmt::format("--plan: found {}{}", name, language::accepted_names(name, known))};
    }
    plans.push_back(&*named);
  }
  return plans;
}

struct WantedNode {
  const fleet::Cluster* cluster;
  std::uint32_t index;
};

WantedNode wanted_node(const fleet::Fleet& fleet, const std::string& name) {
  for (const fleet::Cluster& cluster : fleet.clusters) {
    if (!name.starts_with(cluster.name + "/")) continue;
    const auto count = static_cast<std::uint32_t>(fleet::node_count(cluster));
    for (std::uint32_t index = 0; index < count; ++index) {
      if (name.substr(cluster.name.size() + 1) == fleet::node_name(cluster, index)) return {&cluster, index};
    }
  }
  const fleet::Cluster& first = fleet.clusters.front();
  throw BadInput{
      fmt::format("--node: found {}; accepted: a node as {}/{}", name, first.name, fleet::node_name(first, 0))};
}

ExitCode print_node(const FleetOptions& options, const fleet::Fleet& fleet, const fleet::Plan& plan, Context& context) {
  const WantedNode node = wanted_node(fleet, options.node);
  const fleet::Placement placement{*node.cluster};
  const OutputFormat format = is_table(options.format) ? OutputFormat::yaml : options.format;
  print_document(
      context.out, format,
      fleet::node_document(fleet, *node.cluster, node.index, placement.pods_of(node.index), plan, plan.watch));
  return ExitCode::ok;
}

fleet::Outcome outcome_of(const FleetOptions& options, const fleet::Fleet& fleet, const fleet::Plan& plan,
                          Context& context) {
  Progress progress{context.diagnostics, context.diagnostics_terminal, "nodes", fleet::node_count(fleet)};
  std::uint64_t done = 0;
  fleet::InPlace turns{fleet, plan, jobs_of(options.jobs), [&](std::size_t more) { progress.at(done += more); }};
  return fleet::carry_out(fleet, plan, turns);
}

bool was_stopped(const fleet::Outcome& outcome) {
  return std::ranges::any_of(outcome.clusters,
                             [](const fleet::ClusterOutcome& cluster) { return cluster.stopped_because.has_value(); });
}

std::string command_line(const FleetOptions& options) {
  std::string line = "podreel fleet";
  for (const std::string& file : options.files) line += " " + shell_word(file);
  return line;
}

ExitCode carry_out(const FleetOptions& options, Context& context) {
  const fleet::Loaded loaded = loaded_by(options, context);
  const std::vector<const fleet::Plan*> plans = wanted_plans(options, loaded);
  if (!options.node.empty()) {
    if (plans.size() > 1) throw BadInput{"--node needs --plan: there are several plans"};
    return print_node(options, *loaded.fleet, *plans.front(), context);
  }
  std::vector<PlanOutcome> outcomes;
  for (const fleet::Plan* plan : plans) outcomes.push_back({*plan, outcome_of(options, *loaded.fleet, *plan, context)});
  if (is_table(options.format)) {
    print_fleet_report(context.out, *loaded.fleet, outcomes, command_line(options));
  } else {
    print_document(context.out, options.format, fleet_document(*loaded.fleet, outcomes));
  }
  const bool stopped = std::ranges::any_of(outcomes, [](const PlanOutcome& plan) { return was_stopped(plan.outcome); });
  return stopped ? ExitCode::difference : ExitCode::ok;
}

}  // namespace

void add_fleet(CLI::App& app, Context& context) {
  auto options = std::make_shared<FleetOptions>();
  CLI::App& verb = new_verb(app, fleet_text);
  add_input_options(verb, options->files, "a fleet and its plans, or folders of them");
  verb.add_option("--plan", options->plans, "only this plan (repeatable)")->type_name("NAME");
  verb.add_option("--node", options->node, "print the scenario of this node instead: CLUSTER/NODE")->type_name("NODE");
  verb.add_option("--root", options->root, "files that documents name lie in this folder, or below it")
      ->type_name("DIR");
  add_jobs_option(verb, options->jobs, "how many nodes to simulate");
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::json, OutputFormat::yaml});
  when_chosen(verb, context, [options](Context& world) { return carry_out(*options, world); });
}

}  // namespace podreel::cli
