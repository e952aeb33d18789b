// Pods of a Service.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::cluster {

struct ServiceBackend {
  const StoredObject* pod = nullptr;
  std::string ip{};
  bool is_ready = false;
  bool is_terminating = false;
  /// Ports of the Service in this pod: a list of discovery.k8s.io/v1.EndpointPort.
  nlohmann::json ports = nlohmann::json::array();
};

/// Returns the pods that the Service selects and that have an address, unless they have ended; sorted by name.
/// `with_terminating` includes pods that are being deleted.
[[nodiscard]] std::vector<ServiceBackend> backends_of(const ObjectStore& log, const nlohmann::json& service,
                                                      bool with_terminating);

/// Whether controllers select its pods: it has a selector, and is no ExternalName.
[[nodiscard]] bool selects_backends(const nlohmann::json& service);
[[nodiscard]] bool is_headless_service(const nlohmann::json& service);

/// Returns a v1.ObjectReference.
[[nodiscard]] nlohmann::json reference_to_pod(const ServiceBackend& backend);
/// Returns the pod's hostname within the Service; empty without one.
[[nodiscard]] std::string hostname_in(const nlohmann::json& service, const ServiceBackend& backend);

/// Returns the keys of Services whose endpoints a change of a pod may affect; empty for an irrelevant change
/// (endpointslice/util/controller_utils.go, podEndpointsChanged).
[[nodiscard]] std::vector<std::string> services_of(const ObjectStore& log, const ObjectChange& change);

}  // namespace podreel::cluster
