#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "scenarios/fleet/drain/drain_rollout.hpp"
#include "scenarios/fleet/drain/simulated_drains.hpp"
#include "scenarios/fleet/in_place.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/results/distributed_node_results.hpp"
#include "scenarios/fleet/results/simulated_node_results.hpp"
#include "scenarios/fleet/results/stored_node_results.hpp"
#include "scenarios/fleet/rollout.hpp"
#include "scenarios/parallel/rank_group.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/fleet/fleet_checkpoint.hpp"
#include "tools/cli/fleet/fleet_command.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText fleet_text{
    .name = "fleet",
    .summary = optional_summary("fleet"),
    .description =
        "Reads a Fleet (clusters with their nodes and workloads) and FleetPlans (what happens to each node, in which "
        "order, and what stops the plan). Simulates every node and reports the result of each plan: restarts by cause, "
        "how long pods and workloads were not ready, and how long the plan takes. Nodes are simulated on all cores; "
        "the output does not depend on the number of cores.\n\n"
        "A cluster may be read from the output of kubectl: `dump` in a Fleet, or --dump instead of a Fleet, once for "
        "each file of a cluster. Nodes keep their kubelets, and pods keep their nodes. The dump's start times and "
        "probe results are not used: all pods are up and ready for the fleet's `age` when a plan begins.\n\n"
        "Nodes are upgraded in place, independently of each other, unless the plan says `drain`. Then each node is "
        "cordoned, drained as by `kubectl drain --ignore-daemonsets`, upgraded and uncordoned. The nodes of a cluster "
        "then share a control plane with the eviction API, PodDisruptionBudgets, controllers that recreate pods, and a "
        "scheduler.\n\n"
        "Where the plan says `masters`, the API server of a cluster is upgraded first, and all its nodes see the "
        "change at once. The restarts that it causes are counted separately.\n\n"
        "Each node is an ordinary scenario, which --node prints. -o jsonl prints one record per line, distinguished by "
        "\"kind\": plans, clusters, workloads, worst nodes and seconds. -o html prints one self-contained page: the "
        "plans side by side, the course over time, the clusters and the affected workloads.\n\n"
        "--shard simulates a part of the nodes, and `podreel fleet merge` combines all parts. With --checkpoint, an "
        "interrupted run continues where it ended when you start it again.\n\n"
        "The exit code is 0 if every plan was completed, 1 if one was stopped, 2 if the input is wrong.",
    .examples =
        "# Carry out all plans for a fleet\n"
        "podreel fleet scenarios/library/fleets/shop.yaml\n"
        "\n"
        "# Print one plan for another program\n"
        "podreel fleet scenarios/library/fleets/shop.yaml --plan swap -o json\n"
        "\n"
        "# Compare the plans on one page\n"
        "podreel fleet scenarios/library/fleets/shop.yaml -o html > /tmp/shop.html\n"
        "\n"
        "# Simulate an existing cluster\n"
        "kubectl get nodes,pods,pdb -A -o json >dump.json\n"
        "podreel fleet --dump eu=dump.json plan.yaml\n"
        "\n"
        "# Replay one node\n"
        "podreel fleet scenarios/library/fleets/shop.yaml --plan swap --node eu/workers-0 | podreel run -\n"
        "\n"
        "# Simulate the third of eight parts, for another machine\n"
        "podreel fleet scenarios/library/fleets/shop.yaml --shard 3/8 --accounts-out /tmp/3.accounts\n",
};

struct FleetVerb : FleetOptions {
  std::string node;
  std::string shard;
  std::string results_file;
  std::string checkpoint;
};

struct WantedNode {
  /// Index in the fleet.
  std::uint32_t cluster;
  std::uint32_t index;
};

WantedNode find_node(const fleet::Fleet& fleet, const std::string& name) {
  for (std::uint32_t place = 0; place < fleet.clusters.size(); ++place) {
    const fleet::Cluster& cluster = fleet.clusters[place];
    if (!name.starts_with(cluster.name + "/")) continue;
    const auto count = static_cast<std::uint32_t>(fleet::node_count(cluster));
    for (std::uint32_t index = 0; index < count; ++index) {
      if (name.substr(cluster.name.size() + 1) == fleet::node_name(cluster, index)) return {place, index};
    }
  }
  const fleet::Cluster& first = fleet.clusters.front();
  throw BadInput{
      fmt::format("--node: found {}; accepted: a node as {}/{}", name, first.name, fleet::node_name(first, 0))};
}

nlohmann::ordered_json document_of(const FleetVerb& options, const fleet::Fleet& fleet, const fleet::Plan& plan,
                                   const Context& context) {
  const WantedNode node = find_node(fleet, options.node);
  const fleet::Cluster& cluster = fleet.clusters[node.cluster];
  if (!plan.drain) {
    const fleet::Placement placement{cluster};
    return fleet::node_document(fleet, cluster, node.index, placement.pods_of(node.index), plan,
                                fleet::turn_begins(plan) + plan.watch);
  }
  // The pods that a drained node gets depend on all other nodes.
  const std::size_t threads = jobs_of(options.jobs, context);
  fleet::SimulatedDrains drains{fleet, plan, threads};
  fleet::DrainRollout turns{fleet, plan, drains, threads};
  turns.follow(node.cluster, node.index);
  static_cast<void>(fleet::carry_out(fleet, plan, turns));
  if (!turns.followed().is_null()) return turns.followed();
  throw BadInput{fmt::format("--node: the plan {} is stopped before it reaches {}", plan.name, options.node)};
}

ExitCode print_node(const FleetVerb& options, const fleet::Fleet& fleet, const fleet::Plan& plan, Context& context) {
  const OutputFormat format = is_table(options.format) ? OutputFormat::yaml : options.format;
  print_document(context.out, format, document_of(options, fleet, plan, context));
  return ExitCode::ok;
}

/// A shard has no roll-backs, and a rank may get other nodes for each request.
fleet::Prefetch prefetch_of(const FleetVerb& options, const Context& context) {
  const bool is_alone = context.rank_group == nullptr && options.shard.empty();
  return is_alone ? fleet::Prefetch::yes : fleet::Prefetch::no;
}

/// The source of the accounts of one plan.
class PlanNodeResults {
 public:
  /// `plan` is an index into `plans` and into the plans of the checkpoint, which may be null.
  PlanNodeResults(const FleetVerb& options, const fleet::Fleet& fleet, const std::vector<const fleet::Plan*>& plans,
                  std::uint32_t plan, FleetCheckpoint* checkpoint, const std::function<void(std::size_t)>& progress,
                  const Context& context)
      : placements_{fleet},
        simulated_{
            fleet, *plans[plan], placements_, jobs_of(options.jobs, context), progress, prefetch_of(options, context)},
        accounts_{&simulated_} {
    if (context.rank_group != nullptr) accounts_ = &shared_.emplace(fleet, *context.rank_group, *accounts_, progress);
    if (checkpoint == nullptr) return;
    const auto keep = [checkpoint, &context](const fleet::NodeResultKey& key, const fleet::NodeResult& account) {
      if (is_reporting_rank(context)) checkpoint->keep(key, account);
    };
    accounts_ = &kept_.emplace(checkpoint->store(), plan, *accounts_, keep);
  }

  [[nodiscard]] fleet::Placements& placements() noexcept { return placements_; }
  [[nodiscard]] fleet::NodeResults& accounts() noexcept { return *accounts_; }

 private:
  fleet::Placements placements_;
  fleet::SimulatedNodeResults simulated_;
  std::optional<fleet::DistributedNodeResults> shared_{};
  std::optional<fleet::StoredNodeResults> kept_{};
  fleet::NodeResults* accounts_;
};

/// Carries out the plans of a command line one after the other.
class FleetRun {
 public:
  FleetRun(const FleetVerb& options, const fleet::Loaded& loaded, Context& context)
      : options_{options},
        fleet_{*loaded.fleet},
        plans_{select_plans(options, loaded)},
        in_place_{plans_in_place(plans_)},
        provenance_{provenance_of(loaded, in_place_)},
        context_{context} {
    if (is_reporting_rank(context)) warn_of_drained_plans();
    if (!options.checkpoint.empty()) checkpoint_.emplace(options.checkpoint, fleet_, provenance_);
    if (context.rank_group != nullptr) check_rank_group(*context.rank_group);
  }

  ExitCode report_outcomes() {
    const auto in_place = [this](const fleet::Plan& plan, std::uint32_t index) {
      fleet::Outcome outcome;
      for_each_result(index, fleet::node_count(fleet_), [&](PlanNodeResults& source) {
        fleet::InPlaceUpgrader turns{source.placements(), source.accounts()};
        outcome = fleet::carry_out(fleet_, plan, turns);
      });
      return outcome;
    };
    const std::vector<PlanOutcome> outcomes = outcomes_of(options_, fleet_, plans_, context_, in_place);
    return is_reporting_rank(context_) ? print_outcomes(options_, fleet_, outcomes, context_) : ExitCode::ok;
  }

  ExitCode write_shard(fleet::Shard shard) {
    if (in_place_.empty())
      throw BadInput{
          "--shard: all plans drain nodes, which cannot be simulated separately; select a plan without drain"};
    provenance_.shard = shard;
    OutputFile file{options_.results_file};
    fleet::NodeResultWriter writer{file.stream(), provenance_};
    for (std::uint32_t plan = 0; plan < in_place_.size(); ++plan) {
      for_each_result(plan, fleet::node_count(fleet_) / shard.count, [&](PlanNodeResults& source) {
        for (std::uint32_t cluster = 0; cluster < fleet_.clusters.size(); ++cluster) {
          for (const fleet::Stage stage : in_place_[plan]->stages()) {
            write_nodes({plan, cluster, 0, stage}, fleet::nodes_of(shard, fleet_, cluster), source, writer);
          }
          source.placements().forget(cluster);
        }
      });
    }
    writer.finish();
    file.commit();
    return ExitCode::ok;
  }

 private:
  void warn_of_drained_plans() {
    for (const fleet::Plan* plan : plans_) {
      if (!plan->drain) continue;
      const auto warn = [&](std::string_view what) {
        context_.diagnostics << fmt::format("warning: the plan {} drains nodes, which depend on each other: {}\n",
                                            plan->name, what);
      };
      if (!options_.shard.empty()) warn("it is not part of a shard; `podreel fleet merge` simulates it");
      if (!options_.checkpoint.empty()) warn("it is not part of the checkpoint");
    }
  }

  void check_rank_group(parallel::RankGroup& rank_group) {
    std::string read = provenance_.fleet.fingerprint;
    for (const fleet::Plan* plan : plans_) read += plan->fingerprint;
    for (std::uint32_t plan = 0; checkpoint_ && plan < in_place_.size(); ++plan) {
      read += fmt::format(" {} ", checkpoint_->store().count(plan));
    }
    parallel::check_agreement(rank_group, "fleet, plans and checkpoint", read);
  }

  template <class Use>
  void for_each_result(std::uint32_t plan, std::uint64_t nodes, const Use& use) {
    FleetCheckpoint* checkpoint = checkpoint_ ? &*checkpoint_ : nullptr;
    const std::uint64_t kept = checkpoint == nullptr ? 0 : checkpoint->store().count(plan);
    const std::uint64_t accounts = nodes * in_place_[plan]->stages().size();
    Progress progress{context_.diagnostics, context_.diagnostics_terminal, "nodes", accounts - std::min(kept, accounts),
                      Progress::Of::things};
    std::uint64_t done = 0;
    const auto report_outcomes = [&](std::size_t more) { progress.at(done += more); };
    PlanNodeResults source{options_, fleet_, in_place_, plan, checkpoint, report_outcomes, context_};
    use(source);
    if (checkpoint != nullptr) checkpoint->flush();
  }

  /// `key` identifies the accounts, except for the nodes.
  static void write_nodes(fleet::NodeResultKey key, fleet::NodeRange range, PlanNodeResults& source,
                          fleet::NodeResultWriter& writer) {
    while (range.begin < range.end) {
      const std::size_t count = std::min<std::size_t>(range.end - range.begin, source.accounts().at_a_time());
      std::vector<std::uint32_t> nodes(count);
      for (std::uint32_t& node : nodes) node = range.begin++;
      const std::vector<fleet::NodeResult> accounts = key.stage == fleet::Stage::masters
                                                          ? source.accounts().of_masters(key.cluster, nodes)
                                                          : source.accounts().of(key.cluster, nodes);
      for (std::size_t index = 0; index < count; ++index) {
        key.node = nodes[index];
        writer.write(key, accounts[index]);
      }
    }
  }

  const FleetVerb& options_;
  const fleet::Fleet& fleet_;
  std::vector<const fleet::Plan*> plans_;
  std::vector<const fleet::Plan*> in_place_;
  fleet::Provenance provenance_;
  Context& context_;
  std::optional<FleetCheckpoint> checkpoint_{};
};

fleet::Shard parse_shard_option(const FleetVerb& options) {
  const std::optional<fleet::Shard> shard = fleet::parse_shard(options.shard);
  if (!shard) {
    throw BadInput{
        fmt::format("--shard: found {}; accepted: the number of a part and the number of parts, such as 1/8 or 8/8",
                    shown(options.shard))};
  }
  return *shard;
}

ExitCode carry_out(const FleetVerb& options, Context& context) {
  const fleet::Loaded loaded = load_fleet(options, context);
  if (!options.node.empty()) {
    const std::vector<const fleet::Plan*> plans = select_plans(options, loaded);
    if (plans.size() > 1) throw BadInput{"--node needs --plan, because there are several plans"};
    if (options.format == OutputFormat::html) {
      throw BadInput{"--node prints a scenario: use it without -o html, and make a page of it with `podreel report`"};
    }
    return print_node(options, *loaded.fleet, *plans.front(), context);
  }
  if (context.rank_group != nullptr && !options.shard.empty()) {
    throw BadInput{"--shard has no effect with ranks, which divide all nodes among themselves"};
  }
  FleetRun run{options, loaded, context};
  return options.shard.empty() ? run.report_outcomes() : run.write_shard(parse_shard_option(options));
}

}  // namespace

void add_fleet(CLI::App& app, Context& context) {
  auto options = std::make_shared<FleetVerb>();
  CLI::App& verb = new_verb(app, fleet_text);
  add_input_options(verb, options->files, "fleet and its plans, or folders of them");
  add_fleet_options(verb, *options);
  CLI::Option* node = verb.add_option("--node", options->node, "print the scenario of this node (CLUSTER/NODE) instead")
                          ->type_name("NODE");
  CLI::Option* shard = verb.add_option("--shard", options->shard, "simulate only this part of the nodes, such as 3/8")
                           ->type_name("K/N")
                           ->excludes(node);
  CLI::Option* accounts = verb.add_option("--accounts-out", options->results_file,
                                          "file that --shard writes and `podreel fleet merge` reads")
                              ->type_name("FILE")
                              ->needs(shard);
  shard->needs(accounts)->excludes(verb.get_option("--output"));
  verb.add_option("--checkpoint", options->checkpoint,
                  "save results in this folder, and continue from the results saved there")
      ->type_name("DIR")
      ->excludes(node);
  set_action(verb, context, [options](Context& world) { return carry_out(*options, world); });
  if (context.rank_group == nullptr) add_fleet_merge(verb, context);
}

}  // namespace podreel::cli
