// ConfigMaps and Secrets that are made through the API, and the pods that refer to them.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "engine/api/base64.hpp"
#include "engine/apiserver/stored_config.hpp"
#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const std::string config_maps = "/api/v1/namespaces/default/configmaps";
const std::string secrets = "/api/v1/namespaces/default/secrets";

/// Of the container "app" of a pod: "Running", or why it waits.
std::string state_of(Served& served, const std::string& pod_name) {
  const json status = served.get(std::string{pods} + '/' + pod_name)["status"];
  const json state = status["containerStatuses"][0]["state"];
  return state.contains("running") ? "Running" : state["waiting"].value("reason", "");
}

std::string with_environment(const std::string& name) {
  return pod(name, R"(,"envFrom":[{"configMapRef":{"name":"settings"}}])");
}

std::string with_volume(const std::string& name, const std::string& volume) {
  json manifest = json::parse(pod(name, R"(,"volumeMounts":[{"name":"files","mountPath":"/files"}])"));
  manifest["spec"]["volumes"] = json::array({json::parse(volume)});
  manifest["spec"]["volumes"][0]["name"] = "files";
  return manifest.dump();
}

std::string config_object(const std::string& data) {
  return R"({"metadata":{"name":"settings"},"data":)" + data + "}";
}

bool has_record(Served& served, const std::string& text) {
  const auto& records = served.session.simulation.records();
  return std::ranges::any_of(records, [&text](const std::string& line) { return line.find(text) != line.npos; });
}

}  // namespace

TEST_CASE("a container waits for the ConfigMap that its environment comes from") {
  Served served;
  served.done("POST", pods, with_environment("app"));
  served.advance("10s");
  CHECK(state_of(served, "app") == "CreateContainerConfigError");
  CHECK(served.last_event("app") == "Failed: Error: configmap \"settings\" not found");
  served.done("POST", config_maps, config_object(R"({"colour":"blue"})"));
  served.advance("30s");
  CHECK(state_of(served, "app") == "Running");
  served.done("DELETE", config_maps + "/settings");
  served.advance("30s");
  CHECK(state_of(served, "app") == "Running");
  served.done("POST", pods, with_environment("later"));
  served.advance("10s");
  CHECK(state_of(served, "later") == "CreateContainerConfigError");
}

TEST_CASE("pods of a workload find what was made before, by its keys") {
  Served served;
  served.done("POST", secrets, R"({"metadata":{"name":"login"},"stringData":{"user":"me"}})");
  const auto job = [](const std::string& key) {
    return R"({"metadata":{"name":")" + key + R"("},"spec":{"template":{"spec":{"restartPolicy":"Never","containers":[
        {"name":"app","image":"nginx","env":[{"name":"A","valueFrom":{"secretKeyRef":{"name":"login","key":")" +
           key + R"("}}}]}]}}}})";
  };
  for (const char* key : {"user", "password"}) served.done("POST", "/apis/batch/v1/namespaces/default/jobs", job(key));
  served.advance("10s");
  std::string states;
  const json all = served.get(std::string{pods} + "?labelSelector=job-name")["items"];
  for (const json& each : all) states += state_of(served, each["metadata"]["name"]) + ' ';
  CHECK(states == "CreateContainerConfigError Running ");
  // The key comes later.
  served.done("PATCH", secrets + "/login", R"({"stringData":{"password":"x"}})", merge_patch);
  served.advance("30s");
  CHECK(state_of(served, all[0]["metadata"]["name"]) == "Running");
}

TEST_CASE("a volume is mounted once its Secret is there, and follows it") {
  Served served;
  served.done("POST", pods, with_volume("app", R"({"secret":{"secretName":"settings"}})"));
  served.advance("10s");
  CHECK(state_of(served, "app") == "ContainerCreating");
  CHECK(served.last_event("app") ==
        "FailedMount: MountVolume.SetUp failed for volume \"files\" : secret \"settings\" not found");
  served.done("POST", secrets, config_object(R"({"a":"eA=="})"));
  served.advance("3m");
  CHECK(state_of(served, "app") == "Running");
  served.done("PATCH", secrets + "/settings", R"({"metadata":{"labels":{"a":"b"}}})", merge_patch);
  served.advance("3m");
  CHECK_FALSE(has_record(served, "volume_updated"));
  served.done("PATCH", secrets + "/settings", R"({"data":{"a":"eQ=="}})", merge_patch);
  served.advance("3m");
  CHECK(has_record(served, "volume_updated"));
}

TEST_CASE("what is optional, and what every namespace has, need not be made") {
  Served served;
  served.done("POST", pods,
              with_volume("root", R"({"projected":{"sources":[{"configMap":{"name":"kube-root-ca.crt"}}]}})"));
  served.done("POST", pods, with_volume("other", R"({"configMap":{"name":"none","optional":true}})"));
  served.advance("10s");
  CHECK(state_of(served, "root") == "Running");
  CHECK(state_of(served, "other") == "Running");
}

TEST_CASE("what pods of the scenario refer to is there, as in every scenario") {
  Served served{with_environment("web")};
  served.advance("10s");
  CHECK(state_of(served, "web") == "Running");
  served.done("POST", pods, with_environment("app"));
  served.advance("10s");
  CHECK(state_of(served, "app") == "Running");
  CHECK(served.ask("POST", "/podreel/v1/steps", R"({"removeConfigMap":{"name":"settings"}})").status == 200);
  served.done("POST", pods, with_environment("late"));
  served.advance("10s");
  CHECK(state_of(served, "late") == "CreateContainerConfigError");
}

TEST_CASE("the API shows what steps add and remove, with its data") {
  Served served;
  const auto step = [&served](const std::string& text) { return served.ask("POST", "/podreel/v1/steps", text).status; };
  CHECK(step(R"({"addConfigMap":{"name":"settings","data":{"colour":"blue"}}})") == 200);
  CHECK(step(R"({"addSecret":{"name":"login","data":{"user":"me"}}})") == 200);
  CHECK(served.get(config_maps + "/settings")["data"] == json{{"colour", "blue"}});
  const json login = served.get(secrets + "/login");
  CHECK(login["data"] == json{{"user", "bWU="}});
  CHECK(login["type"] == "Opaque");
  CHECK(step(R"({"addConfigMap":{"name":"settings","data":{"colour":"red"}}})") == 200);
  CHECK(served.get(config_maps + "/settings")["data"] == json{{"colour", "red"}});
  CHECK(step(R"({"removeConfigMap":{"name":"settings"}})") == 200);
  CHECK(served.ask("GET", config_maps + "/settings").status == 404);
}

TEST_CASE("the API shows what pods of the scenario refer to, with the keys that they ask for by name") {
  Served served{with_volume("web", R"({"secret":{"secretName":"keys","items":[{"key":"tls.key","path":"k"}]}})")};
  CHECK(served.get(secrets + "/keys")["data"] == json{{"tls.key", ""}});
  // Whoever changes it says what is in it from then on.
  served.done("PATCH", secrets + "/keys", R"({"stringData":{"other":"x"}})", merge_patch);
  CHECK(served.get(secrets + "/keys")["data"].size() == 2);
  served.done("DELETE", secrets + "/keys");
  served.done("POST", pods, with_volume("late", R"({"secret":{"secretName":"keys"}})"));
  served.advance("10s");
  CHECK(state_of(served, "late") == "ContainerCreating");
}

TEST_CASE("credentials for pulls are a Secret that kubelets can read") {
  Served served{
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"imagePullSecrets":[{"name":"registry"}],
      "containers":[{"name":"app","image":"nginx"}]}})"};
  const json registry = served.get(secrets + "/registry");
  CHECK(registry["type"] == "kubernetes.io/dockerconfigjson");
  const std::string credentials = apiserver::assumed_value(apiserver::pull_credentials);
  CHECK(registry["data"] == json{{".dockerconfigjson", api::base64(credentials)}});
}

}  // namespace podreel::serve
