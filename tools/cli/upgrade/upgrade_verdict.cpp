#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/upgrade/cluster_view.hpp"
#include "tools/cli/upgrade/upgrade_downtime.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/text/rounded_span.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

std::string counted_number(int number, std::string_view one) {
  return counted(static_cast<std::size_t>(number), one);
}

std::string restarts_text(const upgrade::SteppedView& stepped) {
  upgrade::Count containers;
  int workloads = 0;
  for (const upgrade::WorkloadView& workload : stepped.view.workloads) {
    containers.containers += workload.containers.containers;
    containers.restarting += workload.containers.restarting;
    containers.may_restart += workload.containers.may_restart;
    if (workload.containers.restarting > 0) ++workloads;
  }
  const auto nodes = std::ranges::count_if(
      stepped.view.nodes, [](const upgrade::NodeView& node) { return node.containers.restarting > 0; });
  const std::string possible =
      containers.may_restart == 0 ? std::string{} : fmt::format(", {} may restart", containers.may_restart);
  const std::string all = counted_number(containers.containers, "container");
  if (containers.restarting == 0) return fmt::format("0 of {} restart{}", all, possible);
  return fmt::format("{} of {} in {} on {} {}{}", containers.restarting, all, counted_number(workloads, "workload"),
                     counted_number(static_cast<int>(nodes), "node"),
                     containers.restarting == 1 ? "restarts" : "restart", possible);
}

/// Returns what the downtime adds to the verdict, with the separator before each part.
std::string downtime_parts(const Downtime& downtime) {
  std::size_t gone = 0;
  std::size_t gone_for_unknown_time = 0;
  sim::Duration longest{};
  for (const WorkloadDowntime& workload : downtime.workloads) {
    if (workload.in_place.without_ready == sim::Duration{} || !is_interrupted_in_place(workload.in_place)) continue;
    if (!is_start_time_known(workload.in_place, workload.starts)) {
      ++gone_for_unknown_time;
      continue;
    }
    ++gone;
    longest = std::max(longest, workload.in_place.without_ready);
  }
  std::string text;
  if (gone > 0) {
    text += fmt::format("; {} no ready replica for up to {}", counted(gone, "workload has", "workloads have"),
                        format_span(longest));
  }
  if (gone_for_unknown_time > 0) {
    text += fmt::format("; {} no ready replica until containers have started, which takes an unknown time",
                        counted(gone_for_unknown_time, "workload has", "workloads have"));
  }
  if (downtime.blocked_by_budgets > 0) {
    text += fmt::format("; the budgets of {} block drains", counted(downtime.blocked_by_budgets, "workload"));
  }
  return text;
}

}  // namespace

std::vector<std::string> verdicts_of(const UpgradeAnswer& answer) {
  std::vector<std::string> verdicts;
  const std::vector<upgrade::SteppedView> views = views_of(answer);
  for (const upgrade::SteppedView& stepped : views) {
    const std::string step = views.size() == 1
                                 ? std::string{}
                                 : fmt::format("To {}, {}: ", minor_string(stepped.step.to), stepped.step.policy);
    const std::string downtime = answer.downtime == nullptr ? std::string{} : downtime_parts(*answer.downtime);
    verdicts.push_back(fmt::format("{}{}{}.", step, restarts_text(stepped), downtime));
  }
  return verdicts;
}

}  // namespace podreel::cli
