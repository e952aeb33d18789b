#include "tools/cli/upgrade/upgrade_downtime.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/api/printable.hpp"
#include "scenarios/fleet/drain/budgets.hpp"
#include "scenarios/fleet/swap.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/rounded_span.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using fleet::StartKnowledge;
using fleet::WorkloadOutcome;
using nlohmann::ordered_json;

fleet::Outcome simulated(const fleet::Fleet& of, const fleet::Plan& plan, std::size_t jobs, Context& context) {
  Progress progress{context.diagnostics, context.diagnostics_terminal, plan.name, fleet::node_count(of),
                    Progress::Of::things};
  std::uint64_t done = 0;
  return fleet::carry_out_plan(of, plan, jobs, [&](std::size_t more) { progress.at(done += more); });
}

bool is_exposed(const fleet::Workload& workload) {
  if (workload.owner == fleet::Owner::stateful_set) return true;
  return workload.replicas == 1 && workload.owner != fleet::Owner::daemon_set && workload.kind != "Job";
}

constexpr sim::Duration min_downtime = std::chrono::seconds{1};

sim::Duration reported_downtime(const WorkloadOutcome& outcome) {
  return outcome.max_down == outcome.replicas ? outcome.without_ready : outcome.longest;
}

bool is_interrupted(const WorkloadDowntime& workload) {
  if (is_interrupted_in_place(workload.in_place)) return true;
  return workload.is_drained ? workload.drained.interruptions > 0 : is_interrupted_in_place(workload.drained);
}

/// `one` and `several` say what happens to one replica or to several: "restarts" and "restart".
std::string downtime_text(const WorkloadOutcome& outcome, StartKnowledge starts, std::string_view one,
                          std::string_view several) {
  const sim::Duration length = reported_downtime(outcome);
  const std::string replicas =
      fmt::format("{} of {} {}", outcome.max_down, outcome.replicas, outcome.replicas == 1 ? "replica" : "replicas");
  if (outcome.down_at_end > 0 || length == sim::Duration{}) {
    return fmt::format("{} down, {} never ready again", replicas, std::max(outcome.down_at_end, 1U));
  }
  if (!is_start_time_known(outcome, starts)) {
    return fmt::format("{} {}, start time unknown", replicas, outcome.max_down == 1 ? one : several);
  }
  return fmt::format("{} down for {}", replicas, format_span(length));
}

/// The text for pods that stay on their nodes.
std::string staying_text(const WorkloadOutcome& outcome, StartKnowledge starts) {
  if (!is_interrupted_in_place(outcome)) return "-";
  const std::string text = downtime_text(outcome, starts, "restarts", "restart");
  return outcome.restarts == 0 ? text + ", without a restart" : text;
}

bool has_claim(const nlohmann::json& pod) {
  bool has_one = false;
  api::Cursor{pod}["spec"]["volumes"].for_each_item([&](const api::Cursor& volume, std::size_t) {
    has_one = has_one || volume["persistentVolumeClaim"] || volume["ephemeral"];
  });
  return has_one;
}

std::vector<std::string> assumptions_of(const fleet::Cluster& cluster) {
  std::array<std::size_t, 3> counts{};
  for (const fleet::Workload& workload : cluster.workloads) {
    ++counts.at(static_cast<std::size_t>(fleet::start_knowledge(workload)));
  }
  std::vector<std::string> sentences;
  const auto say = [&](StartKnowledge knowledge, std::string_view what) {
    const std::size_t count = counts.at(static_cast<std::size_t>(knowledge));
    if (count > 0) sentences.push_back(fmt::format("{}: {}.", counted(count, "workload"), what));
  };
  say(StartKnowledge::learnt,
      "startup times are taken from the pods' statuses, from container start to the condition Ready");
  say(StartKnowledge::no_probes, "no readiness or startup probe, so containers are ready when they run");
  say(StartKnowledge::assumed, "startup times are unknown, so probes are assumed to succeed at once");
  std::size_t with_claims = 0;
  for (const fleet::Workload& workload : cluster.workloads) {
    if (has_claim(*workload.pod)) ++with_claims;
  }
  if (with_claims > 0) {
    sentences.push_back(fmt::format(
        "{} PersistentVolumeClaims: detaching and attaching volumes is not simulated, and makes drains take longer.",
        counted(with_claims, "workload uses", "workloads use")));
  }
  sentences.emplace_back(
      "Assumptions: a node has no kubelet for 5s, nodes are upgraded one at a time, containers exit at once on "
      "SIGTERM, and images are already on the node.");
  return sentences;
}

ordered_json outcome_document(const WorkloadOutcome& outcome) {
  return {{"maxDown", outcome.max_down},
          {"interruptions", outcome.interruptions},
          {"neverReadyAgain", outcome.down_at_end},
          {"restarts", outcome.restarts},
          {"maxSeconds", format::in_seconds(outcome.longest)},
          {"withoutReadySeconds", format::in_seconds(outcome.without_ready)}};
}

}  // namespace

Downtime downtime_of(fleet::ReadDump dump, release::Release to, std::size_t jobs, Context& context) {
  if (dump.cluster.pools.empty()) {
    throw BadInput{"--downtime needs the nodes that pods are on: kubectl get nodes,pods,pdb -A -o json"};
  }
  const fleet::Fleet of = fleet::fleet_of(std::move(dump.cluster));
  const fleet::Cluster& cluster = of.clusters.front();
  const std::size_t threads = jobs_of(jobs, context);
  const fleet::Outcome in_place = simulated(of, fleet::swap_in_place(to), threads, context);
  const fleet::Outcome drained = simulated(of, fleet::swap_drained(to), threads, context);
  Downtime downtime;
  for (const api::Problem& warning : dump.warnings) downtime.remarks.push_back(to_string(warning));
  downtime.in_place_takes = in_place.ends_at;
  downtime.drained_takes = drained.ends_at;
  downtime.assumptions = assumptions_of(cluster);
  const std::vector<std::optional<std::uint32_t>> rooms = fleet::budget_rooms(cluster);
  for (std::size_t index = 0; index < cluster.workloads.size(); ++index) {
    const fleet::Workload& workload = cluster.workloads[index];
    WorkloadDowntime result{fleet::title(workload),
                            is_exposed(workload),
                            workload.owner != fleet::Owner::daemon_set,
                            rooms[index],
                            fleet::start_knowledge(workload),
                            in_place.clusters.front().workloads[index],
                            drained.clusters.front().workloads[index]};
    if (rooms[index] == 0U) ++downtime.blocked_by_budgets;
    if (is_interrupted(result)) {
      downtime.workloads.push_back(std::move(result));
    } else {
      ++downtime.uninterrupted;
    }
  }
  std::ranges::stable_sort(downtime.workloads, {}, [](const WorkloadDowntime& each) {
    return std::tuple{!each.is_exposed, -each.in_place.without_ready, -each.in_place.longest};
  });
  if (const std::optional<fleet::DrainOutcome>& drain = drained.clusters.front().drain) {
    downtime.lost = drain->lost;
    downtime.without_node = drain->without_node;
    for (const fleet::UndrainedNode& node : drain->undrained) {
      downtime.undrained.push_back(fmt::format("{}: {}", fleet::node_name(cluster, node.node), node.reason));
    }
    if (drain->stuck_because) downtime.undrained.push_back(*drain->stuck_because);
  }
  return downtime;
}

bool is_start_time_known(const WorkloadOutcome& outcome, StartKnowledge starts) noexcept {
  return starts == StartKnowledge::learnt || reported_downtime(outcome) >= min_downtime;
}

bool is_interrupted_in_place(const WorkloadOutcome& outcome) noexcept {
  if (outcome.interruptions == 0) return false;
  return outcome.restarts > 0 || outcome.down_at_end > 0 || reported_downtime(outcome) >= min_downtime;
}

std::string in_place_text(const WorkloadDowntime& workload) {
  return staying_text(workload.in_place, workload.starts);
}

std::string drained_text(const WorkloadDowntime& workload) {
  if (!workload.is_drained) {
    const std::string text = staying_text(workload.drained, workload.starts);
    return text == "-" ? text : text + " (not drained: in place)";
  }
  if (workload.drained.interruptions == 0) return "-";
  return downtime_text(workload.drained, workload.starts, "moves", "move");
}

std::string allowed_text(const WorkloadDowntime& workload) {
  return workload.allowed ? fmt::format("PDB allows {}", *workload.allowed) : "-";
}

std::string_view starts_text(StartKnowledge starts) noexcept {
  constexpr auto names = std::to_array<std::string_view>({"no probes", "inferred", "assumed"});
  return names.at(static_cast<std::size_t>(starts));
}

std::vector<std::string> downtime_sentences(const Downtime& downtime) {
  std::vector<std::string> sentences;
  sentences.push_back(fmt::format("Upgrading all nodes one after the other takes {} in place, and {} with draining.",
                                  format_span(downtime.in_place_takes), format_span(downtime.drained_takes)));
  if (downtime.uninterrupted > 0) {
    sentences.push_back(fmt::format("{} not interrupted in either case.", counted(downtime.uninterrupted, "workload")));
  }
  if (downtime.lost > 0) {
    sentences.push_back(
        fmt::format("Draining loses {} without a controller to recreate them.", counted(downtime.lost, "pod")));
  }
  if (downtime.without_node > 0) {
    sentences.push_back(
        fmt::format("Draining loses {}: no node accepts a replacement.", counted(downtime.without_node, "pod")));
  }
  if (!downtime.undrained.empty()) {
    sentences.push_back(fmt::format("{} cannot be drained, and so not upgraded; the first is {}.",
                                    counted(downtime.undrained.size(), "node"), downtime.undrained.front()));
  }
  return sentences;
}

std::string downtime_table(const Downtime& downtime, bool has_headers) {
  TextTable table{{"DOWNTIME", "IN PLACE", "BUDGET", "DRAINED", "STARTUP TIMES"}};
  for (const WorkloadDowntime& workload : downtime.workloads) {
    table.add(api::printable_lines({workload.title, in_place_text(workload), allowed_text(workload),
                                    drained_text(workload), std::string{starts_text(workload.starts)}}));
  }
  std::string text = downtime.workloads.empty() ? std::string{} : table.text(has_headers) + "\n";
  std::vector<std::string> sentences = downtime_sentences(downtime);
  sentences.insert(sentences.end(), downtime.assumptions.begin(), downtime.assumptions.end());
  for (const std::string& sentence : sentences) text += "- " + api::printable_line(sentence) + "\n";
  return text + "\n";
}

ordered_json downtime_document(const Downtime& downtime) {
  ordered_json workloads = ordered_json::array();
  for (const WorkloadDowntime& workload : downtime.workloads) {
    ordered_json& row = workloads.emplace_back(ordered_json{{"name", workload.title},
                                                            {"replicas", workload.in_place.replicas},
                                                            {"startTimes", starts_text(workload.starts)}});
    if (workload.allowed) row["budgetAllows"] = *workload.allowed;
    row["inPlace"] = outcome_document(workload.in_place);
    row["drained"] = outcome_document(workload.drained);
  }
  return {{"inPlaceTakesSeconds", format::in_seconds(downtime.in_place_takes)},
          {"drainedTakesSeconds", format::in_seconds(downtime.drained_takes)},
          {"uninterrupted", downtime.uninterrupted},
          {"lost", downtime.lost + downtime.without_node},
          {"notDrained", downtime.undrained},
          {"workloads", std::move(workloads)},
          {"assumptions", downtime.assumptions}};
}

}  // namespace podreel::cli
