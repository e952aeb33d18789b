#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/printable.hpp"
#include "engine/upgrade/cluster_view.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

bool stays(const upgrade::Count& count) {
  return count.restarting + count.unknown == 0;
}

std::string workload_table(const upgrade::ClusterView& view, bool wide) {
  TextTable table{{"WORKLOAD", "PODS RESTARTING", "CONTAINERS RESTARTING", "NODES", "EXPOSED"}};
  std::size_t left_out = 0;
  for (const upgrade::WorkloadView& workload : view.workloads) {
    if (!wide && stays(workload.containers)) {
      ++left_out;
      continue;
    }
    const std::string_view exposed = to_string(workload.exposure);
    table.add({api::printable_line(workload.title),
               fmt::format("{} of {}", workload.pods.restarting, workload.pods.pods),
               restarting_text(workload.containers), std::to_string(workload.nodes),
               std::string{exposed.empty() ? "-" : exposed}});
  }
  std::string text = left_out == view.workloads.size() ? std::string{} : table.text();
  if (left_out > 0) text += unchanged_text(left_out) + "\n";
  return text.empty() ? text : text + "\n";
}

std::string node_table(const upgrade::SteppedView& stepped) {
  TextTable table{{"NODE", "KUBELET", "TO", "PODS RESTARTING", "CONTAINERS RESTARTING"}};
  for (const upgrade::NodeView& node : stepped.view.nodes) {
    table.add(api::printable_lines({node.name, node.kubelet, minor_string(stepped.step.to),
                                    fmt::format("{} of {}", node.pods.restarting, node.pods.pods),
                                    restarting_text(node.containers)}));
  }
  return table.text() + "\n";
}

}  // namespace

std::string unchanged_text(std::size_t workloads) {
  return fmt::format("{} {}", counted(workloads, "workload"), workloads == 1 ? "stays as it is" : "stay as they are");
}

std::string restarting_text(const upgrade::Count& count) {
  std::string text = fmt::format("{} of {}", count.restarting, count.containers);
  if (count.unknown > 0) text += fmt::format(", {} unknown", count.unknown);
  return text;
}

std::string cluster_tables(const UpgradeAnswer& answer, bool wide) {
  std::string text;
  const std::vector<upgrade::SteppedView> views = views_of(answer.forecast, answer.cluster);
  for (const upgrade::SteppedView& stepped : views) {
    if (views.size() > 1) {
      text += fmt::format("To {}, {}:\n\n", minor_string(stepped.step.to), stepped.step.policy);
    }
    text += workload_table(stepped.view, wide) + node_table(stepped);
  }
  return text;
}

}  // namespace podreel::cli
