// Work queue of a controller.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/sim/scheduler.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::cluster {

/// Calls `reconcile` with each queued key, once for all notifications until then (client-go, util/workqueue). Retries
/// while the API server is down.
class Reconciler {
 public:
  /// `api` must outlive it. `name` separates the random choices of controllers.
  Reconciler(ClusterApi& api, std::string_view name, std::function<void(const std::string& key)> reconcile);

  /// Queues the key for the time at which the controller has received and handled a change.
  void want(const std::string& key);
  /// Queues the object's controller if it is of that resource.
  void schedule_controller_of(const nlohmann::json& object, std::string_view resource);
  /// Queues the key after that time.
  void schedule_after(const std::string& key, sim::Duration delay);

 private:
  struct Due {
    sim::Time at;
    sim::EventId event;
  };

  void schedule_now(const std::string& key);

  ClusterApi& api_;
  timing::Stream latencies_;
  std::function<void(const std::string&)> reconcile_;
  std::map<std::string, Due> due_;
};

}  // namespace podreel::cluster
