#include "scenarios/fleet/dump/remarks.hpp"

#include <fmt/format.h>
#include <string_view>

namespace podreel::fleet {

namespace {

/// What follows a number.
std::string_view text_of(Remark remark) {
  switch (remark) {
    case Remark::pods_deleted:
      return "pods are being deleted, and left out";
    case Remark::pods_finished:
      return "pods have succeeded or failed, and are left out";
    case Remark::pods_not_ready:
      return "pods are not Ready now, and are taken for pods that are";
    case Remark::pods_waiting:
      return "pods wait for a node, which they find at most when nodes are drained";
    case Remark::pods_on_no_node_of_dump:
      return "pods stand on nodes that are not there, and are left out";
    case Remark::pods_static:
      return "static pods are taken for pods of the API server: whether a kubelet replaces them their manifests tell "
             "(podreel upgrade --static-pod-dir)";
    case Remark::pods_of_stateful_sets:
      return "pods belong to StatefulSets, which are taken for ordered ones (podManagementPolicy: OrderedReady)";
    case Remark::pods_of_other_controllers:
      return "pods belong to controllers of other kinds, which are taken to make them anew as ReplicaSets do";
    case Remark::pods_with_unknown_fields:
      return "pods have fields that no release that is simulated knows, which are not looked at";
    case Remark::nodes_not_ready:
      return "nodes are not Ready now, and are taken for nodes that are";
    case Remark::nodes_of_vendors:
      return "nodes have a vendor's kubelet, which is taken for its release";
    case Remark::budgets_of_v1beta1:
      return "PodDisruptionBudgets are of policy/v1beta1, and read as policy/v1";
    case Remark::other_objects:
      return "objects are neither nodes, pods nor PodDisruptionBudgets, and are not looked at";
  }
  return {};
}

}  // namespace

void Remarks::add(Remark remark, const api::Problem& where, std::size_t times) {
  Counted& counted = counted_[remark];
  if (counted.count == 0) counted.first = where;
  counted.count += times;
}

std::vector<api::Problem> Remarks::told() const {
  std::vector<api::Problem> warnings;
  for (const auto& [remark, counted] : counted_) {
    api::Problem& warning = warnings.emplace_back(counted.first);
    warning.message = fmt::format("{} {}; the first: {}", counted.count, text_of(remark), counted.first.message);
  }
  return warnings;
}

}  // namespace podreel::fleet
