// Deletes objects with their owners.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controller/garbagecollector: deletes objects without remaining owners. Foreground deletion waits for owned
/// objects, and orphaning removes the owner references.
class GarbageCollector {
 public:
  /// `api` must outlive it.
  explicit GarbageCollector(ClusterApi& api);
  ~GarbageCollector() = default;
  GarbageCollector(const GarbageCollector&) = delete;
  GarbageCollector& operator=(const GarbageCollector&) = delete;

 private:
  void on_object_change(const ObjectChange& change);
  void sync(const std::string& name);
  void check_owners(const ObjectId& id, const nlohmann::json& object);
  void finish_foreground(const ObjectId& id, const nlohmann::json& object);
  void leave_orphans(const ObjectId& id, const nlohmann::json& object);
  void set_metadata(const ObjectId& id, nlohmann::json metadata);
  void drop_finalizer(const ObjectId& id, const char* finalizer);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
