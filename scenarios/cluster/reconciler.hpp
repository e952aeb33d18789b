// A controller's queue: what it has heard of, and when it comes to it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/sim/scheduler.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::controllers {

/// Calls `reconcile` with each wanted key, once for all that was heard until then (client-go, util/workqueue). While
/// the API server is down it is tried again.
class Reconciler {
 public:
  /// `api` must outlive it. `name` tells the choices of controllers apart.
  Reconciler(ClusterApi& api, std::string_view name, std::function<void(const std::string& key)> reconcile);

  /// As soon as the controller has heard of a change and come to it.
  void want(const std::string& key);
  /// The object's controller, if it is of that resource.
  void want_controller_of(const nlohmann::json& object, std::string_view resource);
  /// Not before that much time has passed.
  void want_after(const std::string& key, sim::Duration delay);

 private:
  struct Due {
    sim::Time at;
    sim::EventId event;
  };

  void come_to(const std::string& key);

  ClusterApi& api_;
  timing::Stream latencies_;
  std::function<void(const std::string&)> reconcile_;
  std::map<std::string, Due> due_;
};

}  // namespace podreel::controllers
