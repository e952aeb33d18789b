#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "scenarios/fleet/in_place.hpp"
#include "scenarios/fleet/results/merge.hpp"
#include "scenarios/fleet/results/result_store.hpp"
#include "scenarios/fleet/results/simulated_node_results.hpp"
#include "scenarios/fleet/results/stored_node_results.hpp"
#include "scenarios/fleet/rollout.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/fleet/fleet_command.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText merge_text{
    .name = "merge",
    .summary = "Combine the results of fleet shards",
    .description =
        "Reads all the files that `podreel fleet --shard` wrote, and prints what `podreel fleet` prints for the same "
        "fleet and plans. The conditions that stop a plan are evaluated here. Rollbacks, and plans that drain nodes, "
        "are simulated here as well.\n\n"
        "Each shard that belongs to another fleet, plan or version of podreel, is duplicated, missing, truncated or "
        "modified is rejected by name. You can simulate that shard again alone.",
    .examples =
        "# Simulate a fleet in two shards, and combine them\n"
        "podreel fleet scenarios/library/fleets/shop.yaml --shard 1/2 --accounts-out /tmp/1.accounts\n"
        "podreel fleet scenarios/library/fleets/shop.yaml --shard 2/2 --accounts-out /tmp/2.accounts\n"
        "podreel fleet merge -f scenarios/library/fleets/shop.yaml /tmp/1.accounts /tmp/2.accounts\n",
};

struct MergeOptions : FleetOptions {
  std::vector<std::string> shards;
};

void add_shards(const std::vector<std::string>& paths, const std::vector<const fleet::Plan*>& plans,
                fleet::NodeResultStore& store) {
  std::vector<api::Problem> problems;
  for (const std::string& path : paths) {
    if (std::optional<api::Problem> problem = store.add(path)) problems.push_back(std::move(*problem));
  }
  if (problems.empty()) problems = fleet::check_shards(store, plans);
  if (!problems.empty()) throw BadInput{problems};
}

ExitCode merge(const MergeOptions& options, Context& context) {
  const fleet::Loaded loaded = load_fleet(options, context);
  const std::vector<const fleet::Plan*> plans = select_plans(options, loaded);
  const std::vector<const fleet::Plan*> in_shards = plans_in_place(plans);
  fleet::NodeResultStore store{*loaded.fleet, provenance_of(loaded, in_shards)};
  add_shards(options.shards, in_shards, store);
  const auto in_place = [&](const fleet::Plan& plan, std::uint32_t index) {
    fleet::Placements placements{*loaded.fleet};
    fleet::SimulatedNodeResults simulated{*loaded.fleet, plan, placements, jobs_of(options.jobs, context)};
    fleet::StoredNodeResults accounts{store, index, simulated};
    fleet::InPlaceUpgrader turns{placements, accounts};
    return fleet::carry_out(*loaded.fleet, plan, turns);
  };
  const std::vector<PlanOutcome> outcomes = outcomes_of(options, *loaded.fleet, plans, context, in_place);
  return print_outcomes(options, *loaded.fleet, outcomes, context);
}

}  // namespace

void add_fleet_merge(CLI::App& fleet_verb, Context& context) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App& verb = new_verb(fleet_verb, merge_text);
  verb.add_option("-f,--filename", options->files,
                  "fleet and its plans; a file, a folder, or - for standard input (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  verb.add_option("SHARD", options->shards, "files written by --accounts-out, of all shards")
      ->type_name("FILE")
      ->required();
  add_fleet_options(verb, *options);
  set_action(verb, context, [options](Context& world) { return merge(*options, world); });
}

}  // namespace podreel::cli
