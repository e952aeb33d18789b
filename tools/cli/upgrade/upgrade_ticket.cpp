#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/upgrade/cluster_view.hpp"
#include "tools/cli/upgrade/ticket.hpp"
#include "tools/cli/upgrade/upgrade_downtime.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

TicketSection summary(const UpgradeAnswer& answer) {
  TicketSection section;
  for (const upgrade::StepForecast& each : answer.forecast.steps()) {
    if (each.containers.empty() && each.static_pods.empty()) continue;
    const upgrade::Totals totals = totals_of(each);
    for (const std::string& sentence : summary_lines(each, totals)) section.sentences.push_back(sentence + ".");
    for (const auto& [rule, count] : totals.by_cause)
      section.items.push_back(fmt::format("{} because {}", count, rule));
  }
  if (section.sentences.empty()) section.sentences.emplace_back("Found no pods.");
  section.items.push_back(fmt::format("Forecast by podreel {}", podreel_version));
  return section;
}

TicketSection downtime_section(const Downtime& downtime) {
  TicketSection section{"Downtime",
                        {},
                        {{"Workload", "In place", "Budget", "Drained", "Startup times"}, {}},
                        downtime_sentences(downtime)};
  for (const WorkloadDowntime& workload : downtime.workloads) {
    section.table.rows.push_back({workload.title, downtime_text(workload.in_place), allowed_text(workload),
                                  downtime_text(workload.drained), std::string{starts_text(workload.starts)}});
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
    if (workload.containers.restarting + workload.containers.unknown == 0) {
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

Ticket ticket_of(const UpgradeAnswer& answer) {
  Ticket ticket{"Kubelet upgrade: predicted restarts", {summary(answer)}};
  const std::vector<upgrade::SteppedView> views = views_of(answer.forecast, answer.cluster);
  if (!views.empty()) {
    ticket.title = fmt::format("Kubelet upgrade to {}: predicted restarts", minor_string(views.back().step.to));
  }
  if (answer.downtime != nullptr) ticket.sections.push_back(downtime_section(*answer.downtime));
  for (const upgrade::SteppedView& view : views) {
    ticket.sections.push_back(workloads_section(view, suffix_of(views, view)));
    if (answer.is_of_cluster()) ticket.sections.push_back(nodes_section(view, suffix_of(views, view)));
  }
  for (const upgrade::StepForecast& each : answer.forecast.steps()) {
    if (!each.static_pods.empty()) ticket.sections.push_back(static_pods_section(each));
  }
  if (!answer.remarks.empty()) ticket.sections.push_back({"Errors, warnings and notes", {}, {}, answer.remarks});
  return ticket;
}

}  // namespace

void print_upgrade_ticket(std::ostream& out, OutputFormat format, const UpgradeAnswer& answer) {
  const Ticket ticket = ticket_of(answer);
  if (format == OutputFormat::html) return print_html(out, ticket);
  print_markdown(out, ticket);
}

}  // namespace podreel::cli
