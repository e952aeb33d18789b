// Groups the pods of a cluster by controller.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/api/json_map.hpp"
#include "scenarios/fleet/dump/dumped_pod.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Gathers pods into workloads, in the order of the pods. Equal pods share their manifest.
class DumpWorkloads {
 public:
  /// `node` is any number that identifies a node; no_node for a pod that waits for one.
  void add(DumpedPod pod, std::uint32_t node);
  /// Takes the index of each node in the cluster; leaves out pods on missing nodes. Pods of a Deployment with one
  /// ReplicaSet belong to the Deployment; with several, each ReplicaSet is a workload.
  [[nodiscard]] std::vector<Workload> take(const std::vector<std::optional<std::uint32_t>>& places) &&;

 private:
  /// Kind, namespace and name of the controller.
  using Key = std::tuple<std::string, std::string, std::string>;
  struct Kept {
    Workload workload;
    FoundPods pods;
    std::string deployment;
    /// Start-up times of the pods whose status shows them.
    std::vector<sim::Duration> ready_after;
  };

  [[nodiscard]] Kept& keeper_of(const DumpedPod& pod);
  [[nodiscard]] api::Manifest shared(nlohmann::json pod);
  void put_in_places(const std::vector<std::optional<std::uint32_t>>& places);
  void name_deployments();

  std::vector<Kept> kept_;
  std::map<Key, std::size_t> places_;
  api::JsonMap<api::Manifest> manifests_;
};

}  // namespace podreel::fleet
