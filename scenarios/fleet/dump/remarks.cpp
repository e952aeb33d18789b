#include "scenarios/fleet/dump/remarks.hpp"

#include <fmt/format.h>
#include <string_view>

namespace podreel::fleet {

namespace {

/// Text after a number: the noun and verb for one and for several, and the rest.
struct Words {
  std::string_view one;
  std::string_view several;
  std::string_view rest;
};

Words words_of(Remark remark) {
  switch (remark) {
    case Remark::pods_deleted:
      return {"pod is", "pods are", "ignored because of a pending deletion"};
    case Remark::pods_finished:
      return {"pod is", "pods are", "ignored because of the phase Succeeded or Failed"};
    case Remark::pods_not_selected:
      return {"pod is", "pods are", "not selected, and left out of the simulation"};
    case Remark::pods_not_ready:
      return {"pod is", "pods are", "not Ready now, but assumed to be Ready"};
    case Remark::pods_waiting:
      return {"pod has", "pods have", "no node, and can only be scheduled when nodes are drained"};
    case Remark::pods_on_no_node_of_dump:
      return {"pod is", "pods are", "ignored because of a node that the dump does not contain"};
    case Remark::pods_static:
      return {
          "static pod is", "static pods are",
          "treated like any pod of the API server; pass the manifests with podreel upgrade --static-pod-dir to learn "
          "which static pods a kubelet replaces"};
    case Remark::pods_of_stateful_sets:
      return {"pod belongs", "pods belong",
              "to a StatefulSet, which is assumed to have podManagementPolicy OrderedReady"};
    case Remark::pods_of_other_controllers:
      return {"pod belongs", "pods belong",
              "to a controller of another kind, which is assumed to replace pods as a ReplicaSet does"};
    case Remark::pods_with_unknown_fields:
      return {"pod has", "pods have", "fields that no simulated release knows, which are ignored"};
    case Remark::nodes_not_ready:
      return {"node is", "nodes are", "not Ready now, but assumed to be Ready"};
    case Remark::nodes_of_vendors:
      return {"node has", "nodes have", "a vendor's kubelet, which is treated as its upstream release"};
    case Remark::nodes_of_unknown_patches:
      return {"node has", "nodes have",
              "a patch release that podreel does not know, which is simulated as the newest known one of its minor"};
    case Remark::budgets_of_v1beta1:
      return {"PodDisruptionBudget is", "PodDisruptionBudgets are", "of policy/v1beta1, and read as policy/v1"};
    case Remark::other_objects:
      return {"object is", "objects are", "ignored: only nodes, pods and PodDisruptionBudgets are read"};
  }
  return {};
}

}  // namespace

void Remarks::add(Remark remark, const api::Problem& where, std::size_t times) {
  Counted& counted = counted_[remark];
  if (counted.count == 0) counted.first = where;
  counted.count += times;
}

std::vector<api::Problem> Remarks::to_problems() const {
  std::vector<api::Problem> warnings;
  for (const auto& [remark, counted] : counted_) {
    api::Problem& warning = warnings.emplace_back(counted.first);
    const Words words = words_of(remark);
    warning.message = fmt::format("{} {} {}; the first: {}", counted.count,
                                  counted.count == 1 ? words.one : words.several, words.rest, counted.first.message);
  }
  return warnings;
}

}  // namespace podreel::fleet
