#include "scenarios/cluster/endpoints.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/service_backends.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

json address_of(const json& service, const ServiceBackend& backend) {
  json address{{"ip", backend.ip}, {"targetRef", reference_to_pod(backend)}};
  const std::string node = api::string_member(backend.pod->json->at("spec"), "nodeName");
  if (!node.empty()) address["nodeName"] = node;
  const std::string hostname = hostname_in(service, backend);
  if (!hostname.empty()) address["hostname"] = hostname;
  return address;
}

/// Returns ports for v1.Endpoints, which omits empty names.
json named_ports(json ports) {
  for (json& port : ports) {
    if (api::string_member(port, "name").empty()) port.erase("name");
  }
  return ports;
}

/// Groups addresses with the same ports, sorted (api/v1/endpoints/util.go, RepackSubsets).
json subsets_of(const json& service, std::vector<ServiceBackend> backends) {
  std::ranges::stable_sort(backends, {}, &ServiceBackend::ip);
  const bool takes_unready = service.at("spec").value("publishNotReadyAddresses", false);
  json subsets = json::array();
  for (const ServiceBackend& backend : backends) {
    const json ports = named_ports(backend.ports);
    if (ports.empty() && !is_headless_service(service)) continue;
    auto subset =
        std::ranges::find_if(subsets, [&](const json& each) { return each.value("ports", json::array()) == ports; });
    if (subset == subsets.end()) {
      subsets.push_back(ports.empty() ? json::object() : json{{"ports", ports}});
      subset = subsets.end() - 1;
    }
    const bool is_ready = takes_unready || backend.is_ready;
    (*subset)[is_ready ? "addresses" : "notReadyAddresses"].push_back(address_of(service, backend));
  }
  return subsets;
}

}  // namespace

EndpointsController::EndpointsController(ClusterApi& api)
    : api_{api}, queue_{api, "endpoints-controller", [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void EndpointsController::on_object_change(const ObjectChange& change) {
  const bool is_lost = change.id.resource == endpoints && change.type == "DELETED";
  if (change.id.resource == services || is_lost) return queue_.want(change.id.key);
  if (change.id.resource != "pods") return;
  for (const std::string& key : services_of(api_.objects(), change)) queue_.want(key);
}

void EndpointsController::sync(const std::string& key) {
  const auto service = api_.find({services, key});
  if (!service) return api_.remove({endpoints, key});
  if (!selects_backends(*service)) return;
  const bool takes_terminating = service->at("spec").value("publishNotReadyAddresses", false);
  json subsets = subsets_of(*service, backends_of(api_.objects(), *service, takes_terminating));
  const json& metadata = service->at("metadata");
  json labels = metadata.value("labels", json::object());
  if (is_headless_service(*service)) labels["service.kubernetes.io/headless"] = "";
  const auto known = api_.find({endpoints, key});
  json wanted = known ? *known
                      : json{{"apiVersion", "v1"},
                             {"kind", "Endpoints"},
                             {"metadata", {{"namespace", metadata.at("namespace")}, {"name", metadata.at("name")}}}};
  wanted.erase("subsets");
  if (!subsets.empty()) wanted["subsets"] = std::move(subsets);
  wanted["metadata"].erase("labels");
  if (!labels.empty()) wanted["metadata"]["labels"] = std::move(labels);
  if (known) {
    api_.update({endpoints, key}, std::move(wanted));
  } else {
    api_.create(endpoints, std::move(wanted));
  }
}

}  // namespace podreel::cluster
