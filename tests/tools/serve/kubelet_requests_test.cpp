// What a kubelet from outside asks, without a network.
#include "tools/serve/kubelet_requests.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/format/load.hpp"
#include "tools/serve/handler.hpp"
#include "tools/serve/watch_stream.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

class NoKubelet final : public simulation::OutsideKubelet {
 public:
  void start(const format::KubeletSettings&) override { is_up_ = true; }
  [[nodiscard]] std::string version_of(const format::KubeletSettings&) const override { return "1.30.99"; }
  void stop(std::string_view) override { is_up_ = false; }
  void go_down() override {}
  void boot(std::string_view) override {}
  [[nodiscard]] bool runs() const override { return is_up_; }

 private:
  bool is_up_ = true;
};

format::Scenario scenario() {
  constexpr const char* text = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: recorded}
spec:
  duration: 1m
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: img}]}}
    - {at: 10s, stopApiServer: {}}
    - {at: 20s, startApiServer: {}}
    - {at: 30s, stopKubelet: {}}
    - {at: 40s, startKubelet: {}}
)";
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "test"), "test");
  REQUIRE(loaded.problems.empty());
  return std::move(loaded.scenarios.front());
}

/// A kubelet's requests.
struct Asking {
  format::Scenario written = scenario();
  NoKubelet kubelet;
  Session session{written, kubelet, sim::from_unix_seconds(1'800'000'000)};
  std::string node = written.node.name;

  Response ask(std::string method, std::string target, const json& body = nullptr,
               std::string type = "application/json") {
    return answer(session, {.method = std::move(method),
                            .target = std::move(target),
                            .accept = "application/vnd.kubernetes.protobuf,application/json",
                            .content_type = std::move(type),
                            .body = body.is_null() ? "" : body.dump()});
  }
  Response merge(std::string target, const json& body) {
    return ask("PATCH", std::move(target), body, "application/strategic-merge-patch+json");
  }
  json pod() { return json::parse(ask("GET", "/api/v1/namespaces/default/pods/web").body); }
  [[nodiscard]] bool is_reported(std::string_view text) const {
    for (const std::string& record : session.simulation.records()) {
      if (record.find(text) != std::string::npos) return true;
    }
    return false;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Asking, "connections are refused while the API server is stopped") {
  CHECK_FALSE(session.simulation.is_refusing());
  session.simulation.begin_timeline();
  session.simulation.advance_to(std::chrono::seconds{10});
  CHECK(session.simulation.is_refusing());
  session.simulation.advance_to(std::chrono::seconds{20});
  CHECK_FALSE(session.simulation.is_refusing());
}

TEST_CASE_FIXTURE(Asking, "a node registers, and is Ready when it says so") {
  CHECK(ask("GET", "/api/v1/nodes/" + node).status == 404);
  const json object{{"kind", "Node"}, {"apiVersion", "v1"}, {"metadata", {{"name", node}}}};
  CHECK(ask("POST", "/api/v1/nodes", object).status == 201);
  CHECK(ask("POST", "/api/v1/nodes", object).status == 409);
  CHECK(ready_node(session.simulation).empty());
  const json status{{"status", {{"conditions", {{{"type", "Ready"}, {"status", "True"}}}}}}};
  CHECK(merge("/api/v1/nodes/" + node + "/status", status).status == 200);
  CHECK(ready_node(session.simulation) == node);
}

TEST_CASE_FIXTURE(Asking, "a node has the allocatable resources that its kubelet reports") {
  CHECK(allocatable_of(session.simulation, node).empty());
  const json object{{"kind", "Node"}, {"apiVersion", "v1"}, {"metadata", {{"name", node}}}};
  CHECK(ask("POST", "/api/v1/nodes", object).status == 201);
  CHECK(allocatable_of(session.simulation, node).empty());
  const json status{{"status", {{"allocatable", {{"cpu", "2"}, {"memory", "24Gi"}}}}}};
  CHECK(merge("/api/v1/nodes/" + node + "/status", status).status == 200);
  CHECK(allocatable_of(session.simulation, node) == api::ResourceList{{"cpu", "2"}, {"memory", "24Gi"}});
}

TEST_CASE_FIXTURE(Asking, "a watch that an outage has ended continues where it ended when the API server is back") {
  session.simulation.begin_timeline();
  const std::string version = pod().at("metadata").at("resourceVersion");
  session.simulation.advance_to(std::chrono::seconds{20});
  CHECK_FALSE(session.simulation.is_refusing());
  const Response watch = ask("GET", "/api/v1/pods?watch=1&resourceVersion=" + version);
  WatchStream stream{session.simulation, *watch.watch};
  CHECK(stream.news().empty());
  api::PodCondition balanced;
  balanced.type = "lb";
  session.simulation.node().api_server().set_conditions("default/web", {balanced});
  CHECK(json::parse(stream.news()).at("type") == "MODIFIED");
}

TEST_CASE_FIXTURE(Asking, "a kubelet that starts again is recorded with the release that it names itself") {
  session.simulation.begin_timeline();
  session.simulation.advance_to(std::chrono::seconds{45});
  CHECK(is_reported(R"("version":"1.30.99","what":"start")"));
}

TEST_CASE_FIXTURE(Asking, "nothing happens before the timeline is begun") {
  CHECK(ask("GET", "/api/v1/namespaces/default/pods/web").status == 404);
  session.simulation.begin_timeline();
  CHECK(pod().at("spec").at("nodeName") == node);
}

TEST_CASE_FIXTURE(Asking, "a status is kept word for word, and told") {
  session.simulation.begin_timeline();
  const std::string path = "/api/v1/namespaces/default/pods/web/status";
  const json status{{"phase", "Running"}, {"somethingNew", {{"a", 1}}}};
  CHECK(merge(path, {{"status", status}}).status == 200);
  CHECK(pod().at("status").at("phase") == "Running");
  CHECK(pod().at("status").at("somethingNew") == json{{"a", 1}});
  api::PodCondition balanced;
  balanced.type = "lb";
  balanced.status = "True";
  session.simulation.node().api_server().set_conditions("default/web", {balanced});
  CHECK(pod().at("status").at("somethingNew") == json{{"a", 1}});
  CHECK(pod().at("status").at("conditions").at(0).at("type") == "lb");
  CHECK(is_reported("\"kind\":\"status\""));
}

TEST_CASE_FIXTURE(Asking, "a condition that changes beside the kubelet's own is shown as it is now") {
  session.simulation.begin_timeline();
  api::PodCondition balanced;
  balanced.type = "lb";
  balanced.status = "False";
  session.simulation.node().api_server().set_conditions("default/web", {balanced});
  const json written{{"phase", "Running"}, {"conditions", {{{"type", "lb"}, {"status", "False"}}}}};
  CHECK(merge("/api/v1/namespaces/default/pods/web/status", {{"status", written}}).status == 200);
  balanced.status = "True";
  session.simulation.node().api_server().set_conditions("default/web", {balanced});
  REQUIRE(pod().at("status").at("conditions").size() == 1);
  CHECK(pod().at("status").at("conditions").at(0).at("status") == "True");
  CHECK(pod().at("status").at("phase") == "Running");
}

TEST_CASE_FIXTURE(Asking, "a change of a pod's labels is no status, and a look at its status changes nothing") {
  session.simulation.begin_timeline();
  const std::string path = "/api/v1/namespaces/default/pods/web";
  CHECK(merge(path, {{"metadata", {{"labels", {{"a", "b"}}}}}}).status == 200);
  CHECK(pod().at("metadata").at("labels") == json{{"a", "b"}});
  const std::string version = pod().at("metadata").at("resourceVersion");
  CHECK(ask("GET", path + "/status").status == 200);
  CHECK(pod().at("metadata").at("resourceVersion") == version);
}

TEST_CASE_FIXTURE(
    Asking, "a node that registers has the scenario's labels and taints, and loses what the scenario takes away") {
  format::Scenario marked = scenario();
  marked.node.labels = std::map<std::string, std::string>{{"disk", "ssd"}};
  marked.node.taints = {{.key = "dedicated", .value = "db", .effect = "NoExecute"}};
  Session other{marked, kubelet, sim::from_unix_seconds(1'800'000'000)};
  const json object{{"kind", "Node"}, {"apiVersion", "v1"}, {"metadata", {{"name", node}, {"labels", {{"own", "x"}}}}}};
  const auto send = [&](const char* method, const std::string& target, const std::string& body) {
    return answer(other, {.method = method, .target = target, .content_type = "application/json", .body = body});
  };
  CHECK(send("POST", "/api/v1/nodes", object.dump()).status == 201);
  const auto shown = [&] { return json::parse(send("GET", "/api/v1/nodes/" + node, "").body); };
  CHECK(shown()["metadata"]["labels"]["own"] == "x");
  CHECK(shown()["metadata"]["labels"]["disk"] == "ssd");
  CHECK(shown()["spec"]["taints"].dump().find("dedicated") != std::string::npos);
  CHECK(send("POST", "/podreel/v1/steps", R"({"taintNode":{"taints":[]}})").status == 200);
  CHECK(shown()["spec"].value("taints", json::array()).dump().find("dedicated") == std::string::npos);
}

TEST_CASE_FIXTURE(Asking, "a pod that its kubelet is done with is gone, if it is the one that is meant") {
  session.simulation.begin_timeline();
  const std::string path = "/api/v1/namespaces/default/pods/web";
  json options{{"gracePeriodSeconds", 0}, {"preconditions", {{"uid", "other"}}}};
  CHECK(ask("DELETE", path, options).status == 409);
  options["preconditions"]["uid"] = pod().at("metadata").at("uid");
  CHECK(ask("DELETE", path, options).status == 200);
  CHECK(ask("GET", path).status == 404);
}

TEST_CASE_FIXTURE(Asking, "writes of events are in the timeline, the events themselves are in the kubelet's log") {
  const json event{{"metadata", {{"name", "web.1"}, {"namespace", "default"}}},
                   {"involvedObject", {{"kind", "Pod"}, {"namespace", "default"}, {"name", "web"}}},
                   {"reason", "Pulled"},
                   {"message", "there"},
                   {"type", "Normal"},
                   {"count", 1}};
  session.simulation.begin_timeline();
  CHECK(ask("POST", "/api/v1/namespaces/default/events", event).status == 201);
  CHECK(merge("/api/v1/namespaces/default/events/web.1", {{"count", 2}}).status == 200);
  CHECK(is_reported("\"count\":2"));
  CHECK_FALSE(is_reported("\"kind\":\"event\""));
}

TEST_CASE_FIXTURE(Asking, "what kubelets look at is there, and mostly empty") {
  for (const char* path : {"/api/v1/services", "/apis/storage.k8s.io/v1/csidrivers",
                           "/apis/node.k8s.io/v1beta1/runtimeclasses", "/apis/storage.k8s.io/v1/volumeattachments"}) {
    CHECK(json::parse(ask("GET", path).body).at("items").empty());
  }
  CHECK(ask("GET", std::string{"/api/v1/pods?fieldSelector=spec.nodeName%3D"} + node).status == 200);
  const json csi{{"metadata", {{"name", node}}}, {"spec", {{"drivers", json::array()}}}};
  CHECK(ask("POST", "/apis/storage.k8s.io/v1/csinodes", csi).status == 201);
  const Response token =
      ask("POST", "/api/v1/namespaces/default/serviceaccounts/default/token", {{"spec", {{"expirationSeconds", 600}}}});
  CHECK(token.status == 201);
  CHECK(json::parse(token.body).at("status").contains("expirationTimestamp"));
}

TEST_CASE_FIXTURE(Asking, "protobuf is understood, and answered with JSON") {
  const Response list = ask("GET", "/api/v1/services");
  CHECK(list.content_type == "application/json");
  const auto field = [](char tag, const std::string& bytes) {
    return std::string{tag} + static_cast<char>(bytes.size()) + bytes;
  };
  // A kubelet of another release may know more fields.
  const std::string object = field('\x0a', field('\x0a', node)) + field('\x7a', "newer");
  const Response made =
      answer(session, {.method = "POST",
                       .target = "/api/v1/nodes",
                       .content_type = "application/vnd.kubernetes.protobuf",
                       .body = std::string{"k8s\0", 4} + field('\x0a', field('\x0a', "v1") + field('\x12', "Node")) +
                               field('\x12', object)});
  CHECK(made.status == 201);
  CHECK(json::parse(made.body).at("metadata").at("name") == node);
}

TEST_CASE_FIXTURE(Asking, "a server that is down answers nobody") {
  session.simulation.begin_timeline();
  session.simulation.advance_to(std::chrono::seconds{15});
  CHECK(ask("GET", "/api/v1/services").status == 503);
  session.simulation.advance_to(std::chrono::seconds{25});
  CHECK(ask("GET", "/api/v1/services").status == 200);
}

}  // namespace podreel::serve
