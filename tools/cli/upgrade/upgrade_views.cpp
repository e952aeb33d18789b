#include <algorithm>
#include <functional>
#include <vector>

#include "engine/upgrade/natural_order.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"

namespace podreel::cli {

namespace {

void sort_workloads(std::vector<upgrade::WorkloadView>& workloads, const std::string& by) {
  const auto sort_by_count = [&workloads](auto count_of) {
    std::ranges::stable_sort(workloads, std::ranges::greater{}, count_of);
  };
  if (by == "name") std::ranges::sort(workloads, upgrade::is_naturally_before, &upgrade::WorkloadView::title);
  if (by == "pods") sort_by_count([](const upgrade::WorkloadView& workload) { return workload.pods.restarting; });
  if (by == "containers") {
    sort_by_count([](const upgrade::WorkloadView& workload) { return workload.containers.restarting; });
  }
  if (by == "nodes") sort_by_count([](const upgrade::WorkloadView& workload) { return workload.nodes; });
}

}  // namespace

std::vector<upgrade::SteppedView> views_of(const UpgradeAnswer& answer) {
  std::vector<upgrade::SteppedView> views = upgrade::views_of(answer.forecast, answer.cluster);
  for (upgrade::SteppedView& stepped : views) {
    sort_workloads(stepped.view.workloads, answer.sort_by);
    if (!answer.is_filtered) continue;
    std::erase_if(stepped.view.nodes, [](const upgrade::NodeView& node) { return node.pods.pods == 0; });
  }
  return views;
}

}  // namespace podreel::cli
