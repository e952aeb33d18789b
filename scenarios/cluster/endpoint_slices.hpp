// Controller of EndpointSlices.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"
#include "scenarios/cluster/service_backends.hpp"

namespace podreel::cluster {

/// pkg/controller/endpointslice: keeps slices with the pods of a Service, including terminating ones, up to a hundred
/// per slice. A pod stays in its slice; there is always at least one slice.
class EndpointSliceController {
 public:
  /// `api` must outlive it.
  explicit EndpointSliceController(ClusterApi& api);
  ~EndpointSliceController() = default;
  EndpointSliceController(const EndpointSliceController&) = delete;
  EndpointSliceController& operator=(const EndpointSliceController&) = delete;

 private:
  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  /// Returns the slices of a Service, by name.
  [[nodiscard]] std::vector<nlohmann::json> slices_of(const nlohmann::json& service) const;
  [[nodiscard]] nlohmann::json endpoint_of(const nlohmann::json& service, const ServiceBackend& backend) const;
  void write(const nlohmann::json& service, nlohmann::json slice);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
