#include "scenarios/cluster/kubernetes_service.hpp"

#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "scenarios/cluster/service_addresses.hpp"
#include "scenarios/cluster/service_rules.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* key = "default/kubernetes";
/// Period of its checks.
constexpr std::chrono::seconds until_made_again{10};
constexpr int secure_port = 6443;

/// Has a fixed UID, so that UIDs of other objects do not change.
json metadata_of(const char* resource) {
  return {{"namespace", "default"}, {"name", "kubernetes"}, {"uid", std::string{"kubernetes-"} + resource}};
}

json service_object() {
  json spec{{"clusterIP", ServiceAddresses::of_api_server},
            {"ports", json::array({{{"name", "https"}, {"port", 443}, {"targetPort", secure_port}}})}};
  apply_service_defaults(spec);
  json metadata = metadata_of("service");
  metadata["labels"] = {{"component", "apiserver"}, {"provider", "kubernetes"}};
  return {{"apiVersion", "v1"},
          {"kind", "Service"},
          {"metadata", std::move(metadata)},
          {"spec", std::move(spec)},
          {"status", {{"loadBalancer", json::object()}}}};
}

json endpoint_ports() {
  return json::array({{{"name", "https"}, {"port", secure_port}, {"protocol", "TCP"}}});
}

json endpoints_object(const std::string& ip) {
  json metadata = metadata_of("endpoints");
  metadata["labels"] = {{"endpointslice.kubernetes.io/skip-mirror", "true"}};
  return {{"apiVersion", "v1"},
          {"kind", "Endpoints"},
          {"metadata", std::move(metadata)},
          {"subsets", json::array({{{"addresses", json::array({{{"ip", ip}}})}, {"ports", endpoint_ports()}}})}};
}

json slice_object(const std::string& ip) {
  json metadata = metadata_of("slice");
  metadata["labels"] = {{"kubernetes.io/service-name", "kubernetes"}};
  return {{"apiVersion", "discovery.k8s.io/v1"},
          {"kind", "EndpointSlice"},
          {"metadata", std::move(metadata)},
          {"addressType", "IPv4"},
          {"endpoints", json::array({{{"addresses", json::array({ip})}, {"conditions", {{"ready", true}}}}})},
          {"ports", endpoint_ports()}};
}

}  // namespace

KubernetesService::KubernetesService(ClusterApi& api)
    : api_{api}, queue_{api, "kubernetes-service", [this](const std::string&) { make(ip_); }} {
  api_.store().on_change([this](const ObjectChange& change) {
    const bool is_of_it =
        change.id.resource == "services" || change.id.resource == "endpoints" || change.id.resource == "endpointslices";
    if (is_of_it && change.id.key == key && change.type == "DELETED") queue_.schedule_after(key, until_made_again);
  });
}

void KubernetesService::make(const std::string& ip) {
  ip_ = ip;
  if (!api_.find({"services", key})) api_.create("services", service_object());
  if (!api_.find({"endpoints", key})) api_.create("endpoints", endpoints_object(ip));
  if (!api_.find({"endpointslices", key})) api_.create("endpointslices", slice_object(ip));
}

}  // namespace podreel::cluster
