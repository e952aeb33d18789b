// Services behind the API, and the pods that are found behind them.
#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const std::string services = "/api/v1/namespaces/default/services";
const std::string endpoints = "/api/v1/namespaces/default/endpoints";
const std::string slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";

/// Of pods that are labelled app=web.
std::string service(const json& more = json::object(), const std::string& name = "web") {
  json spec{{"selector", {{"app", "web"}}}, {"ports", json::array({{{"port", 80}, {"targetPort", 8080}}})}};
  spec.update(more);
  for (auto member = spec.begin(); member != spec.end();) {
    member = member->is_null() ? spec.erase(member) : std::next(member);
  }
  return json{{"metadata", {{"name", name}}}, {"spec", std::move(spec)}}.dump();
}

std::string web_pod(const std::string& name, const json& more = json::object()) {
  json spec{{"containers", json::array({{{"name", "app"},
                                         {"image", "nginx:1"},
                                         {"ports", json::array({{{"name", "http"}, {"containerPort", 9000}}})}}})}};
  spec.update(more);
  return json{{"metadata", {{"name", name}, {"labels", {{"app", "web"}}}}}, {"spec", std::move(spec)}}.dump();
}

json slices_of(Served& served, const std::string& name) {
  return served.get(slices + "?labelSelector=kubernetes.io%2Fservice-name%3D" + name).at("items");
}

json cells(Served& served, const std::string& target) {
  return json::parse(served.ask("GET", target, {}, {}, table).body)["rows"][0]["cells"];
}

const std::string invalid_service = "422 Invalid: Service \"web\" is invalid: ";

}  // namespace

TEST_CASE("the Service by which the API is reached is there, and comes back") {
  Served served;
  CHECK(cells(served, services + "/kubernetes") ==
        json{"kubernetes", "ClusterIP", "10.96.0.1", "<none>", "443/TCP", "0s", "<none>"});
  CHECK(cells(served, endpoints + "/kubernetes") == json{"kubernetes", "192.168.0.1:6443", "0s"});
  CHECK(cells(served, slices + "/kubernetes") == json{"kubernetes", "IPv4", "6443", "192.168.0.1", "0s"});
  served.done("DELETE", services + "/kubernetes");
  CHECK(served.ask("GET", services + "/kubernetes").status == 404);
  served.advance("11s");
  CHECK(served.get(services + "/kubernetes")["spec"]["clusterIP"] == "10.96.0.1");
  CHECK(served.get(endpoints + "/kubernetes")["subsets"].size() == 1);
}

TEST_CASE("a Service gets what it does not say") {
  Served served;
  const json made = served.done("POST", services, service());
  const json& spec = made["spec"];
  CHECK(spec["type"] == "ClusterIP");
  CHECK(spec["sessionAffinity"] == "None");
  CHECK(spec["internalTrafficPolicy"] == "Cluster");
  CHECK(spec["ipFamilies"] == json{"IPv4"});
  CHECK(spec["ipFamilyPolicy"] == "SingleStack");
  CHECK(spec["ports"] == json::array({{{"port", 80}, {"protocol", "TCP"}, {"targetPort", 8080}}}));
  CHECK(spec["clusterIP"].get<std::string>().starts_with("10."));
  CHECK(spec["clusterIPs"] == json::array({spec["clusterIP"]}));
  CHECK(made["status"] == json{{"loadBalancer", json::object()}});
  // Another one of that name gets that address again, and one of another name another one.
  served.done("DELETE", services + "/web");
  CHECK(served.done("POST", services, service())["spec"]["clusterIP"] == spec["clusterIP"]);
  CHECK(served.done("POST", services, service(json::object(), "other"))["spec"]["clusterIP"] != spec["clusterIP"]);
}

TEST_CASE("pods are endpoints of a Service when they have an address, and are ready or not") {
  Served served;
  served.done("POST", services, service());
  served.advance("1s");
  CHECK_FALSE(served.get(endpoints + "/web").contains("subsets"));
  CHECK(slices_of(served, "web").size() == 1);
  CHECK(slices_of(served, "web")[0]["endpoints"].empty());
  const json empty_slice = slices_of(served, "web")[0];
  const json probe{{"httpGet", {{"port", 1}}}, {"initialDelaySeconds", 20}};
  served.done("POST", pods, web_pod("a"));
  served.done("POST", pods,
              web_pod("b", {{"containers",
                             json::array({{{"name", "app"}, {"image", "nginx:1"}, {"readinessProbe", probe}}})}}));
  served.advance("10s");
  const json subset = served.get(endpoints + "/web")["subsets"][0];
  CHECK(subset["addresses"].size() == 1);
  CHECK(subset["addresses"][0]["targetRef"]["name"] == "a");
  CHECK(subset["addresses"][0]["nodeName"] == "node-1");
  CHECK(subset["notReadyAddresses"][0]["targetRef"]["name"] == "b");
  CHECK(subset["ports"] == json::array({{{"port", 8080}, {"protocol", "TCP"}}}));
  const json slice = slices_of(served, "web")[0];
  CHECK(slice["endpoints"].size() == 2);
  CHECK(slice["metadata"]["uid"] == empty_slice["metadata"]["uid"]);
  CHECK(slice["endpoints"][0]["conditions"] == json{{"ready", true}, {"serving", true}, {"terminating", false}});
  CHECK(slice["endpoints"][1]["conditions"]["ready"] == false);
  CHECK(slice["ports"] == json::array({{{"name", ""}, {"port", 8080}, {"protocol", "TCP"}}}));
  CHECK(slice["metadata"]["ownerReferences"][0]["name"] == "web");
  served.advance("60s");
  CHECK(served.get(endpoints + "/web")["subsets"][0]["addresses"].size() == 2);
}

TEST_CASE("a pod that is being deleted leaves the endpoints, and is terminating in slices") {
  Served served;
  served.done("POST", services, service());
  const json slow{{"preStop", {{"sleep", {{"seconds", 10}}}}}};
  const json container{{"name", "app"}, {"image", "nginx:1"}, {"lifecycle", slow}};
  served.done("POST", pods, web_pod("a", {{"containers", json::array({container})}}));
  served.advance("10s");
  CHECK(served.get(endpoints + "/web")["subsets"].size() == 1);
  served.done("DELETE", std::string{pods} + "/a");
  served.advance("1s");
  CHECK_FALSE(served.get(endpoints + "/web").contains("subsets"));
  const json terminating = slices_of(served, "web")[0]["endpoints"];
  REQUIRE(terminating.size() == 1);
  CHECK(terminating[0]["conditions"]["ready"] == false);
  CHECK(terminating[0]["conditions"]["terminating"] == true);
  served.advance("60s");
  CHECK(slices_of(served, "web")[0]["endpoints"].empty());
}

TEST_CASE("a Service takes pods that are not ready if it says so, and ports by their names") {
  Served served;
  const json by_name = json::array({{{"port", 80}, {"targetPort", "http"}}});
  served.done("POST", services, service({{"publishNotReadyAddresses", true}, {"ports", by_name}}));
  const json probe{{"httpGet", {{"port", 1}}}, {"initialDelaySeconds", 60}};
  served.done("POST", pods,
              web_pod("a", {{"containers",
                             json::array({{{"name", "app"},
                                           {"image", "nginx:1"},
                                           {"readinessProbe", probe},
                                           {"ports", json::array({{{"name", "http"}, {"containerPort", 9000}}})}}})}}));
  served.advance("10s");
  CHECK(served.get(endpoints + "/web")["subsets"][0]["ports"][0]["port"] == 9000);
  CHECK(served.get(endpoints + "/web")["subsets"][0]["addresses"].size() == 1);
  CHECK(slices_of(served, "web")[0]["endpoints"][0]["conditions"]["ready"] == true);
  // A pod without such a port is no address of it.
  served.done("POST", pods, web_pod("b", {{"containers", json::array({{{"name", "app"}, {"image", "nginx:1"}}})}}));
  served.advance("10s");
  CHECK(served.get(endpoints + "/web")["subsets"].size() == 1);
}

TEST_CASE("a hundred pods fill a slice, and stay where they are") {
  Served served;
  served.done("POST", services, service());
  for (int number = 0; number < 105; ++number) served.done("POST", pods, web_pod("p" + std::to_string(1000 + number)));
  served.advance("5m");
  const json filled = slices_of(served, "web");
  REQUIRE(filled.size() == 2);
  CHECK(filled[0]["endpoints"].size() + filled[1]["endpoints"].size() == 105);
  CHECK(cells(served, endpoints + "/web")[1].get<std::string>().ends_with(" + 102 more..."));
  for (int number = 0; number < 105; ++number) {
    served.done("DELETE", std::string{pods} + "/p" + std::to_string(1000 + number) + "?gracePeriodSeconds=1");
  }
  served.advance("5m");
  const json left = slices_of(served, "web");
  REQUIRE(left.size() == 1);
  CHECK(left[0]["endpoints"].empty());
  served.done("DELETE", services + "/web");
  served.advance("1s");
  CHECK(slices_of(served, "web").empty());
  CHECK(served.ask("GET", endpoints + "/web").status == 404);
}

TEST_CASE("types of Services differ in their addresses and ports") {
  Served served;
  const json node_port = served.done("POST", services, service({{"type", "NodePort"}}, "node"))["spec"];
  const int port = node_port["ports"][0]["nodePort"];
  CHECK(port >= 30086);
  CHECK(port <= 32767);
  CHECK(node_port["externalTrafficPolicy"] == "Cluster");
  const json balanced = served.done(
      "POST", services, service({{"type", "LoadBalancer"}, {"externalTrafficPolicy", "Local"}}, "balanced"))["spec"];
  CHECK(balanced["allocateLoadBalancerNodePorts"] == true);
  CHECK(balanced.contains("healthCheckNodePort"));
  CHECK(cells(served, services + "/balanced")[3] == "<pending>");
  const json headless = served.done("POST", services, service({{"clusterIP", "None"}}, "headless"))["spec"];
  CHECK(headless["clusterIPs"] == json{"None"});
  CHECK_FALSE(headless.contains("nodePort"));
  const json of_kubelets = served.get(services + "?fieldSelector=spec.clusterIP!%3DNone")["items"];
  CHECK(std::ranges::none_of(of_kubelets, [](const json& each) { return each["metadata"]["name"] == "headless"; }));
  CHECK(served.get(services + "?fieldSelector=spec.type%3DNodePort")["items"].size() == 1);
  const json open =
      served.done("POST", services, service({{"clusterIP", "None"}, {"selector", nullptr}}, "open"))["spec"];
  CHECK(open["ipFamilies"] == json{"IPv4", "IPv6"});
  const json named = served.done(
      "POST", services,
      service({{"type", "ExternalName"}, {"externalName", "example.com"}, {"ports", nullptr}, {"selector", nullptr}},
              "named"))["spec"];
  CHECK_FALSE(named.contains("clusterIP"));
  CHECK(cells(served, services + "/named") ==
        json{"named", "ExternalName", "<none>", "example.com", "<none>", "0s", "<none>"});
  served.advance("1s");
  CHECK(served.get(endpoints + "/headless")["metadata"]["labels"].contains("service.kubernetes.io/headless"));
  CHECK(served.ask("GET", endpoints + "/named").status == 404);
}

TEST_CASE("an update keeps what was allocated, and gives it back with the type") {
  Served served;
  const json made = served.done("POST", services, service());
  const json as_node_port =
      served.done("PATCH", services + "/web", R"({"spec":{"type":"NodePort"}})", strategic_patch)["spec"];
  CHECK(as_node_port["clusterIP"] == made["spec"]["clusterIP"]);
  const int port = as_node_port["ports"][0]["nodePort"];
  const json replaced = served.done("PUT", services + "/web", service({{"type", "NodePort"}}))["spec"];
  CHECK(replaced["clusterIP"] == made["spec"]["clusterIP"]);
  CHECK(replaced["ports"][0]["nodePort"] == port);
  const json back =
      served.done("PATCH", services + "/web", R"({"spec":{"type":"ClusterIP"}})", strategic_patch)["spec"];
  CHECK_FALSE(back["ports"][0].contains("nodePort"));
  CHECK_FALSE(back.contains("externalTrafficPolicy"));
  const json added =
      served.done("PATCH", services + "/web", R"({"spec":{"ports":[{"port":80,"name":"a"},{"port":81,"name":"b"}]}})",
                  strategic_patch)["spec"];
  CHECK(added["ports"].size() == 2);
  CHECK(added["ports"][0]["targetPort"] == 8080);
  CHECK(served.refusal("PATCH", services + "/web", R"({"spec":{"clusterIP":"10.96.9.9"}})", merge_patch) ==
        invalid_service + "spec.clusterIPs[0]: Invalid value: [\"10.96.9.9\"]: may not change once set");
  CHECK(served.refusal("PATCH", services + "/web", R"({"spec":{"clusterIP":"10.96.9.9","clusterIPs":["10.96.9.9"]}})",
                       merge_patch) ==
        invalid_service + "spec.clusterIPs[0]: Invalid value: [\"10.96.9.9\"]: may not change once set");
}

TEST_CASE("applied ports of a Service are merged by their numbers and protocols") {
  Served served;
  const std::string target = services + "/web?fieldManager=";
  const auto apply = [&](const std::string& manager, const std::string& port) {
    return served.done(
        "PATCH", target + manager,
        R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"web"},"spec":{"ports":[)" + port + "]}}",
        "application/apply-patch+yaml");
  };
  apply("one", R"({"name":"a","port":80,"protocol":"TCP"})");
  CHECK(apply("two", R"({"name":"b","port":81})")["spec"]["ports"].size() == 2);
  CHECK(apply("one", R"({"name":"c","port":82})")["spec"]["ports"].size() == 2);
}

TEST_CASE("what no cluster could give is refused") {
  Served served;
  const auto refused = [&served](const json& more) { return served.refusal("POST", services, service(more)); };
  CHECK(
      refused({{"clusterIP", "1.2.3.4"}}) ==
      invalid_service +
          "spec.clusterIPs: Invalid value: [\"1.2.3.4\"]: failed to allocate IP 1.2.3.4: the provided IP (1.2.3.4) is "
          "not in the valid range. The range of valid IPs is 10.96.0.0/12");
  CHECK(refused({{"clusterIP", "10.96.0.1"}}).ends_with("provided IP is already allocated"));
  CHECK(refused({{"clusterIP", "10.096.0.1"}}).find("must be a valid IP address") != std::string::npos);
  const auto with_port = [](const json& port, const std::string& type = "NodePort") {
    return json{{"type", type}, {"ports", json::array({port})}};
  };
  CHECK(refused(with_port({{"port", 80}, {"nodePort", 80}})) ==
        invalid_service +
            "spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid "
            "ports is 30000-32767");
  served.done("POST", services, service(with_port({{"port", 80}, {"nodePort", 30001}}), "taken"));
  CHECK(refused(with_port({{"port", 80}, {"nodePort", 30001}})).ends_with("provided port is already allocated"));
  CHECK(refused(with_port({{"port", 80}, {"nodePort", 30002}}, "ClusterIP")) ==
        invalid_service + "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'");
  CHECK(refused(with_port({{"port", 0}})) ==
        invalid_service +
            "[spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive, "
            "spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive]");
  CHECK(refused(with_port({{"port", 80}, {"protocol", "HTTP"}})) ==
        invalid_service +
            "spec.ports[0].protocol: Unsupported value: \"HTTP\": supported values: \"SCTP\", \"TCP\", \"UDP\"");
  CHECK(refused({{"ports", nullptr}}) == invalid_service + "spec.ports: Required value");
  CHECK(refused({{"type", "Magic"}}).find("Unsupported value: \"Magic\"") != std::string::npos);
  CHECK(refused({{"type", "ExternalName"}}).find("spec.externalName: Required value") != std::string::npos);
  CHECK(refused({{"ipFamilies", {"IPv6"}}}).find("not configured on this cluster") != std::string::npos);
  CHECK(refused({{"sessionAffinity", "Sometimes"}}).find("Unsupported value: \"Sometimes\"") != std::string::npos);
  CHECK(refused({{"ports", json::array({{{"prt", 80}}})}}).find("unknown field \"spec.ports[0].prt\"") !=
        std::string::npos);
  CHECK(refused({{"ports", json::array({1})}}).starts_with("400 BadRequest"));
  CHECK(served.refusal("POST", services, service(json::object(), "1st")).find("a DNS-1035 label must consist") !=
        std::string::npos);
}

TEST_CASE("endpoints of a Service without a selector are its owner's") {
  Served served;
  served.done("POST", services, service({{"selector", nullptr}}));
  const json subsets =
      json::array({{{"addresses", json::array({{{"ip", "10.1.2.3"}}})}, {"ports", json::array({{{"port", 80}}})}}});
  served.done("POST", endpoints, json{{"metadata", {{"name", "web"}}}, {"subsets", subsets}}.dump());
  served.advance("10s");
  CHECK(cells(served, endpoints + "/web")[1] == "10.1.2.3:80");
  const json wrong = json::array({{{"addresses", json::array({{{"ip", "x"}}})}}});
  CHECK(served.refusal("POST", endpoints, json{{"metadata", {{"name", "w"}}}, {"subsets", wrong}}.dump())
            .find("subsets[0].addresses[0].ip: Invalid value: \"x\": must be a valid IP address") != std::string::npos);
  CHECK(served.refusal("POST", slices, R"({"metadata":{"name":"s"},"addressType":"IPX","endpoints":[]})")
            .find("addressType: Unsupported value: \"IPX\"") != std::string::npos);
}

TEST_CASE("names of ports and policies of Services keep to Kubernetes' rules") {
  Served served;
  const auto refusal = [&](const json& more) { return served.refusal("POST", services, service(more)); };
  const auto named = [](const char* name) {
    return json{{"ports", json::array({{{"port", 80}, {"name", name}}, {{"port", 81}, {"name", "other"}}})}};
  };
  CHECK(refusal({{"ipFamilyPolicy", "RequireDualStack"}}).find("this cluster is not configured for dual-stack") !=
        std::string::npos);
  CHECK(
      refusal({{"externalTrafficPolicy", "Local"}})
          .find(
              "externalTrafficPolicy: Invalid value: \"Local\": may only be set for externally-accessible services") !=
      std::string::npos);
  for (const char* name : {"-http", "http-"}) {
    CAPTURE(name);
    CHECK(refusal(named(name)).starts_with("422 Invalid"));
  }
  CHECK(served.ask("POST", services, service(named("http"))).status == 201);
}

TEST_CASE("two protocols may share a node's port, and a port has one Service") {
  Served served;
  const auto port = [](int number, const char* protocol, const char* name) {
    return json{{"port", number}, {"nodePort", 30'080}, {"protocol", protocol}, {"name", name}};
  };
  const json shared{{"type", "NodePort"}, {"ports", json::array({port(80, "TCP", "a"), port(80, "UDP", "b")})}};
  CHECK(served.ask("POST", services, service(shared, "shared")).status == 201);
  const json twice{{"type", "NodePort"}, {"ports", json::array({port(80, "TCP", "a"), port(81, "TCP", "b")})}};
  CHECK(served.refusal("POST", services, service(twice)).find("provided port is already allocated") !=
        std::string::npos);
  const json local{{"type", "LoadBalancer"}, {"externalTrafficPolicy", "Local"}};
  CHECK(served.done("POST", services, service(local, "local"))["spec"].contains("healthCheckNodePort"));
  CHECK_FALSE(served.done("POST", services, service({{"type", "LoadBalancer"}}, "everywhere"))["spec"].contains(
      "healthCheckNodePort"));
}

TEST_CASE("an endpoint names its node") {
  Served served;
  served.done("POST", services, service());
  served.done("POST", pods, web_pod("a"));
  served.advance("10s");
  REQUIRE(slices_of(served, "web").at(0).at("endpoints").size() == 1);
  CHECK(slices_of(served, "web")[0]["endpoints"][0]["nodeName"] == served.session.simulation.node().node_name());
}

TEST_CASE("a port of pods that a Service names has a name as Kubernetes allows it") {
  Served served;
  const auto refusal = [&](const char* target) {
    return served.refusal("POST", services,
                          service({{"ports", json::array({{{"port", 80}, {"targetPort", target}}})}}));
  };
  CHECK(refusal("1-2").find("must contain at least one letter (a-z)") != std::string::npos);
  CHECK(refusal("-http").find("must not begin or end with a hyphen") != std::string::npos);
  CHECK(refusal("http-").find("must not begin or end with a hyphen") != std::string::npos);
}

TEST_CASE("an API server that is stated to be older than 1.31 selects services only by name and namespace") {
  const std::string scenario =
      scripted_node + "  node: {apiServer: {version: \"1.30\"}, kubelet: {version: \"1.31\"}}\n";
  Served old{scenario};
  CHECK(
      old.refusal("GET", services + "?fieldSelector=spec.clusterIP!%3DNone") ==
      R"(400 BadRequest: "spec.clusterIP" is not a known field selector: only "metadata.name", "metadata.namespace")");
  CHECK(old.get(services + "?fieldSelector=metadata.name%3Dkubernetes")["items"].size() == 1);
}

}  // namespace podreel::serve
