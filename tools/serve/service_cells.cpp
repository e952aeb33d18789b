#include "tools/serve/service_cells.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/api/json_member.hpp"
#include "tools/serve/selector_text.hpp"
#include "tools/serve/workload_cells.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// Lists the first three texts and the number of further ones.
std::string few_of(const std::vector<std::string>& texts, std::string_view otherwise) {
  constexpr std::size_t maximum = 3;
  if (texts.empty()) return std::string{otherwise};
  std::string list;
  for (std::size_t at = 0; at < texts.size() && at < maximum; ++at) append_item(list, texts[at]);
  return texts.size() > maximum ? fmt::format("{} + {} more...", list, texts.size() - maximum) : list;
}

std::string external_address(const json& object) {
  const json& spec = object["spec"];
  const std::string type = api::string_member(spec, "type");
  if (type == "ExternalName") return api::string_member(spec, "externalName");
  std::string list;
  if (type == "LoadBalancer") {
    const json status = object.value("status", json::object()).value("loadBalancer", json::object());
    api::for_each_item(status, "ingress", [&list](const json& ingress) {
      const std::string ip = api::string_member(ingress, "ip");
      append_item(list, ip.empty() ? api::string_member(ingress, "hostname") : ip);
    });
  }
  api::for_each_item(spec, "externalIPs", [&list](const json& ip) { append_item(list, ip.get<std::string>()); });
  if (!list.empty()) return list;
  return type == "LoadBalancer" ? "<pending>" : "<none>";
}

/// Returns "80:30080/TCP".
std::string ports_of(const json& spec) {
  std::string list;
  api::for_each_item(spec, "ports", [&list](const json& port) {
    const std::int64_t of_node = port.value("nodePort", std::int64_t{0});
    const std::string numbers = of_node == 0 ? port["port"].dump() : fmt::format("{}:{}", port["port"].dump(), of_node);
    append_item(list, fmt::format("{}/{}", numbers, port.value("protocol", "TCP")));
  });
  return list.empty() ? "<none>" : list;
}

}  // namespace

json service_cells(const json& object, sim::Time now) {
  const json& spec = object["spec"];
  const std::string address = api::string_member(spec, "clusterIP");
  const std::string selector = labels_text(spec.value("selector", json::object()));
  return {object["metadata"]["name"],
          spec["type"],
          address.empty() ? "<none>" : address,
          external_address(object),
          ports_of(spec),
          age_of(object, now),
          selector.empty() ? "<none>" : selector};
}

json endpoints_cells(const json& object, sim::Time now) {
  std::vector<std::string> texts;
  api::for_each_item(object, "subsets", [&texts](const json& subset) {
    const json ports = subset.value("ports", json::array());
    api::for_each_item(subset, "addresses", [&](const json& address) {
      const std::string ip = api::string_member(address, "ip");
      if (ports.empty()) texts.push_back(ip);
      for (const json& port : ports) texts.push_back(fmt::format("{}:{}", ip, port.value("port", 0)));
    });
  });
  return {object["metadata"]["name"], few_of(texts, "<none>"), age_of(object, now)};
}

json endpoint_slice_cells(const json& object, sim::Time now) {
  std::vector<std::string> ports;
  api::for_each_item(object, "ports", [&ports](const json& port) {
    ports.push_back(port.contains("port") ? port["port"].dump() : "*");
  });
  std::vector<std::string> addresses;
  api::for_each_item(object, "endpoints", [&addresses](const json& endpoint) {
    api::for_each_item(endpoint, "addresses",
                       [&addresses](const json& address) { addresses.push_back(address.get<std::string>()); });
  });
  return {object["metadata"]["name"], object.value("addressType", ""), few_of(ports, "<unset>"),
          few_of(addresses, "<unset>"), age_of(object, now)};
}

}  // namespace podreel::serve
