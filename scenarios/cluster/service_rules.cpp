#include "scenarios/cluster/service_rules.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/filled_field.hpp"
#include "scenarios/cluster/name_rules.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;
using Messages = std::vector<std::string>;

bool is_headless(const json& spec) {
  return api::string_member(spec, "clusterIP") == "None";
}

bool is_of_nodes(const json& spec) {
  const std::string type = api::string_member(spec, "type");
  return type == "NodePort" || type == "LoadBalancer";
}

void fill_families(json& spec) {
  const bool is_for_all = is_headless(spec) && spec.value("selector", json::object()).empty();
  fill(spec, "ipFamilyPolicy", is_for_all ? "RequireDualStack" : "SingleStack");
  if (spec.value("ipFamilies", json{}).empty()) spec["ipFamilies"] = json::array({"IPv4"});
  const bool wants_both = is_for_all && spec["ipFamilyPolicy"] != "SingleStack";
  if (wants_both && spec["ipFamilies"].size() == 1) {
    spec["ipFamilies"].push_back(spec["ipFamilies"][0] == "IPv4" ? "IPv6" : "IPv4");
  }
}

void fill_port(json& port) {
  fill(port, "protocol", "TCP");
  const json* target = api::find_member(port, "targetPort");
  if (target == nullptr || *target == 0 || *target == "") port["targetPort"] = port.value("port", 0);
  if (api::integer_of(api::find_member(port, "nodePort")) == 0) port.erase("nodePort");
}

std::string between(const std::string& path, std::int64_t value, std::int64_t minimum, std::int64_t maximum) {
  return fmt::format("{}: Invalid value: {}: must be between {} and {}, inclusive", path, value, minimum, maximum);
}

constexpr std::int64_t max_ports = 65'535;

bool is_port(std::int64_t number) {
  return number > 0 && number <= max_ports;
}

void check_target(Messages& messages, const std::string& path, const json& target) {
  if (target.is_number()) {
    if (!is_port(target.get<std::int64_t>())) messages.push_back(between(path, target, 1, max_ports));
    return;
  }
  for (const std::string& wrong : broken_port_name(target.get<std::string>())) {
    messages.push_back(fmt::format("{}: Invalid value: \"{}\": {}", path, target.get<std::string>(), wrong));
  }
}

void check_port_name(Messages& messages, const std::string& path, const json& port, bool is_required,
                     std::set<std::string>& names) {
  const std::string name = api::string_member(port, "name");
  if (name.empty()) {
    if (is_required) messages.push_back(path + ".name: Required value");
    return;
  }
  if (!is_label_name(name)) {
    messages.push_back(fmt::format("{}.name: Invalid value: \"{}\": {}", path, name, label_name_rule));
  } else if (!names.insert(name).second) {
    messages.push_back(fmt::format("{}.name: Duplicate value: \"{}\"", path, name));
  }
}

void check_ports(Messages& messages, const json& spec) {
  const json ports = spec.value("ports", json::array());
  const bool needs_none = is_headless(spec) || api::string_member(spec, "type") == "ExternalName";
  if (ports.empty() && !needs_none) messages.emplace_back("spec.ports: Required value");
  std::set<std::string> names;
  std::set<std::string> known;
  for (std::size_t at = 0; at < ports.size(); ++at) {
    const json& port = ports[at];
    const std::string path = fmt::format("spec.ports[{}]", at);
    check_port_name(messages, path, port, ports.size() > 1, names);
    const std::int64_t number = api::integer_of(api::find_member(port, "port"));
    if (!is_port(number)) messages.push_back(between(path + ".port", number, 1, max_ports));
    check_supported(messages, path + ".protocol", api::string_member(port, "protocol"), {"SCTP", "TCP", "UDP"});
    check_target(messages, path + ".targetPort", port.at("targetPort"));
    if (port.contains("nodePort") && api::string_member(spec, "type") == "ClusterIP") {
      messages.push_back(path + ".nodePort: Forbidden: may not be used when `type` is 'ClusterIP'");
    }
    const json pair{{"protocol", port.at("protocol")}, {"port", number}};
    if (!known.insert(pair.dump()).second) {
      messages.push_back(fmt::format("{}: Duplicate value: {}", path, pair.dump()));
    }
  }
}

void check_address(Messages& messages, const json& spec) {
  const std::string address = api::string_member(spec, "clusterIP");
  const json addresses = spec.value("clusterIPs", json::array());
  if (api::string_member(spec, "type") == "ExternalName") {
    if (!addresses.empty())
      messages.emplace_back("spec.clusterIPs: Forbidden: may not be set for ExternalName services");
    return;
  }
  const bool differs = !addresses.empty() && addresses[0] != address;
  if (differs) {
    messages.push_back(
        fmt::format("spec.clusterIPs: Invalid value: {}: first value must match `clusterIP`", addresses.dump()));
  } else if (addresses.size() > 1) {
    messages.push_back(
        fmt::format("spec.clusterIPs: Invalid value: {}: this cluster has a single address family", addresses.dump()));
  }
  if (address.empty()) return;
  if (is_headless(spec)) {
    if (!is_of_nodes(spec)) return;
    messages.push_back(
        fmt::format("spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for {} services",
                    api::string_member(spec, "type")));
  } else if (!ipv4_of(address)) {
    messages.push_back(fmt::format(
        "spec.clusterIPs[0]: Invalid value: \"{}\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
        address));
  }
}

void check_families(Messages& messages, const json& spec) {
  if (api::string_member(spec, "type") == "ExternalName") return;
  check_supported(messages, "spec.ipFamilyPolicy", api::string_member(spec, "ipFamilyPolicy"),
                  {"PreferDualStack", "RequireDualStack", "SingleStack"});
  const bool is_for_all = is_headless(spec) && spec.value("selector", json::object()).empty();
  if (is_for_all) return;
  if (spec.at("ipFamilyPolicy") == "RequireDualStack") {
    messages.emplace_back(
        "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": this cluster is not configured for dual-stack "
        "services");
  }
  const json& families = spec.at("ipFamilies");
  for (std::size_t at = 0; at < families.size(); ++at) {
    if (families[at] == "IPv4") continue;
    messages.push_back(
        fmt::format("spec.ipFamilies[{}]: Invalid value: {}: not configured on this cluster", at, families[at].dump()));
  }
}

void check_session(Messages& messages, const json& spec) {
  constexpr std::int64_t longest = 86'400;
  check_supported(messages, "spec.sessionAffinity", api::string_member(spec, "sessionAffinity"), {"ClientIP", "None"});
  const json* config = api::find_member(spec, "sessionAffinityConfig");
  if (spec.at("sessionAffinity") == "None" && config != nullptr) {
    messages.emplace_back("spec.sessionAffinityConfig: Forbidden: must not be set when session affinity is None");
  }
  if (spec.at("sessionAffinity") != "ClientIP") return;
  const std::int64_t seconds = spec.at("sessionAffinityConfig").at("clientIP").value("timeoutSeconds", std::int64_t{0});
  if (seconds > 0 && seconds <= longest) return;
  messages.push_back(
      fmt::format("spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: {}: must be greater than 0 and "
                  "less than {}",
                  seconds, longest));
}

void check_external_name(Messages& messages, const json& spec) {
  if (api::string_member(spec, "type") != "ExternalName") return;
  std::string name = api::string_member(spec, "externalName");
  if (name.ends_with('.')) name.pop_back();
  if (name.empty()) {
    messages.emplace_back("spec.externalName: Required value");
  } else if (!is_subdomain_name(name)) {
    messages.push_back(fmt::format("spec.externalName: Invalid value: \"{}\": {}", name, subdomain_name_rule));
  }
}

void check_traffic(Messages& messages, const json& spec) {
  const std::string outside = api::string_member(spec, "externalTrafficPolicy");
  if (!outside.empty()) {
    if (is_of_nodes(spec) || !spec.value("externalIPs", json::array()).empty()) {
      check_supported(messages, "spec.externalTrafficPolicy", outside, {"Cluster", "Local"});
    } else {
      messages.push_back(
          fmt::format("spec.externalTrafficPolicy: Invalid value: \"{}\": may only be set for externally-accessible "
                      "services",
                      outside));
    }
  }
  const std::string inside = api::string_member(spec, "internalTrafficPolicy");
  if (!inside.empty()) check_supported(messages, "spec.internalTrafficPolicy", inside, {"Cluster", "Local"});
}

void check_addresses(Messages& messages, const std::string& path, const json& addresses) {
  for (std::size_t at = 0; at < addresses.size(); ++at) {
    const bool is_object = addresses[at].is_object();
    const std::string address{api::string_of(is_object ? api::find_member(addresses[at], "ip") : &addresses[at])};
    const std::string place = fmt::format("{}[{}]{}", path, at, is_object ? ".ip" : "");
    if (ipv4_of(address)) continue;
    messages.push_back(fmt::format(
        "{}: Invalid value: \"{}\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)", place, address));
  }
}

}  // namespace

std::optional<std::uint32_t> ipv4_of(std::string_view text) {
  constexpr int parts = 4;
  constexpr std::uint32_t maximum = 255;
  std::uint32_t address = 0;
  const char* at = text.data();
  const char* end = at + text.size();
  for (int part = 0; part < parts; ++part) {
    if (part > 0 && (at == end || *at++ != '.')) return std::nullopt;
    std::uint32_t number = 0;
    const auto read = std::from_chars(at, end, number);
    const bool has_leading_zero = read.ptr - at > 1 && *at == '0';
    if (read.ec != std::errc{} || number > maximum || has_leading_zero) return std::nullopt;
    address = address << 8 | number;
    at = read.ptr;
  }
  if (at != end) return std::nullopt;
  return address;
}

void apply_service_defaults(json& spec) {
  fill(spec, "type", "ClusterIP");
  fill(spec, "sessionAffinity", "None");
  if (spec["sessionAffinity"] == "ClientIP") {
    constexpr int three_hours = 10'800;
    fill(spec["sessionAffinityConfig"], "clientIP", json::object());
    fill(spec["sessionAffinityConfig"]["clientIP"], "timeoutSeconds", three_hours);
  }
  if (spec.contains("ports")) {
    for (json& port : spec["ports"]) fill_port(port);
  }
  const json given = spec.value("clusterIP", json{});
  if (given == "") spec.erase("clusterIP");
  if (spec.value("clusterIPs", json{}).empty()) spec.erase("clusterIPs");
  if (spec.contains("clusterIP") && !spec.contains("clusterIPs")) spec["clusterIPs"] = json::array({spec["clusterIP"]});
  if (spec["type"] == "ExternalName") return;
  fill(spec, "internalTrafficPolicy", "Cluster");
  if (is_of_nodes(spec)) fill(spec, "externalTrafficPolicy", "Cluster");
  if (spec["type"] == "LoadBalancer") fill(spec, "allocateLoadBalancerNodePorts", true);
  fill_families(spec);
}

Messages broken_service_rules(const json& service) {
  Messages messages;
  const json& spec = service.at("spec");
  check_supported(messages, "spec.type", api::string_member(spec, "type"),
                  {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"});
  if (!messages.empty()) return messages;
  check_ports(messages, spec);
  const json selector = spec.value("selector", json::object());
  for (const auto& [key, value] : selector.items()) {
    const std::string text = value;
    for (const std::string& wrong : broken_label_value(text)) {
      messages.push_back(fmt::format("spec.selector: Invalid value: \"{}\": {}", text, wrong));
    }
  }
  check_session(messages, spec);
  check_address(messages, spec);
  check_families(messages, spec);
  check_external_name(messages, spec);
  check_traffic(messages, spec);
  check_addresses(messages, "spec.externalIPs", spec.value("externalIPs", json::array()));
  return messages;
}

Messages broken_service_update_rules(const json& before, const json& after) {
  const json& was = before.at("spec");
  const json& is = after.at("spec");
  const bool had_address = !api::string_member(was, "clusterIP").empty();
  const bool needs_address = api::string_member(is, "type") != "ExternalName";
  const bool is_same = was.value("clusterIP", "") == is.value("clusterIP", "");
  if (!had_address || !needs_address || is_same) return {};
  return {fmt::format("spec.clusterIPs[0]: Invalid value: {}: may not change once set",
                      is.value("clusterIPs", json::array()).dump())};
}

Messages broken_endpoints_rules(const json& endpoints) {
  Messages messages;
  const json subsets = endpoints.value("subsets", json::array());
  for (std::size_t at = 0; at < subsets.size(); ++at) {
    const std::string path = fmt::format("subsets[{}]", at);
    const json ready = subsets[at].value("addresses", json::array());
    const json unready = subsets[at].value("notReadyAddresses", json::array());
    if (ready.empty() && unready.empty()) {
      messages.push_back(path + ": Required value: must specify `addresses` or `notReadyAddresses`");
    }
    check_addresses(messages, path + ".addresses", ready);
    check_addresses(messages, path + ".notReadyAddresses", unready);
  }
  return messages;
}

Messages broken_slice_rules(const json& slice) {
  constexpr std::size_t max_addresses = 100;
  Messages messages;
  const std::string type = api::string_member(slice, "addressType");
  check_supported(messages, "addressType", type, {"FQDN", "IPv4", "IPv6"});
  const json endpoints = slice.value("endpoints", json::array());
  for (std::size_t at = 0; at < endpoints.size(); ++at) {
    const std::string path = fmt::format("endpoints[{}].addresses", at);
    const json addresses = endpoints[at].value("addresses", json::array());
    if (addresses.empty()) messages.push_back(path + ": Required value: must contain at least 1 address");
    if (addresses.size() > max_addresses) {
      messages.push_back(
          fmt::format("{}: Too many: {}: must have at most {} items", path, addresses.size(), max_addresses));
    }
    if (type == "IPv4") check_addresses(messages, path, addresses);
  }
  return messages;
}

}  // namespace podreel::cluster
