// The pods behind a Service.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::controllers {

struct ServiceBackend {
  const StoredObject* pod = nullptr;
  std::string ip{};
  bool is_ready = false;
  bool is_terminating = false;
  /// Of the Service, as this pod has them: a list of discovery.k8s.io/v1.EndpointPort.
  nlohmann::json ports = nlohmann::json::array();
};

/// Pods that the Service selects and that have an address, unless they have ended; in the order of their names.
/// `with_terminating`: those that are being deleted as well.
[[nodiscard]] std::vector<ServiceBackend> backends_of(const ObjectStore& log, const nlohmann::json& service,
                                                      bool with_terminating);

/// Whether a controller finds them: it has a selector, and is no name for something else.
[[nodiscard]] bool selects_backends(const nlohmann::json& service);
[[nodiscard]] bool is_headless_service(const nlohmann::json& service);

/// A v1.ObjectReference.
[[nodiscard]] nlohmann::json reference_to_pod(const ServiceBackend& backend);
/// The pod's name within the Service; empty: it has none.
[[nodiscard]] std::string hostname_in(const nlohmann::json& service, const ServiceBackend& backend);

/// Keys of the Services whose endpoints may be others after a change of a pod; empty for one that does not matter
/// (endpointslice/util/controller_utils.go, podEndpointsChanged).
[[nodiscard]] std::vector<std::string> services_of(const ObjectStore& log, const ObjectChange& change);

}  // namespace podreel::controllers
