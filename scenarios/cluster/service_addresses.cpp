#include "scenarios/cluster/service_addresses.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "engine/api/json_member.hpp"
#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"
#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/service_rules.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

// 10.96.0.0/12.
constexpr std::uint32_t network = 10U << 24 | 96U << 16;
constexpr std::uint32_t network_size = 1U << 20;
constexpr const char* network_text = "10.96.0.0/12";
/// KEP-3070: this number of addresses is not allocated dynamically.
constexpr std::uint32_t static_addresses = 256;

constexpr std::int64_t first_port = 30'000;
constexpr std::int64_t last_port = 32'767;
/// KEP-3668.
constexpr std::int64_t static_ports = 86;

std::string address_text(std::uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24, address >> 16 & 0xFF, address >> 8 & 0xFF, address & 0xFF);
}

bool is_in_network(std::string_view text) {
  const std::optional<std::uint32_t> address = ipv4_of(text);
  return address && *address > network && *address < network + network_size - 1;
}

bool needs_address(const json& service) {
  return api::string_member(service.at("spec"), "type") != "ExternalName";
}

bool needs_ports(const json& service) {
  const json& spec = service.at("spec");
  const std::string type = api::string_member(spec, "type");
  return type == "NodePort" || (type == "LoadBalancer" && spec.value("allocateLoadBalancerNodePorts", true));
}

std::vector<std::int64_t> node_ports(const json& service) {
  std::vector<std::int64_t> found;
  api::for_each_item(service.at("spec"), "ports", [&found](const json& port) {
    const std::int64_t number = api::integer_of(api::find_member(port, "nodePort"));
    if (number != 0) found.push_back(number);
  });
  const std::int64_t of_checks = api::integer_of(api::find_member(service.at("spec"), "healthCheckNodePort"));
  if (of_checks != 0) found.push_back(of_checks);
  return found;
}

/// Protocols of one port may share a node port.
std::set<std::int64_t> ports_of(const json& service) {
  const std::vector<std::int64_t> all = node_ports(service);
  return {all.begin(), all.end()};
}

void keep_node_ports(json& spec, const json& before) {
  std::map<std::string, std::int64_t> by_name;
  api::for_each_item(before.at("spec"), "ports", [&by_name](const json& port) {
    by_name[api::string_member(port, "name")] = api::integer_of(api::find_member(port, "nodePort"));
  });
  if (!spec.contains("ports") || !spec["ports"].is_array()) return;
  std::set<std::int64_t> used;
  for (const json& port : spec["ports"]) used.insert(api::integer_of(api::find_member(port, "nodePort")));
  for (json& port : spec["ports"]) {
    const std::int64_t known = by_name[api::string_member(port, "name")];
    if (api::integer_of(api::find_member(port, "nodePort")) == 0 && used.insert(known).second) port["nodePort"] = known;
  }
}

void drop_same(json& spec, const json& before, const char* field) {
  if (spec.contains(field) && spec[field] == before.at("spec").value(field, json{})) spec.erase(field);
}

}  // namespace

ServiceAddresses::ServiceAddresses(ObjectStore& objects) {
  objects.on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void ServiceAddresses::on_object_change(const ObjectChange& change) {
  if (change.id.resource != "services") return;
  if (change.before.json) release(*change.before.json);
  if (change.type != "DELETED") take(*change.object.json);
}

void ServiceAddresses::take(const json& service) {
  const std::string address = api::string_member(service.at("spec"), "clusterIP");
  if (ipv4_of(address)) {
    const bool is_free = addresses_.insert(address).second;
    PODREEL_INVARIANT(is_free, "no two Services have one address");
  }
  for (const std::int64_t port : ports_of(service)) ports_.insert(port);
}

void ServiceAddresses::release(const json& service) {
  addresses_.erase(api::string_member(service.at("spec"), "clusterIP"));
  for (const std::int64_t port : ports_of(service)) {
    const auto known = ports_.find(port);
    PODREEL_INVARIANT(known != ports_.end(), "a released port was allocated");
    ports_.erase(known);
  }
}

std::string ServiceAddresses::free_address(const std::string& key) const {
  constexpr std::uint32_t drawn = network_size - static_addresses - 1;
  for (std::uint32_t turn = static_cast<std::uint32_t>(sim::hash_name(key) % drawn);; ++turn) {
    std::string address = address_text(network + static_addresses + turn % drawn);
    if (!addresses_.contains(address)) return address;
  }
}

std::int64_t ServiceAddresses::free_port(const std::string& key, const std::multiset<std::int64_t>& taken) const {
  constexpr std::int64_t all = last_port - first_port + 1;
  constexpr std::int64_t drawn = all - static_ports;
  const auto first = static_cast<std::int64_t>(sim::hash_name(key) % drawn);
  for (std::int64_t turn = 0; turn < all; ++turn) {
    const std::int64_t offset = turn < drawn ? static_ports + (first + turn) % drawn : turn - drawn;
    if (!taken.contains(first_port + offset)) return first_port + offset;
  }
  return 0;
}

void ServiceAddresses::allocate_address(json& service, const json& before, std::vector<std::string>& wrong) const {
  json& spec = service["spec"];
  if (!needs_address(service)) return;
  const std::string wanted = api::string_member(spec, "clusterIP");
  const bool is_kept = !before.is_null() && api::string_member(before.at("spec"), "clusterIP") == wanted;
  if (wanted.empty()) {
    spec["clusterIP"] = free_address(key_of(service));
    spec["clusterIPs"] = json::array({spec["clusterIP"]});
  } else if (wanted != "None" && !is_kept) {
    const std::string where =
        fmt::format("spec.clusterIPs: Invalid value: [\"{}\"]: failed to allocate IP {}: ", wanted, wanted);
    if (!is_in_network(wanted)) {
      wrong.push_back(fmt::format("{}the provided IP ({}) is not in the valid range. The range of valid IPs is {}",
                                  where, wanted, network_text));
    } else if (addresses_.contains(wanted)) {
      wrong.push_back(where + "provided IP is already allocated");
    }
  }
}

void ServiceAddresses::allocate_ports(json& service, const json& before, std::vector<std::string>& wrong) const {
  json& spec = service["spec"];
  if (!needs_ports(service)) return;
  const std::set<std::int64_t> own = before.is_null() ? std::set<std::int64_t>{} : ports_of(before);
  std::multiset<std::int64_t> taken = ports_;
  std::map<std::int64_t, std::set<std::string>> given;
  for (std::size_t at = 0; at < spec["ports"].size(); ++at) {
    json& port = spec["ports"][at];
    const std::int64_t number = api::integer_of(api::find_member(port, "nodePort"));
    if (number == 0) continue;
    const std::string where = fmt::format("spec.ports[{}].nodePort: Invalid value: {}: ", at, number);
    const bool is_shared = given.contains(number) && given[number].insert(api::string_member(port, "protocol")).second;
    given[number].insert(api::string_member(port, "protocol"));
    if (number < first_port || number > last_port) {
      wrong.push_back(fmt::format("{}provided port is not in the valid range. The range of valid ports is {}-{}", where,
                                  first_port, last_port));
    } else if (taken.contains(number) && !own.contains(number) && !is_shared) {
      wrong.push_back(where + "provided port is already allocated");
    }
    taken.insert(number);
  }
  const auto draw = [&](const std::string& name, const std::string& where) {
    const std::int64_t port = free_port(fmt::format("{}/{}", key_of(service), name), taken);
    if (port == 0) wrong.push_back(where + ": Internal error: failed to allocate a nodePort: range is full");
    taken.insert(port);
    return port;
  };
  for (json& port : spec["ports"]) {
    if (api::integer_of(api::find_member(port, "nodePort")) == 0) {
      port["nodePort"] = draw(api::string_member(port, "name"), "spec.ports");
    }
  }
  const bool is_checked = api::string_member(spec, "type") == "LoadBalancer" &&
                          api::string_member(spec, "externalTrafficPolicy") == "Local";
  if (is_checked && api::integer_of(api::find_member(spec, "healthCheckNodePort")) == 0) {
    spec["healthCheckNodePort"] = draw("/health", "spec.healthCheckNodePort");
  }
}

std::vector<std::string> ServiceAddresses::allocate(json& service, const json& before) const {
  std::vector<std::string> wrong;
  allocate_address(service, before, wrong);
  allocate_ports(service, before, wrong);
  return wrong;
}

void keep_allocated(json& service, const json& before) {
  if (!service.contains("spec") || !service["spec"].is_object()) return;
  json& spec = service["spec"];
  const json was = before.at("spec");
  if (needs_address(before) && needs_address(service)) {
    if (api::string_member(spec, "clusterIP").empty()) spec["clusterIP"] = was.value("clusterIP", "");
    const bool is_same = spec["clusterIP"] == was.value("clusterIP", "");
    const json kept = was.value("clusterIPs", json::array());
    if (is_same && spec.value("clusterIPs", json{}).empty()) spec["clusterIPs"] = kept;
    if (!is_same && spec.value("clusterIPs", json{}) == kept) spec["clusterIPs"] = json::array({spec["clusterIP"]});
  } else if (needs_address(before)) {
    for (const char* field : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"}) {
      drop_same(spec, before, field);
    }
  }
  if (needs_ports(before) && needs_ports(service)) keep_node_ports(spec, before);
  const std::string type = api::string_member(spec, "type");
  if (type == "NodePort" || type == "LoadBalancer") return;
  if (spec.contains("ports") && spec["ports"].is_array()) {
    const std::set<std::int64_t> old = ports_of(before);
    for (json& port : spec["ports"]) {
      if (port.is_object() && old.contains(api::integer_of(api::find_member(port, "nodePort")))) port.erase("nodePort");
    }
  }
  for (const char* field :
       {"externalTrafficPolicy", "healthCheckNodePort", "allocateLoadBalancerNodePorts", "loadBalancerClass"}) {
    drop_same(spec, before, field);
  }
}

}  // namespace podreel::cluster
