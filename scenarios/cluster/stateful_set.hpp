// Controller of StatefulSets.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"
#include "scenarios/cluster/revisions.hpp"

namespace podreel::cluster {

/// pkg/controller/statefulset/stateful_set_control.go: creates pods with ordinals, one by one unless pods are managed
/// in parallel, and replaces them from the highest ordinal on. Does not create volume claims.
class StatefulSetController {
 public:
  /// `api` must outlive it.
  explicit StatefulSetController(ClusterApi& api);
  ~StatefulSetController() = default;
  StatefulSetController(const StatefulSetController&) = delete;
  StatefulSetController& operator=(const StatefulSetController&) = delete;

 private:
  /// A StatefulSet with its pods.
  struct Seen {
    nlohmann::json set;
    /// By ordinal, from the first on; null without a pod.
    std::vector<const StoredObject*> replicas{};
    /// Pods beyond them, the highest ordinal first.
    std::vector<const StoredObject*> condemned{};
    bool is_parallel = false;
    /// Revision of pods that are not updated yet, and of updated ones.
    Revision current{};
    Revision update{};
  };

  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  [[nodiscard]] Seen look(const nlohmann::json& set);
  /// Whether all replicas exist and are healthy, so that others may be deleted.
  [[nodiscard]] bool fill(const Seen& seen);
  [[nodiscard]] bool condemn(const Seen& seen);
  void update(const Seen& seen);
  void create(const Seen& seen, std::size_t at);
  void remove(const Seen& seen, const StoredObject& pod);
  void report_status(const std::string& key, const Seen& seen);
  [[nodiscard]] bool is_well(const Seen& seen, const StoredObject& pod) const;

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
