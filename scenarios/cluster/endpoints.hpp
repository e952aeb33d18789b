// Controller of Endpoints.
#pragma once

#include <string>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controller/endpoint: keeps the addresses of the pods of a Service, with unready pods in a separate list.
class EndpointsController {
 public:
  /// `api` must outlive it.
  explicit EndpointsController(ClusterApi& api);
  ~EndpointsController() = default;
  EndpointsController(const EndpointsController&) = delete;
  EndpointsController& operator=(const EndpointsController&) = delete;

 private:
  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
