// Controller of Deployments.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/deployment_sizes.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controller/deployment: keeps a ReplicaSet for each template that the Deployment has had, and moves pods from the
/// old sets to the present one by the strategy.
class DeploymentController {
 public:
  /// `api` must outlive it.
  explicit DeploymentController(ClusterApi& api);
  ~DeploymentController() = default;
  DeploymentController(const DeploymentController&) = delete;
  DeploymentController& operator=(const DeploymentController&) = delete;

 private:
  using Object = std::shared_ptr<const nlohmann::json>;

  /// A Deployment and its ReplicaSets, the oldest first.
  struct Seen {
    std::string key;
    Object deployment;
    std::vector<Object> sets;
    /// The set of the present template; null without one.
    Object newest;
    [[nodiscard]] std::vector<Object> old() const;
  };

  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  void adopt(const nlohmann::json& deployment);
  [[nodiscard]] Seen look(const std::string& key) const;
  void roll(Seen& seen);
  void recreate(Seen& seen);
  void make_newest(Seen& seen);
  /// Sets the revision and annotations of the newest set, and the Deployment's revision.
  void number(Seen& seen);
  void create_set(const Seen& seen, std::int64_t revision);
  void scale_proportionally(const Seen& seen);
  void scale(const Seen& seen, const Object& set, std::int64_t replicas);
  void clean_up(const Seen& seen);
  void report_status(const std::string& key);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
