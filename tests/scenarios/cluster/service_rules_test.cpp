// Defaults and rules of Services and their endpoints.
#include "scenarios/cluster/service_rules.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::cluster {

namespace {

using nlohmann::json;
using Messages = std::vector<std::string>;

/// A Service with defaults.
json service(const char* spec) {
  json object{{"spec", json::parse(spec)}};
  apply_service_defaults(object["spec"]);
  return object;
}

Messages broken(const char* spec) {
  return broken_service_rules(service(spec));
}

}  // namespace

TEST_CASE("addresses have four numbers of up to 255 without leading zeros") {
  CHECK(ipv4_of("10.96.0.1") == 0x0a600001U);
  CHECK(ipv4_of("255.255.255.255") == 0xffffffffU);
  CHECK(ipv4_of("0.0.0.0") == 0U);
  for (const char* text : {"", "10.96.0", "10.96.0.1.", "10.96.0.256", "10.96.00.1", "10.96.0.1 ", "a.b.c.d", "::1"}) {
    CHECK_FALSE_MESSAGE(ipv4_of(text), text);
  }
}

TEST_CASE("Services get the defaults of their type, once") {
  json spec = service(R"({"ports": [{"port": 80, "nodePort": 0}, {"port": 81, "targetPort": "web"}], "clusterIP": "",
                          "clusterIPs": []})")["spec"];
  CHECK(spec == json::parse(R"({"type": "ClusterIP", "sessionAffinity": "None", "internalTrafficPolicy": "Cluster",
    "ipFamilies": ["IPv4"], "ipFamilyPolicy": "SingleStack",
    "ports": [{"port": 80, "protocol": "TCP", "targetPort": 80}, {"port": 81, "protocol": "TCP", "targetPort": "web"}]})"));
  const json before = spec;
  apply_service_defaults(spec);
  CHECK(spec == before);

  spec = service(R"({"type": "LoadBalancer", "clusterIP": "10.96.0.9", "sessionAffinity": "ClientIP"})")["spec"];
  CHECK(spec["clusterIPs"] == json::array({"10.96.0.9"}));
  CHECK(spec["externalTrafficPolicy"] == "Cluster");
  CHECK(spec["allocateLoadBalancerNodePorts"] == true);
  CHECK(spec["sessionAffinityConfig"]["clientIP"]["timeoutSeconds"] == 10'800);
  CHECK_FALSE(service(R"({"type": "NodePort"})")["spec"].contains("allocateLoadBalancerNodePorts"));

  spec = service(R"({"type": "ExternalName", "externalName": "a.example"})")["spec"];
  CHECK_FALSE(spec.contains("internalTrafficPolicy"));
  CHECK_FALSE(spec.contains("ipFamilies"));

  spec = service(R"({"clusterIP": "None"})")["spec"];
  CHECK(spec["ipFamilyPolicy"] == "RequireDualStack");
  CHECK(spec["ipFamilies"] == json::array({"IPv4", "IPv6"}));
  spec = service(R"({"clusterIP": "None", "selector": {"a": "b"}})")["spec"];
  CHECK(spec["ipFamilies"] == json::array({"IPv4"}));
}

TEST_CASE("ports of Services are checked one by one and against each other") {
  CHECK(broken(R"({"ports": [{"port": 80}]})").empty());
  CHECK(broken("{}") == Messages{"spec.ports: Required value"});
  CHECK(broken(R"({"clusterIP": "None"})").empty());
  CHECK(broken(R"({"ports": [{"port": 80}, {"port": 81, "name": "b"}]})") ==
        Messages{"spec.ports[0].name: Required value"});
  CHECK(broken(R"({"ports": [{"port": 80, "name": "a"}, {"port": 81, "name": "a"}]})") ==
        Messages{R"(spec.ports[1].name: Duplicate value: "a")"});
  CHECK(broken(R"({"ports": [{"port": 80, "name": "a"}, {"port": 80, "name": "b"}]})") ==
        Messages{R"(spec.ports[1]: Duplicate value: {"port":80,"protocol":"TCP"})"});
  CHECK(broken(R"({"ports": [{"port": 65536, "targetPort": 0}]})").size() == 2);
  CHECK(broken(R"({"ports": [{"port": 80, "targetPort": 65535}]})").empty());
  CHECK(broken(R"({"ports": [{"port": 80, "targetPort": "9"}]})") ==
        Messages{R"(spec.ports[0].targetPort: Invalid value: "9": must contain at least one letter (a-z))"});
  CHECK(broken(R"({"ports": [{"port": 80, "nodePort": 30000}]})") ==
        Messages{"spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"});
  CHECK(broken(R"({"ports": [{"port": 80, "protocol": "ICMP"}]})") ==
        Messages{R"(spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP")"});
}

TEST_CASE("addresses, families, sessions and traffic of Services are checked") {
  const std::string port = R"("ports": [{"port": 80}], )";
  const auto first_of = [&port](const std::string& spec) {
    const Messages messages = broken(("{" + port + spec + "}").c_str());
    REQUIRE_FALSE(messages.empty());
    return messages.front();
  };
  CHECK(first_of(R"("clusterIP": "10.0.0.1", "clusterIPs": ["10.0.0.2"])").find("first value must match `clusterIP`") !=
        std::string::npos);
  CHECK(first_of(R"("clusterIP": "10.0.0.1", "clusterIPs": ["10.0.0.1", "fd00::1"])").find("single address family") !=
        std::string::npos);
  CHECK(first_of(R"("clusterIP": "10.0.0")").find("must be a valid IP address") != std::string::npos);
  CHECK(first_of(R"("clusterIP": "None", "type": "NodePort", "selector": {"a": "b"})")
            .find("may not be set to 'None' for NodePort services") != std::string::npos);
  CHECK(first_of(R"("type": "ExternalName", "externalName": "a", "clusterIP": "10.0.0.1")") ==
        "spec.clusterIPs: Forbidden: may not be set for ExternalName services");
  CHECK(first_of(R"("type": "ExternalName")") == "spec.externalName: Required value");
  CHECK(
      first_of(R"("type": "ExternalName", "externalName": "A.b")").find("spec.externalName: Invalid value: \"A.b\"") ==
      0);
  CHECK(broken(R"({"type": "ExternalName", "externalName": "a.b."})").empty());
  CHECK(first_of(R"("ipFamilyPolicy": "RequireDualStack")").find("not configured for dual-stack") != std::string::npos);
  CHECK(first_of(R"("ipFamilies": ["IPv6"])") ==
        "spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured on this cluster");
  CHECK(first_of(R"("sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 5}})") ==
        "spec.sessionAffinityConfig: Forbidden: must not be set when session affinity is None");
  CHECK(first_of(R"("sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 86401}})")
            .ends_with("must be greater than 0 and less than 86400"));
  CHECK(broken((R"({)" + port + R"("sessionAffinity": "ClientIP",
    "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 86400}}})")
                   .c_str())
            .empty());
  CHECK(first_of(R"("externalTrafficPolicy": "Local")").find("may only be set for externally-accessible") !=
        std::string::npos);
  CHECK(broken(("{" + port + R"("externalTrafficPolicy": "Local", "externalIPs": ["10.0.0.1"]})").c_str()).empty());
  CHECK(first_of(R"("externalIPs": ["10.0.0"])").starts_with("spec.externalIPs[0]: Invalid value: \"10.0.0\""));
  CHECK(first_of(R"("selector": {"a": "-"})").starts_with("spec.selector: Invalid value: \"-\""));
  CHECK(first_of(R"("type": "Other")").starts_with("spec.type: Unsupported value: \"Other\""));
}

TEST_CASE("an address of a Service is kept, unless it no longer needs one") {
  const json before = service(R"({"clusterIP": "10.0.0.1", "ports": [{"port": 80}]})");
  const json other = service(R"({"clusterIP": "10.0.0.2", "ports": [{"port": 80}]})");
  const json without = service(R"({"ports": [{"port": 80}]})");
  const json named = service(R"({"type": "ExternalName", "externalName": "a"})");
  CHECK(broken_service_update_rules(before, before).empty());
  CHECK(broken_service_update_rules(without, other).empty());
  CHECK(broken_service_update_rules(before, named).empty());
  CHECK(broken_service_update_rules(before, other) ==
        Messages{R"(spec.clusterIPs[0]: Invalid value: ["10.0.0.2"]: may not change once set)"});
}

TEST_CASE("endpoints and slices need addresses, and valid ones") {
  CHECK(broken_endpoints_rules(json::parse(R"({"subsets": [{"addresses": [{"ip": "10.0.0.1"}]}]})")).empty());
  CHECK(broken_endpoints_rules(json::parse(R"({"subsets": [{"notReadyAddresses": [{"ip": "10.0.0.1"}]}]})")).empty());
  CHECK(broken_endpoints_rules(json::parse(R"({"subsets": [{}]})")) ==
        Messages{"subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"});
  CHECK(broken_endpoints_rules(json::parse(R"({"subsets": [{"addresses": [{"ip": "x"}]}]})"))
            .at(0)
            .starts_with("subsets[0].addresses[0].ip: Invalid value: \"x\""));

  const auto slice = [](const char* type, const json& addresses) {
    return broken_slice_rules({{"addressType", type}, {"endpoints", json::array({{{"addresses", addresses}}})}});
  };
  CHECK(slice("IPv4", json::array({"10.0.0.1"})).empty());
  CHECK(slice("IPv6", json::array({"fd00::1"})).empty());
  CHECK(slice("IPv4", json::array({"x"})).size() == 1);
  CHECK(slice("IPv4", json::array()) ==
        Messages{"endpoints[0].addresses: Required value: must contain at least 1 address"});
  CHECK(slice("IPv4", json(std::vector<std::string>(100, "10.0.0.1"))).empty());
  CHECK(slice("IPv4", json(std::vector<std::string>(101, "10.0.0.1"))) ==
        Messages{"endpoints[0].addresses: Too many: 101: must have at most 100 items"});
  CHECK(slice("IPv5", json::array({"x"})) ==
        Messages{R"(addressType: Unsupported value: "IPv5": supported values: "FQDN", "IPv4", "IPv6")"});
}

}  // namespace podreel::cluster
