#include "scenarios/fleet/workload_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string>

#include "scenarios/fleet/pod_constraints.hpp"

namespace podreel::fleet {

namespace {

void check_constraints(const Workload& workload, const language::Place& place, api::Mark mark) {
  const PodConstraints constraints = constraints_of(*workload.pod, workload.namespace_name);
  if (constraints.not_obeyed.empty()) return;
  place.warning(mark, fmt::format("the scheduler does not obey {} of {}", fmt::join(constraints.not_obeyed, ", "),
                                  title(workload)));
}

void check_budgets(const Cluster& cluster, const language::Place& place, api::Mark mark) {
  std::set<std::string> names;
  for (const DisruptionBudget& budget : cluster.budgets) {
    if (!names.insert(title(budget)).second) {
      place.problem(mark, fmt::format("cluster {} has the PodDisruptionBudget {} twice", cluster.name, title(budget)));
    }
    const bool is_used = std::ranges::any_of(cluster.workloads, [&budget](const Workload& workload) {
      return budget.matches(workload.namespace_name, labels_of(*workload.pod));
    });
    if (is_used) continue;
    place.warning(
        mark, fmt::format("the PodDisruptionBudget {} of cluster {} matches no workload", title(budget), cluster.name));
  }
}

}  // namespace

void check_workloads(const Fleet& fleet, const language::Place& place, api::Mark mark) {
  std::set<std::string> seen;
  for (const Cluster& cluster : fleet.clusters) {
    for (const Workload& workload : cluster.workloads) {
      if (seen.insert(title(workload)).second) check_constraints(workload, place, mark);
    }
    check_budgets(cluster, place, mark);
  }
}

}  // namespace podreel::fleet
