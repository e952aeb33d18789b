#include "scenarios/cluster/endpoint_slices.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* service_label = "kubernetes.io/service-name";
constexpr const char* manager_label = "endpointslice.kubernetes.io/managed-by";
constexpr const char* manager = "endpointslice-controller.k8s.io";
/// kube-controller-manager --max-endpoints-per-slice.
constexpr std::size_t max_endpoints = 100;

std::string label_of(const json& object, const char* name) {
  const json* labels = api::find_member(object.at("metadata"), "labels");
  return labels == nullptr ? std::string{} : api::string_member(*labels, name);
}

std::string pod_uid_of(const json& endpoint) {
  const json* pod = api::find_member(endpoint, "targetRef");
  return pod == nullptr ? std::string{} : api::string_member(*pod, "uid");
}

/// Endpoints for slices with the same ports, by the pods' UIDs, and their order.
struct Group {
  json ports{};
  std::deque<std::string> order{};
  std::map<std::string, json> endpoints{};

  [[nodiscard]] json take(const std::string& uid) {
    json endpoint = std::move(endpoints.extract(uid).mapped());
    std::erase(order, uid);
    return endpoint;
  }
};

/// Updates the slice's endpoints of the group, and removes others.
void keep_in_slice(json& slice, Group& group) {
  json kept = json::array();
  api::for_each_item(slice, "endpoints", [&](const json& endpoint) {
    const std::string uid = pod_uid_of(endpoint);
    if (group.endpoints.contains(uid)) kept.push_back(group.take(uid));
  });
  slice["endpoints"] = std::move(kept);
}

void fill_slice(json& slice, Group& group) {
  while (!group.order.empty() && slice["endpoints"].size() < max_endpoints) {
    const std::string uid = group.order.front();
    slice["endpoints"].push_back(group.take(uid));
  }
}

/// Adds slices without a name, which are new; leaves unneeded slices without endpoints.
void distribute(std::vector<json>& present, Group& group) {
  std::vector<json*> own;
  for (json& slice : present) {
    if (slice.value("ports", json{}) != group.ports) continue;
    keep_in_slice(slice, group);
    own.push_back(&slice);
  }
  for (json* slice : own) fill_slice(*slice, group);
  while (!group.order.empty()) {
    json slice{{"endpoints", json::array()}, {"ports", group.ports}};
    fill_slice(slice, group);
    present.push_back(std::move(slice));
  }
}

/// Reuses unneeded slices for new ones, as long as there are any (reconciler.go, finalize).
void reuse(std::vector<json>& present) {
  for (std::size_t unused = 0; unused < present.size(); ++unused) {
    if (!present[unused]["endpoints"].empty()) continue;
    const auto made = std::ranges::find_if(present, [](const json& slice) { return !slice.contains("metadata"); });
    if (made == present.end()) return;
    made->update({{"apiVersion", present[unused]["apiVersion"]},
                  {"kind", present[unused]["kind"]},
                  {"addressType", present[unused]["addressType"]},
                  {"metadata", present[unused]["metadata"]}});
    present.erase(present.begin() + static_cast<std::ptrdiff_t>(unused--));
  }
}

}  // namespace

EndpointSliceController::EndpointSliceController(ClusterApi& api)
    : api_{api}, queue_{api, "endpoint-slice-controller", [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void EndpointSliceController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == services) return queue_.want(change.id.key);
  if (change.id.resource == endpoint_slices && label_of(*change.object.json, manager_label) == manager) {
    const std::string name_space = change.object.json->at("metadata").at("namespace");
    return queue_.want(name_space + '/' + label_of(*change.object.json, service_label));
  }
  if (change.id.resource != "pods") return;
  for (const std::string& key : services_of(api_.objects(), change)) queue_.want(key);
}

std::vector<json> EndpointSliceController::slices_of(const json& service) const {
  std::vector<json> found;
  for (const ObjectId& id : api_.objects().owned_by(api::string_member(service.at("metadata"), "uid"))) {
    if (id.resource != endpoint_slices) continue;
    const auto slice = api_.find(id);
    if (label_of(*slice, manager_label) == manager && !is_deleted(*slice)) found.push_back(*slice);
  }
  return found;
}

json EndpointSliceController::endpoint_of(const json& service, const ServiceBackend& backend) const {
  const bool takes_all = service.at("spec").value("publishNotReadyAddresses", false);
  json endpoint{{"addresses", json::array({backend.ip})},
                {"conditions",
                 {{"ready", takes_all || (backend.is_ready && !backend.is_terminating)},
                  {"serving", backend.is_ready},
                  {"terminating", backend.is_terminating}}},
                {"targetRef", reference_to_pod(backend)}};
  const std::string node = api::string_member(backend.pod->json->at("spec"), "nodeName");
  if (!node.empty()) endpoint["nodeName"] = node;
  if (const auto found = api_.find({"nodes", node})) {
    const std::string zone = label_of(*found, "topology.kubernetes.io/zone");
    if (!zone.empty()) endpoint["zone"] = zone;
  }
  const std::string hostname = hostname_in(service, backend);
  if (!hostname.empty()) endpoint["hostname"] = hostname;
  return endpoint;
}

void EndpointSliceController::write(const json& service, json slice) {
  const json& owner = service.at("metadata");
  const std::string name = owner.at("name");
  const std::string name_space = owner.at("namespace");
  json labels = owner.value("labels", json::object());
  labels[service_label] = name;
  labels[manager_label] = manager;
  if (is_headless_service(service)) labels["service.kubernetes.io/headless"] = "";
  const bool is_new = !slice.contains("metadata");
  slice["metadata"]["labels"] = std::move(labels);
  if (!is_new) {
    const ObjectId id{endpoint_slices, key_of(slice)};
    return api_.update(id, std::move(slice));
  }
  const std::string prefix = name + '-';
  slice["apiVersion"] = "discovery.k8s.io/v1";
  slice["kind"] = "EndpointSlice";
  slice["addressType"] = "IPv4";
  slice["metadata"]["generateName"] = prefix;
  slice["metadata"]["name"] = api_.free_name(endpoint_slices, name_space, prefix);
  slice["metadata"]["namespace"] = name_space;
  slice["metadata"]["ownerReferences"] = json::array({controller_reference(service)});
  api_.create(endpoint_slices, std::move(slice));
}

void EndpointSliceController::sync(const std::string& key) {
  const auto service = api_.find({services, key});
  if (!service || is_deleted(*service) || !selects_backends(*service)) return;
  std::map<std::string, Group> groups;
  for (const ServiceBackend& backend : backends_of(api_.objects(), *service, true)) {
    Group& group = groups[backend.ports.dump()];
    group.ports = backend.ports;
    json endpoint = endpoint_of(*service, backend);
    group.order.push_back(pod_uid_of(endpoint));
    group.endpoints.emplace(group.order.back(), std::move(endpoint));
  }
  std::vector<json> present = slices_of(*service);
  for (json& slice : present) {
    if (!groups.contains(slice.value("ports", json::array()).dump())) slice["endpoints"] = json::array();
  }
  for (auto& [ports, group] : groups) distribute(present, group);
  reuse(present);
  const bool has_none = std::ranges::all_of(present, [](const json& slice) { return slice["endpoints"].empty(); });
  if (present.empty()) present.push_back({{"endpoints", json::array()}, {"ports", json::array()}});
  bool keeps_one = has_none;
  for (json& slice : present) {
    if (!slice["endpoints"].empty() || std::exchange(keeps_one, false)) {
      write(*service, std::move(slice));
    } else {
      api_.remove({endpoint_slices, key_of(slice)});
    }
  }
}

}  // namespace podreel::cluster
