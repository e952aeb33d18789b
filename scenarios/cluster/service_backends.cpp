#include "scenarios/cluster/service_backends.hpp"

#include <algorithm>

#include "engine/api/json_member.hpp"
#include "engine/api/object_labels.hpp"
#include "scenarios/cluster/pod_template.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

bool selects_labels(const json& service, const api::Labels& labels) {
  if (!selects_backends(service)) return false;
  return api::LabelSelector{service.at("spec").at("selector").get<api::Labels>(), {}}.matches(labels);
}

/// Returns the first port of the pod's containers with that name and protocol; 0 without one.
std::int64_t named_port(const json& pod, const json& name, const json& protocol) {
  std::int64_t found = 0;
  api::for_each_item(pod.at("spec"), "containers", [&](const json& container) {
    api::for_each_item(container, "ports", [&](const json& port) {
      const bool is_it = port.value("name", json{}) == name && port.value("protocol", json("TCP")) == protocol;
      if (is_it && found == 0) found = port.value("containerPort", std::int64_t{0});
    });
  });
  return found;
}

json ports_in(const json& service, const json& pod) {
  json ports = json::array();
  api::for_each_item(service.at("spec"), "ports", [&](const json& port) {
    const json& target = port.at("targetPort");
    const std::int64_t number =
        target.is_string() ? named_port(pod, target, port.at("protocol")) : target.get<std::int64_t>();
    if (number == 0) return;
    json found{{"name", port.value("name", "")}, {"protocol", port.at("protocol")}, {"port", number}};
    if (port.contains("appProtocol")) found["appProtocol"] = port["appProtocol"];
    ports.push_back(std::move(found));
  });
  return ports;
}

/// Facts about the pod that endpoints contain.
struct Facts {
  api::Labels labels{};
  std::string ip{};
  bool is_ready = false;
  bool is_terminating = false;
  bool has_ended = false;
  friend bool operator==(const Facts&, const Facts&) = default;
};

Facts facts_of(const StoredObject& pod) {
  return {.labels = api::labels_of(*pod.json),
          .ip = std::string{pod.pod->status.pod_ip.view()},
          .is_ready = is_ready(pod),
          .is_terminating = pod.pod->metadata.deletion_timestamp.has_value(),
          .has_ended = is_terminal(pod.pod->status.phase)};
}

template <class Use>
void for_each_in(const ObjectStore& log, std::string_view resource, const std::string& name_space, const Use& use) {
  const ObjectStore::Objects& all = log.all(resource);
  const std::string prefix = name_space + '/';
  for (auto object = all.lower_bound(prefix); object != all.end() && object->first.starts_with(prefix); ++object) {
    use(object->first, object->second);
  }
}

}  // namespace

bool selects_backends(const json& service) {
  const json& spec = service.at("spec");
  return api::string_member(spec, "type") != "ExternalName" && !spec.value("selector", json::object()).empty();
}

bool is_headless_service(const json& service) {
  return api::string_member(service.at("spec"), "clusterIP") == "None";
}

std::vector<ServiceBackend> backends_of(const ObjectStore& log, const json& service, bool with_terminating) {
  std::vector<ServiceBackend> backends;
  for_each_in(log, "pods", service.at("metadata").at("namespace"), [&](const std::string&, const StoredObject& pod) {
    const Facts facts = facts_of(pod);
    if (facts.has_ended || facts.ip.empty() || !selects_labels(service, facts.labels)) return;
    if (facts.is_terminating && !with_terminating) return;
    backends.push_back({.pod = &pod,
                        .ip = facts.ip,
                        .is_ready = facts.is_ready,
                        .is_terminating = facts.is_terminating,
                        .ports = ports_in(service, *pod.json)});
  });
  return backends;
}

json reference_to_pod(const ServiceBackend& backend) {
  const json& metadata = backend.pod->json->at("metadata");
  return {{"kind", "Pod"},
          {"namespace", metadata.at("namespace")},
          {"name", metadata.at("name")},
          {"uid", metadata.at("uid")}};
}

std::string hostname_in(const json& service, const ServiceBackend& backend) {
  const json& spec = backend.pod->json->at("spec");
  const bool is_named = api::string_member(spec, "subdomain") == api::string_member(service.at("metadata"), "name");
  return is_named ? api::string_member(spec, "hostname") : std::string{};
}

std::vector<std::string> services_of(const ObjectStore& log, const ObjectChange& change) {
  std::vector<std::string> keys;
  const bool is_change = change.type == "MODIFIED" && change.before.pod != nullptr;
  const Facts now = facts_of(change.object);
  const Facts before = is_change ? facts_of(change.before) : now;
  if (is_change && now == before) return keys;
  for_each_in(log, "services", change.id.key.substr(0, change.id.key.find('/')),
              [&](const std::string& key, const StoredObject& service) {
                const bool is_selected =
                    selects_labels(*service.json, now.labels) || selects_labels(*service.json, before.labels);
                if (is_selected) keys.push_back(key);
              });
  return keys;
}

}  // namespace podreel::cluster
