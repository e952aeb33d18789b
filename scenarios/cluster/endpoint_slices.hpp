// The controller of EndpointSlices.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"
#include "scenarios/cluster/service_backends.hpp"

namespace podreel::controllers {

/// pkg/controller/endpointslice: the pods that a Service selects, up to a hundred in a slice, those that are being
/// deleted among them. A pod stays in the slice where it is; there is always one slice.
class EndpointSliceController {
 public:
  /// `api` must outlive it.
  explicit EndpointSliceController(ClusterApi& api);
  EndpointSliceController(const EndpointSliceController&) = delete;
  EndpointSliceController& operator=(const EndpointSliceController&) = delete;

 private:
  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  /// Of a Service, by name.
  [[nodiscard]] std::vector<nlohmann::json> slices_of(const nlohmann::json& service) const;
  [[nodiscard]] nlohmann::json endpoint_of(const nlohmann::json& service, const ServiceBackend& backend) const;
  void write(const nlohmann::json& service, nlohmann::json slice);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::controllers
