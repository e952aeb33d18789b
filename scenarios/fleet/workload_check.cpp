#include "scenarios/fleet/workload_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/api/object_labels.hpp"
#include "engine/types/value_format.hpp"
#include "scenarios/cluster/model/pod_constraints.hpp"
#include "scenarios/fleet/placement.hpp"

namespace podreel::fleet {

namespace {

/// Returns "a", "a and b", or "a, b and 17 more".
std::string named_first(const std::vector<std::string>& names) {
  if (names.size() < 3) return fmt::format("{}", fmt::join(names, " and "));
  return fmt::format("{}, {} and {} more", names[0], names[1], names.size() - 2);
}

/// Groups workloads by their unsupported constraints.
class UnobeyedConstraints {
 public:
  void add(const Workload& workload) {
    if (!seen_.insert(title(workload)).second) return;
    const cluster::PodConstraints constraints = cluster::constraints_of(*workload.pod, workload.namespace_name);
    if (constraints.not_obeyed.empty()) return;
    workloads_[fmt::format("{}", fmt::join(constraints.not_obeyed, ", "))].push_back(title(workload));
  }

  void warn(const format::Place& place, api::Mark mark) const {
    for (const auto& [constraints, workloads] : workloads_) {
      place.warning(mark, fmt::format("the simulated scheduler ignores {} of {}", constraints, named_first(workloads)));
    }
  }

 private:
  std::set<std::string> seen_;
  std::map<std::string, std::vector<std::string>> workloads_;
};

/// Reports workloads whose pod names become too long by their numbers.
void check_pod_names(const Workload& workload, const format::Place& place, api::Mark mark) {
  const std::string name = pod_name(workload, std::max(workload.replicas, 1U) - 1);
  if (types::has_format(name, types::Format::dns_subdomain)) return;
  place.problem(mark, fmt::format("{} has a pod named \"{}\", accepted: {}", title(workload), name,
                                  types::description(types::Format::dns_subdomain)));
}

void check_budgets(const Cluster& cluster, const format::Place& place, api::Mark mark) {
  std::set<std::string> names;
  std::vector<std::string> unused;
  for (const cluster::DisruptionBudget& budget : cluster.budgets) {
    if (!names.insert(title(budget)).second) {
      place.problem(mark,
                    fmt::format("cluster {} has the duplicate PodDisruptionBudget {}", cluster.name, title(budget)));
    }
    const bool is_used = std::ranges::any_of(cluster.workloads, [&budget](const Workload& workload) {
      return budget.matches(workload.namespace_name, api::labels_of(*workload.pod));
    });
    if (!is_used) unused.push_back(title(budget));
  }
  if (unused.empty()) return;
  place.warning(mark,
                fmt::format("the PodDisruptionBudget{} {} of cluster {} {} no workload", unused.size() > 1 ? "s" : "",
                            named_first(unused), cluster.name, unused.size() > 1 ? "match" : "matches"));
}

}  // namespace

void check_workloads(const Fleet& fleet, const format::Place& place, api::Mark mark) {
  UnobeyedConstraints constraints;
  for (const Cluster& cluster : fleet.clusters) {
    for (const Workload& workload : cluster.workloads) {
      constraints.add(workload);
      check_pod_names(workload, place, mark);
    }
    check_budgets(cluster, place, mark);
  }
  constraints.warn(place, mark);
}

}  // namespace podreel::fleet
