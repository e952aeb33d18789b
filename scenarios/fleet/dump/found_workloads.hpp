// The pods of a cluster by who keeps them.
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

/// Gathers pods, in the order in which they are found, into workloads. Pods that say the same share their manifest.
class FoundWorkloads {
 public:
  /// `node` is any number that stands for one; no_node for a pod that waits for one.
  void add(DumpedPod pod, std::uint32_t node);
  /// `places` says where in the cluster each of these nodes is; pods of one that is nowhere are left out. Pods of a
  /// Deployment with one ReplicaSet are the Deployment's; where it has several, each is a workload.
  [[nodiscard]] std::vector<Workload> take(const std::vector<std::optional<std::uint32_t>>& places) &&;

 private:
  /// Kind, namespace and name of who keeps the pods.
  using Key = std::tuple<std::string, std::string, std::string>;
  struct Kept {
    Workload workload;
    FoundPods pods;
    std::string deployment;
    /// Of the pods that tell.
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
