#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour_table.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/release/vendor_build.hpp"
#include "engine/upgrade/cluster_view.hpp"
#include "tools/cli/upgrade/upgrade_downtime.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/ticket.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

/// Removes the rows of a table after the first `top`, and says how many.
void fold(TicketSection& section, std::size_t top) {
  std::vector<std::vector<std::string>>& rows = section.table.rows;
  if (top == 0 || rows.size() <= top) return;
  section.items.push_back(fmt::format("{} more; --top 0 lists all", counted(rows.size() - top, "row")));
  rows.resize(top);
}

void fold_items(std::vector<std::string>& items, std::size_t top) {
  if (top == 0 || items.size() <= top) return;
  const std::size_t more = items.size() - top;
  items.resize(top);
  items.push_back(fmt::format("{} more; --top 0 lists all", counted(more, "entry", "entries")));
}

TicketSection summary(const UpgradeAnswer& answer) {
  TicketSection section;
  if (answer.is_of_cluster()) section.sentences = verdicts_of(answer);
  for (const upgrade::StepForecast& each : answer.forecast.steps()) {
    if (each.containers.empty() && each.static_pods.empty()) continue;
    for (const std::string& sentence : summary_lines(each, totals_of(each)))
      section.sentences.push_back(sentence + ".");
  }
  return section;
}

/// Lists the workloads of one step for which `is_one` holds, the first few by name; nothing if there are none.
void add_decision(const upgrade::ClusterView& view, const std::function<bool(const upgrade::WorkloadView&)>& is_one,
                  std::string_view what, std::vector<std::string>& items) {
  constexpr std::size_t max_names = 5;
  std::size_t count = 0;
  std::string names;
  for (const upgrade::WorkloadView& workload : view.workloads) {
    if (!is_one(workload)) continue;
    if (++count <= max_names) names += (names.empty() ? "" : ", ") + workload.title;
  }
  if (count == 0) return;
  if (count > max_names) names += fmt::format(" and {} more", count - max_names);
  items.push_back(fmt::format("{} {}: {}", counted(count, "workload"), what, names));
}

/// Lists what somebody has to decide before the upgrade.
TicketSection decisions_section(const UpgradeAnswer& answer, const std::vector<upgrade::SteppedView>& views) {
  TicketSection section{"To decide", {}, {}, {}};
  const auto with = [](upgrade::Exposure exposure) {
    return [exposure](const upgrade::WorkloadView& workload) {
      return workload.exposure == exposure && workload.containers.restarting > 0;
    };
  };
  for (const upgrade::SteppedView& stepped : views) {
    const auto add = [&](const auto& is_one, std::string_view what) {
      add_decision(stepped.view, is_one, what, section.items);
    };
    add(with(upgrade::Exposure::static_pod), "of static pods, which restart on their nodes");
    add(with(upgrade::Exposure::job), "of Jobs, whose work starts over");
    add(with(upgrade::Exposure::single_replica), "with one replica, which restarts");
    add(with(upgrade::Exposure::stateful_set), "of StatefulSets, whose pods restart");
    add([](const upgrade::WorkloadView& workload) { return workload.containers.may_restart > 0; },
        "with containers that may restart");
  }
  if (answer.downtime == nullptr) return section;
  const Downtime& downtime = *answer.downtime;
  if (downtime.blocked_by_budgets > 0) {
    section.items.push_back(fmt::format("{} with budgets that allow no eviction, which blocks drains",
                                        counted(downtime.blocked_by_budgets, "workload")));
  }
  if (!downtime.undrained.empty()) {
    section.items.push_back(fmt::format("{} that cannot be drained; the first is {}",
                                        counted(downtime.undrained.size(), "node"), downtime.undrained.front()));
  }
  if (downtime.lost > 0) {
    section.items.push_back(fmt::format("{} without a controller, which drains lose", counted(downtime.lost, "pod")));
  }
  if (downtime.without_node > 0) {
    section.items.push_back(
        fmt::format("{} that fit no other node, which drains lose", counted(downtime.without_node, "pod")));
  }
  return section;
}

/// Lists the causes over all patch releases, the most frequent first.
TicketSection causes_section(const upgrade::Totals& totals, const std::string& suffix) {
  TicketSection section{"Causes" + suffix, {}, {{"Containers", "Effect", "Cause"}, {}}, {}};
  const auto add = [&section](const std::map<std::string, int>& causes, const char* effect) {
    std::vector<std::pair<std::string, int>> sorted{causes.begin(), causes.end()};
    std::ranges::stable_sort(sorted, std::ranges::greater{}, &std::pair<std::string, int>::second);
    for (const auto& [rule, count] : sorted) section.table.rows.push_back({std::to_string(count), effect, rule});
  };
  add(totals.by_cause, "restart");
  add(totals.by_possible_cause, "may restart");
  for (const auto& [later, count] : totals.restarting_later) {
    section.table.rows.push_back(
        {std::to_string(count), "kept now, restart at " + minor_string(later), "changed sidecars"});
  }
  return section;
}

TicketSection downtime_section(const Downtime& downtime) {
  TicketSection section{"Downtime", {}, {{"Workload", "In place", "Budget", "Drained", "Startup times"}, {}}, {}};
  section.sentences = downtime_sentences(downtime);
  for (const WorkloadDowntime& workload : downtime.workloads) {
    section.table.rows.push_back({workload.title, in_place_text(workload), allowed_text(workload),
                                  drained_text(workload), std::string{starts_text(workload.starts)}});
  }
  return section;
}

std::string suffix_of(const std::vector<upgrade::SteppedView>& views, const upgrade::SteppedView& view) {
  if (views.size() == 1) return {};
  return fmt::format(" (to {}, {})", minor_string(view.step.to), view.step.policy);
}

TicketSection workloads_section(const upgrade::SteppedView& view, const std::string& suffix) {
  TicketSection section{"Workloads" + suffix, {}, {{"Workload", "Pods", "Containers", "Nodes", "Exposed"}, {}}, {}};
  std::size_t left_out = 0;
  for (const upgrade::WorkloadView& workload : view.view.workloads) {
    if (workload.containers.restarting + workload.containers.may_restart == 0) {
      ++left_out;
      continue;
    }
    section.table.rows.push_back({workload.title, fmt::format("{} of {}", workload.pods.restarting, workload.pods.pods),
                                  restarting_text(workload.containers), std::to_string(workload.nodes),
                                  std::string{to_string(workload.exposure)}});
  }
  if (left_out > 0) section.sentences.push_back(unchanged_text(left_out) + ".");
  return section;
}

TicketSection nodes_section(const upgrade::SteppedView& view, const std::string& suffix) {
  TicketSection section{"Nodes" + suffix, {}, {{"Node", "Kubelet", "To", "Pods", "Containers"}, {}}, {}};
  for (const upgrade::NodeView& node : view.view.nodes) {
    section.table.rows.push_back({node.name, node.kubelet, minor_string(view.step.to),
                                  fmt::format("{} of {}", node.pods.restarting, node.pods.pods),
                                  restarting_text(node.containers)});
  }
  return section;
}

TicketSection static_pods_section(const upgrade::StepForecast& answer) {
  TicketSection section{
      "Static pods", {}, {{"Static pod", "Effect", "Cause"}, {}}, describe_takeover(answer.static_pods, answer.step)};
  section.sentences.push_back(upgrade::to_string(answer.step) + ".");
  for (const upgrade::StaticPodForecast& pod_forecast : answer.static_pods) {
    section.table.rows.push_back({pod_forecast.namespace_name + "/" + pod_forecast.pod,
                                  std::string{to_string(pod_forecast.effect)}, pod_forecast.cause});
  }
  return section;
}

/// Returns upstream's changes that the answer depends on: "kubernetes/kubernetes#124220: 1.31 hashes only name and
/// image".
std::set<std::string> upstream_changes(const upgrade::Forecast& forecast) {
  std::set<std::string> changes;
  for (const upgrade::StepForecast& step : forecast.steps()) {
    const release::Release newer = std::max(step.step.from, step.step.to);
    const release::FormulaRow& formula = release::container_formula(newer);
    if (&formula != &release::container_formula(std::min(step.step.from, step.step.to))) {
      changes.insert(fmt::format("{}: {} {}", formula.source, minor_string(formula.range.since), formula.what));
    }
    const upgrade::Totals totals = totals_of(step);
    if (totals.by_possible_cause.empty() && totals.restarting_later.empty()) continue;
    const release::BehaviourRow* row = release::row_of(release::changed_sidecar_restarted, release::newest_release());
    if (row != nullptr) changes.insert(fmt::format("{}: {}", row->source, row->what));
  }
  return changes;
}

/// Describes the effects of the last step of each path, which leads back.
TicketSection way_back_section(const upgrade::Forecast& way_back) {
  TicketSection section{"Way back", {}, {{"Containers", "Effect", "Cause"}, {}}, {}};
  const std::vector<upgrade::StepForecasts> steps = way_back.steps_by_path();
  std::set<std::string> policies;
  for (auto last = steps.rbegin(); last != steps.rend(); ++last) {
    const upgrade::StepForecasts& step = *last;
    const upgrade::UpgradeStep& way = step.front().get().step;
    if (!policies.insert(way.policy).second) continue;
    const upgrade::Totals totals = totals_of(step);
    const std::string policy = way.policy == "upstream" ? std::string{} : fmt::format(" (policy {})", way.policy);
    section.sentences.push_back(fmt::format("If all nodes then return to their former release, {} of {} {}{}.",
                                            totals.all.restarting,
                                            counted(static_cast<std::size_t>(totals.all.containers), "container"),
                                            totals.all.restarting == 1 ? "restarts" : "restart", policy));
    const TicketSection causes = causes_section(totals, {});
    std::ranges::copy(causes.table.rows, std::back_inserter(section.table.rows));
  }
  section.items.emplace_back(
      "Kubernetes supports no kubelet that is newer than its API server: return the kubelets before the API server.");
  return section;
}

bool has_vendors_builds(const upgrade::ClusterInventory& cluster) {
  return std::ranges::any_of(cluster.nodes(),
                             [](const auto& node) { return release::is_vendors(node.second.version); });
}

/// Lists what the forecast takes for granted.
TicketSection assumptions_section(const UpgradeAnswer& answer) {
  TicketSection section{"Assumptions", {}, {}, {}};
  std::vector<std::string>& items = section.items;
  if (!answer.forecast.verification().is_asked()) {
    items.emplace_back(
        "The kubelet of each pod's node started the pod's containers. Hashes were not read from nodes; --observed "
        "verifies them.");
  }
  items.emplace_back("Masters are upgraded first, and the kubelets keep their feature gates.");
  if (has_vendors_builds(answer.cluster)) {
    items.emplace_back("A vendor's kubelet behaves as the upstream release that it is built from.");
  }
  if (answer.forecast.mirror_pods() > 0) {
    items.emplace_back("Manifests of static pods hold what their mirror pods show.");
  }
  if (answer.downtime != nullptr) {
    items.insert(items.end(), answer.downtime->assumptions.begin(), answer.downtime->assumptions.end());
  }
  return section;
}

TicketSection evidence_section(const UpgradeAnswer& answer) {
  return {"Verified on real kubelets", {}, {}, evidence_sentences(answer.forecast)};
}

TicketSection origin_section(const UpgradeAnswer& answer) {
  TicketSection section{"Origin", {}, {}, {}};
  if (!answer.date.empty()) section.items.push_back("Date: " + answer.date);
  if (answer.is_of_cluster()) {
    section.items.push_back(
        fmt::format("Cluster: {} from {}", counted(answer.cluster.nodes().size(), "node"), answer.source));
  }
  section.items.push_back(fmt::format("Forecast by podreel {}", podreel_version));
  if (!answer.command.empty()) section.items.push_back("Command: " + answer.command);
  for (const std::string& change : upstream_changes(answer.forecast)) section.items.push_back("Upstream: " + change);
  return section;
}

Ticket ticket_of(const UpgradeAnswer& answer) {
  Ticket ticket{"Kubelet upgrade: predicted restarts", {summary(answer)}};
  const std::vector<upgrade::SteppedView> views = views_of(answer);
  if (!views.empty()) {
    ticket.title = fmt::format("Kubelet upgrade to {}: predicted restarts", minor_string(views.back().step.to));
  }
  const auto add = [&ticket, &answer](TicketSection section) {
    fold(section, answer.top);
    ticket.sections.push_back(std::move(section));
  };
  if (TicketSection decisions = decisions_section(answer, views); !decisions.items.empty()) add(std::move(decisions));
  const std::vector<upgrade::StepForecasts> steps = answer.forecast.steps_by_path();
  for (std::size_t index = 0; index < views.size(); ++index) {
    TicketSection causes = causes_section(totals_of(steps[index]), suffix_of(views, views[index]));
    if (!causes.table.rows.empty()) add(std::move(causes));
  }
  if (answer.downtime != nullptr) add(downtime_section(*answer.downtime));
  for (const upgrade::SteppedView& view : views) {
    add(workloads_section(view, suffix_of(views, view)));
    if (answer.is_of_cluster()) add(nodes_section(view, suffix_of(views, view)));
  }
  for (const upgrade::StepForecast& each : answer.forecast.steps()) {
    if (!each.static_pods.empty()) add(static_pods_section(each));
  }
  if (!answer.remarks.empty()) {
    TicketSection remarks{"Errors, warnings and notes", {}, {}, answer.remarks};
    fold_items(remarks.items, answer.top);
    add(std::move(remarks));
  }
  if (answer.way_back != nullptr) add(way_back_section(*answer.way_back));
  add(assumptions_section(answer));
  add(evidence_section(answer));
  add(origin_section(answer));
  return ticket;
}

}  // namespace

void print_upgrade_ticket(std::ostream& out, OutputFormat format, const UpgradeAnswer& answer) {
  const Ticket ticket = ticket_of(answer);
  if (format == OutputFormat::html) return print_html(out, ticket);
  print_markdown(out, ticket);
}

}  // namespace podreel::cli
