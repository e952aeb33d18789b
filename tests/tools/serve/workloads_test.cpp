// Workloads behind the API: what their controllers make of what users ask for.
#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const std::string apps = "/apis/apps/v1/namespaces/default/";

/// One whose containers run for ever.
const std::string empty_node = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: empty}
spec:
  timeline: []
)";

json workload(const std::string& name, const json& more = json::object()) {
  json spec{{"selector", {{"matchLabels", {{"app", name}}}}},
            {"template",
             {{"metadata", {{"labels", {{"app", name}}}}},
              {"spec", {{"containers", json::array({{{"name", "app"}, {"image", "nginx:1"}}})}}}}}};
  spec.update(more);
  return {{"metadata", {{"name", name}}}, {"spec", std::move(spec)}};
}

std::string condition(const json& object, const std::string& type) {
  for (const json& each : object.at("status").value("conditions", json::array())) {
    if (each.at("type") == type)
      return each.at("status").get<std::string>() + ' ' + each.at("reason").get<std::string>();
  }
  return {};
}

/// The pods that events of a StatefulSet name, one after the other.
std::vector<std::string> reported(Served& served, const std::string& name, const std::string& reason) {
  std::map<std::int64_t, std::string> by_version;
  const json events = served.get("/api/v1/events?fieldSelector=involvedObject.name%3D" + name + ",reason%3D" + reason);
  for (const json& event : events.at("items")) {
    const std::string message = event.at("message");
    const std::size_t begin = message.find("Pod ") + 4;
    by_version[std::stoll(event.at("metadata").at("resourceVersion").get<std::string>())] =
        message.substr(begin, message.find(' ', begin) - begin);
  }
  std::vector<std::string> pods_of_events;
  for (const auto& [version, pod_name] : by_version) pods_of_events.push_back(pod_name);
  return pods_of_events;
}

std::size_t count_with_image(Served& served, const std::string& image) {
  const json list = served.get(pods);
  return static_cast<std::size_t>(std::ranges::count_if(list.at("items"), [&image](const json& each) {
    return each["spec"]["containers"][0]["image"] == image && !each["metadata"].contains("deletionTimestamp");
  }));
}

}  // namespace

TEST_CASE("a Deployment has as many pods as it wants") {
  Served served{empty_node};
  served.done("POST", apps + "deployments", workload("web", {{"replicas", 3}}).dump());
  served.advance("10s");
  const json web = served.get(apps + "deployments/web");
  CHECK(web["status"]["readyReplicas"] == 3);
  CHECK(web["status"]["observedGeneration"] == 1);
  CHECK(web["metadata"]["annotations"]["deployment.kubernetes.io/revision"] == "1");
  CHECK(condition(web, "Available") == "True MinimumReplicasAvailable");
  CHECK(condition(web, "Progressing") == "True NewReplicaSetAvailable");
  const json sets = served.get(apps + "replicasets")["items"];
  REQUIRE(sets.size() == 1);
  const std::string hash = sets[0]["metadata"]["labels"]["pod-template-hash"];
  CHECK(sets[0]["metadata"]["name"] == "web-" + hash);
  for (const std::string& name : names(served.get(pods))) CHECK(name.starts_with("web-" + hash + "-"));
  CHECK(served.last_event("web") == "ScalingReplicaSet: Scaled up replica set web-" + hash + " to 3");
  const json row = json::parse(served.ask("GET", apps + "deployments", {}, {}, table).body)["rows"][0]["cells"];
  CHECK(row[1] == "3/3");
  CHECK(row[2] == 3);
}

TEST_CASE("it is scaled by its subresource") {
  Served served{empty_node};
  served.done("POST", apps + "deployments", workload("web").dump());
  served.advance("10s");
  const std::string scale = apps + "deployments/web/scale";
  CHECK(served.get(scale)["status"]["selector"] == "app=web");
  CHECK(served.done("PATCH", scale, R"({"spec":{"replicas":4}})", merge_patch)["spec"]["replicas"] == 4);
  served.advance("10s");
  CHECK(served.get(pods)["items"].size() == 4);
  served.done("PATCH", scale, R"({"spec":{"replicas":1}})", merge_patch);
  served.advance("40s");
  CHECK(served.get(pods)["items"].size() == 1);
  CHECK(served.refusal("PATCH", scale, R"({"spec":{"replicas":-1}})", merge_patch)
            .starts_with("422 Invalid: Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1"));
}

TEST_CASE("a rolling update keeps to its room, and can be undone") {
  Served served{empty_node};
  served.done(
      "POST", apps + "deployments",
      workload("web", {{"replicas", 4}, {"strategy", {{"rollingUpdate", {{"maxSurge", 1}, {"maxUnavailable", 1}}}}}})
          .dump());
  served.advance("10s");
  const std::string path = apps + "deployments/web";
  const auto set_image = [&](const char* image) {
    json patch;
    patch["spec"]["template"]["spec"]["containers"] = json::array({{{"name", "app"}, {"image", image}}});
    served.done("PATCH", path, patch.dump(), strategic_patch);
  };
  set_image("nginx:2");
  std::size_t maximum = 0;
  for (int look = 0; look < 100; ++look) {
    served.advance("200ms");
    maximum = std::max(maximum, count_with_image(served, "nginx:1") + count_with_image(served, "nginx:2"));
    CHECK(served.get(path)["status"].value("availableReplicas", 0) >= 3);
  }
  CHECK(maximum == 5);
  served.advance("60s");
  CHECK(count_with_image(served, "nginx:2") == 4);
  CHECK(served.get(path)["metadata"]["annotations"]["deployment.kubernetes.io/revision"] == "2");
  set_image("nginx:1");
  served.advance("90s");
  CHECK(count_with_image(served, "nginx:1") == 4);
  CHECK(served.get(apps + "replicasets")["items"].size() == 2);
  CHECK(served.get(path)["metadata"]["annotations"]["deployment.kubernetes.io/revision"] == "3");
  std::map<std::string, std::string> revision_of;
  const json sets = served.get(apps + "replicasets");
  for (const json& set : sets["items"]) {
    revision_of[set["spec"]["template"]["spec"]["containers"][0]["image"]] =
        set["metadata"]["annotations"]["deployment.kubernetes.io/revision"];
  }
  CHECK(revision_of == std::map<std::string, std::string>{{"nginx:1", "3"}, {"nginx:2", "2"}});
}

TEST_CASE("a rollout that does not move on says so after its deadline") {
  Served served{empty_node};
  json web = workload("web", {{"progressDeadlineSeconds", 60}});
  web["spec"]["template"]["spec"]["nodeSelector"] = {{"no", "node"}};
  served.done("PATCH", "/api/v1/nodes/node-1", R"({"metadata":{"labels":{"some":"label"}}})", merge_patch);
  served.done("POST", apps + "deployments", web.dump());
  served.advance("30s");
  CHECK(condition(served.get(apps + "deployments/web"), "Available") == "False MinimumReplicasUnavailable");
  served.advance("60s");
  CHECK(condition(served.get(apps + "deployments/web"), "Progressing") == "False ProgressDeadlineExceeded");
}

TEST_CASE("a Deployment that recreates lets the old pods go first") {
  Served served{empty_node};
  served.done("POST", apps + "deployments",
              workload("web", {{"replicas", 2}, {"strategy", {{"type", "Recreate"}}}}).dump());
  served.advance("10s");
  json patch;
  patch["spec"]["template"]["spec"]["containers"] = json::array({{{"name", "app"}, {"image", "nginx:2"}}});
  served.done("PATCH", apps + "deployments/web", patch.dump(), strategic_patch);
  for (int look = 0; look < 50; ++look) {
    served.advance("20ms");
    std::set<std::string> images;
    const json list = served.get(pods);
    for (const json& each : list.at("items")) images.insert(each.at("spec").at("containers").at(0).at("image"));
    CHECK(images.size() <= 1);
  }
  served.advance("60s");
  CHECK(count_with_image(served, "nginx:2") == 2);
}

TEST_CASE("what goes with a Deployment is what its deletion says") {
  Served served{empty_node};
  const auto make = [&served] {
    served.done("POST", apps + "deployments", workload("web", {{"replicas", 2}}).dump());
    served.advance("10s");
    REQUIRE(served.get(pods)["items"].size() == 2);
  };
  SUBCASE("in the background") {
    make();
    served.done("DELETE", apps + "deployments/web", R"({"propagationPolicy":"Background"})");
    CHECK(served.ask("GET", apps + "deployments/web").status == 404);
    served.advance("60s");
    CHECK(served.get(apps + "replicasets")["items"].empty());
    CHECK(served.get(pods)["items"].empty());
  }
  SUBCASE("in the foreground") {
    make();
    const json deleted = served.done("DELETE", apps + "deployments/web", R"({"propagationPolicy":"Foreground"})");
    CHECK(deleted["metadata"]["finalizers"][0] == "foregroundDeletion");
    CHECK(served.ask("GET", apps + "deployments/web").status == 200);
    served.advance("60s");
    CHECK(served.ask("GET", apps + "deployments/web").status == 404);
    CHECK(served.get(pods)["items"].empty());
  }
  SUBCASE("orphans stay, and are adopted") {
    make();
    const auto before = names(served.get(pods));
    served.done("DELETE", apps + "deployments/web", R"({"propagationPolicy":"Orphan"})");
    served.advance("10s");
    CHECK(served.ask("GET", apps + "deployments/web").status == 404);
    REQUIRE(served.get(apps + "replicasets")["items"].size() == 1);
    CHECK_FALSE(served.get(apps + "replicasets")["items"][0]["metadata"].contains("ownerReferences"));
    make();
    CHECK(names(served.get(pods)) == before);
  }
}

TEST_CASE("a StatefulSet has its pods in order, and replaces the last one first") {
  Served served{empty_node};
  served.done("POST", apps + "statefulsets", workload("db", {{"replicas", 3}, {"serviceName", "db"}}).dump());
  served.advance("20s");
  CHECK(reported(served, "db", "SuccessfulCreate") == std::vector<std::string>{"db-0", "db-1", "db-2"});
  CHECK(names(served.get(pods)) == std::set<std::string>{"db-0", "db-1", "db-2"});
  const json set = served.get(apps + "statefulsets/db");
  CHECK(set["status"]["readyReplicas"] == 3);
  CHECK(set["status"]["currentRevision"] == set["status"]["updateRevision"]);
  json patch;
  patch["spec"]["template"]["spec"]["containers"] = json::array({{{"name", "app"}, {"image", "nginx:2"}}});
  served.done("PATCH", apps + "statefulsets/db", patch.dump(), strategic_patch);
  served.advance("3m");
  CHECK(reported(served, "db", "SuccessfulDelete") == std::vector<std::string>{"db-2", "db-1", "db-0"});
  CHECK(count_with_image(served, "nginx:2") == 3);
  CHECK(served.get(apps + "controllerrevisions")["items"].size() == 2);
  served.done("PATCH", apps + "statefulsets/db/scale", R"({"spec":{"replicas":1}})", merge_patch);
  served.advance("3m");
  CHECK(names(served.get(pods)) == std::set<std::string>{"db-0"});
  CHECK(served.refusal("PATCH", apps + "statefulsets/db", R"({"spec":{"serviceName":"other"}})", merge_patch)
            .starts_with(
                "422 Invalid: StatefulSet.apps \"db\" is invalid: spec: Forbidden: updates to statefulset spec"));
}

TEST_CASE("a DaemonSet has a pod on the node, cordoned or not") {
  Served served{empty_node};
  served.done("PATCH", "/api/v1/nodes/node-1", R"({"spec":{"unschedulable":true}})", merge_patch);
  served.done("POST", apps + "daemonsets", workload("logs").dump());
  served.advance("10s");
  CHECK(served.get(pods)["items"].size() == 1);
  const json set = served.get(apps + "daemonsets/logs");
  CHECK(set["status"]["numberReady"] == 1);
  CHECK(set["status"]["desiredNumberScheduled"] == 1);
  json patch;
  patch["spec"]["template"]["spec"]["containers"] = json::array({{{"name", "app"}, {"image", "nginx:2"}}});
  served.done("PATCH", apps + "daemonsets/logs", patch.dump(), strategic_patch);
  served.advance("60s");
  CHECK(count_with_image(served, "nginx:2") == 1);
  CHECK(served.get(apps + "daemonsets/logs")["status"]["updatedNumberScheduled"] == 1);
}

TEST_CASE("a Job runs until enough pods have succeeded") {
  Served served{scripted_node};
  json job = workload("sum", {{"completions", 3}, {"parallelism", 2}, {"ttlSecondsAfterFinished", 100}});
  job["spec"].erase("selector");
  job["spec"]["template"]["spec"]["restartPolicy"] = "Never";
  job["spec"]["template"]["spec"]["containers"][0]["name"] = "works";
  served.done("POST", batch + "jobs", job.dump());
  served.advance("2s");
  CHECK(served.get(batch + "jobs/sum")["status"]["active"] == 2);
  served.advance("30s");
  const json done = served.get(batch + "jobs/sum");
  CHECK(done["status"]["succeeded"] == 3);
  CHECK(condition(done, "Complete") == "True CompletionsReached");
  CHECK(served.last_event("sum") == "Completed: Job completed");
  const json row = json::parse(served.ask("GET", batch + "jobs", {}, {}, table).body)["rows"][0]["cells"];
  CHECK(row[1] == "Complete");
  CHECK(row[2] == "3/3");
  served.advance("3m");
  CHECK(served.ask("GET", batch + "jobs/sum").status == 404);
  CHECK(served.get(pods)["items"].empty());
}

TEST_CASE("a log is shown once, though the container's message has it as well") {
  Served served{scripted_node};
  json job = workload("try", {{"backoffLimit", 1}});
  job["spec"].erase("selector");
  json& spec = job["spec"]["template"]["spec"];
  spec["restartPolicy"] = "Never";
  spec["containers"][0]["name"] = "fails";
  spec["containers"][0]["terminationMessagePolicy"] = "FallbackToLogsOnError";
  served.done("POST", batch + "jobs", job.dump());
  served.advance("8s");
  const json pod = served.get(pods)["items"][0];
  const std::string log{"fails starts, attempt 0\nno luck\nfails exits with 1\n"};
  CHECK(pod["status"]["containerStatuses"][0]["state"]["terminated"]["message"] == "no luck: " + log);
  const std::string name = pod["metadata"]["name"];
  CHECK(served.ask("GET", std::string{pods} + '/' + name + "/log").body == log);
}

TEST_CASE("a Job gives up after too many failures") {
  Served served{scripted_node};
  json job = workload("try", {{"backoffLimit", 1}});
  job["spec"].erase("selector");
  job["spec"]["template"]["spec"]["restartPolicy"] = "Never";
  job["spec"]["template"]["spec"]["containers"][0]["name"] = "fails";
  served.done("POST", batch + "jobs", job.dump());
  served.advance("8s");
  CHECK(served.get(batch + "jobs/try")["status"]["failed"] == 1);
  CHECK(served.get(pods)["items"].size() == 1);
  const std::string name = served.get(pods)["items"][0]["metadata"]["name"];
  CHECK(served.ask("GET", std::string{pods} + '/' + name + "/log").body ==
        "fails starts, attempt 0\nno luck\nfails exits with 1\n");
  served.advance("60s");
  CHECK(condition(served.get(batch + "jobs/try"), "Failed") == "True BackoffLimitExceeded");
  job["metadata"]["name"] = "always";
  job["spec"]["template"]["spec"]["restartPolicy"] = "Always";
  CHECK(served.refusal("POST", batch + "jobs", job.dump())
            .starts_with("422 Invalid: Job.batch \"always\" is invalid: spec.template.spec.restartPolicy: Required"));
}

TEST_CASE("a span that nobody waits out never ends") {
  constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t max_int32 = std::numeric_limits<std::int32_t>::max();
  Served served{scripted_node};
  json job = workload("patient", {{"activeDeadlineSeconds", longest}, {"ttlSecondsAfterFinished", max_int32}});
  job["spec"].erase("selector");
  job["spec"]["template"]["spec"]["restartPolicy"] = "Never";
  job["spec"]["template"]["spec"]["containers"][0]["name"] = "works";
  served.done("POST", batch + "jobs", job.dump());
  served.advance("30s");
  CHECK(condition(served.get(batch + "jobs/patient"), "Complete") == "True CompletionsReached");
  served.done("POST", apps + "deployments",
              workload("web", {{"minReadySeconds", max_int32 - 1}, {"progressDeadlineSeconds", max_int32}}).dump());
  served.advance("30s");
  const json web = served.get(apps + "deployments/web");
  CHECK(web["status"]["readyReplicas"] == 1);
  CHECK_FALSE(web["status"].contains("availableReplicas"));
  CHECK(condition(web, "Progressing") == "True ReplicaSetUpdated");
}

TEST_CASE("workloads with mistakes are refused with the field") {
  Served served{empty_node};
  json web = workload("web");
  web["spec"]["replicaz"] = 1;
  CHECK(
      served.refusal("POST", apps + "deployments", web.dump()) ==
      "400 BadRequest: Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error: unknown "
      "field \"spec.replicaz\"");
  web = workload("web");
  web["spec"]["replicas"] = "two";
  CHECK(served.refusal("POST", apps + "deployments", web.dump()).find("cannot unmarshal string") != std::string::npos);
  web = workload("web");
  web["spec"]["template"]["metadata"]["labels"] = {{"app", "other"}};
  CHECK(served.refusal("POST", apps + "deployments", web.dump()).find("`selector` does not match template `labels`") !=
        std::string::npos);
  web = workload("web");
  web["spec"].erase("template");
  CHECK(served.refusal("POST", apps + "deployments", web.dump()).find("spec.template: Required value") !=
        std::string::npos);
  web = workload("web");
  web["spec"]["strategy"] = {{"rollingUpdate", {{"maxSurge", 0}, {"maxUnavailable", 0}}}};
  CHECK(served.refusal("POST", apps + "deployments", web.dump()).find("may not be 0 when `maxSurge` is 0") !=
        std::string::npos);
  served.done("POST", apps + "deployments", workload("web").dump());
  CHECK(served
            .refusal("PATCH", apps + "deployments/web", R"({"spec":{"selector":{"matchLabels":{"app":"x"}}}})",
                     merge_patch)
            .starts_with("422 Invalid: Deployment.apps \"web\" is invalid: "));
}

TEST_CASE("the same requests make the same pods") {
  const auto reported = [] {
    Served served{empty_node};
    served.done("POST", apps + "deployments", workload("web", {{"replicas", 3}}).dump());
    served.advance("30s");
    return served.ask("GET", "/podreel/v1/records").body;
  };
  CHECK(reported() == reported());
}

TEST_CASE("the simulation goes back, and forks") {
  Served served{empty_node};
  served.advance("1s");
  served.done("POST", apps + "deployments", workload("web", {{"replicas", 2}}).dump());
  served.advance("9s");
  const std::string then = served.ask("GET", pods).body;
  const std::string records = served.ask("GET", "/podreel/v1/records").body;
  served.done("DELETE", apps + "deployments/web");
  served.advance("60s");
  CHECK(served.get(pods)["items"].empty());
  CHECK(served.done("POST", "/podreel/v1/seek", R"({"to":"9999ms"})")["elapsed"] == "9.999s");
  CHECK(names(served.get(pods)) == names(json::parse(then)));
  served.advance("1ms");
  CHECK(served.ask("GET", "/podreel/v1/records").body == records);
  const Response fork = served.ask("POST", "/podreel/v1/fork", R"({"advance":"10s","steps":[{"stopKubelet":{}}]})");
  CHECK(fork.status == 200);
  CHECK(fork.body.find("terminated") != std::string::npos);
  CHECK(served.ask("GET", "/podreel/v1/records").body == records);
  CHECK(served.refusal("POST", "/podreel/v1/seek", R"({"to":"1h"})").starts_with("400 BadRequest: to: is in the"));
  CHECK(served.refusal("POST", "/podreel/v1/fork", "{}").starts_with("400 BadRequest: accepted: a map with advance"));
}

TEST_CASE("a Job replaces a pod when it is deleted, or when it has ended") {
  const json slow{{"preStop", {{"sleep", {{"seconds", 10}}}}}};
  const json container{{"name", "stays"}, {"image", "a:1"}, {"lifecycle", slow}};
  const json pod_spec{{"restartPolicy", "Never"}, {"containers", json::array({container})}};
  for (const auto& [policy, pods_meanwhile] : {std::pair{"TerminatingOrFailed", 2U}, std::pair{"Failed", 1U}}) {
    const std::string tried = policy;
    CAPTURE(tried);
    Served served{scripted_node};
    const json spec{{"podReplacementPolicy", policy}, {"backoffLimit", 9}, {"template", {{"spec", pod_spec}}}};
    served.done("POST", batch + "jobs", json{{"metadata", {{"name", "sum"}}}, {"spec", spec}}.dump());
    served.advance("5s");
    const std::set<std::string> first = names(served.get(pods));
    REQUIRE(first.size() == 1);
    served.done("DELETE", std::string{pods} + '/' + *first.begin());
    served.advance("5s");
    CHECK(served.get(pods).at("items").size() == pods_meanwhile);
    served.advance("40s");
    const std::set<std::string> later = names(served.get(pods));
    CHECK(later.size() == 1);
    CHECK(later != first);
  }
  Served served{scripted_node};
  const json spec{{"podReplacementPolicy", "Never"}, {"template", {{"spec", pod_spec}}}};
  CHECK(served.refusal("POST", batch + "jobs", json{{"metadata", {{"name", "sum"}}}, {"spec", spec}}.dump())
            .find("spec.podReplacementPolicy: Unsupported value: \"Never\"") != std::string::npos);
}

TEST_CASE("tables show selectors in full, the type of numbers, and the controller of a revision") {
  Served served;
  const std::string apps = "/apis/apps/v1/namespaces/default/";
  const std::string object = R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"},
      "matchExpressions":[{"key":"gone","operator":"DoesNotExist"},{"key":"a","operator":"Exists"},
      {"key":"a","operator":"In","values":["b","c"]},{"key":"a","operator":"NotIn","values":["d"]}]},
      "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"app","image":"nginx"}]}}}})";
  for (const char* kind : {"replicasets", "daemonsets"}) {
    CAPTURE(kind);
    REQUIRE(served.ask("POST", apps + kind, object).status == 201);
    const json shown = json::parse(served.ask("GET", apps + kind, {}, {}, table).body);
    CHECK(shown["rows"][0]["cells"].dump().find("a=b,!gone,a,a in (b,c),a notin (d)") != std::string::npos);
    for (const json& column : shown["columnDefinitions"]) {
      CHECK(column["type"] == (column["name"] == "Desired" || column["name"] == "Current" ||
                                       column["name"] == "Up-to-date" || column["name"] == "Available"
                                   ? "integer"
                                   : "string"));
    }
  }
  served.advance("1s");
  const json revisions = json::parse(served.ask("GET", apps + "controllerrevisions", {}, {}, table).body);
  REQUIRE(revisions["rows"].size() == 1);
  CHECK(revisions["rows"][0]["cells"][1] == "daemonset.apps/d");
}

TEST_CASE("a node with other conditions is Ready if its condition Ready says so") {
  Served served{
      "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: node}, spec: {node: {reportsStatus: true}, "
      "timeline: [{at: 20h, stopKubelet: {}}]}}"};
  served.advance("30s");
  const json nodes = json::parse(served.ask("GET", "/api/v1/nodes", {}, {}, table).body);
  REQUIRE(served.get("/api/v1/nodes")["items"][0]["status"]["conditions"].size() > 1);
  CHECK(nodes["rows"][0]["cells"][1] == "Ready");
}

TEST_CASE("workloads are created with upstream's defaults") {
  Served served{empty_node};
  for (const char* kind : {"deployments", "statefulsets", "daemonsets"}) {
    CAPTURE(kind);
    CHECK(served.done("POST", apps + kind, workload("web").dump())["spec"]["revisionHistoryLimit"] == 10);
  }
}

TEST_CASE("revisions are numbered on, and an earlier one that comes back is the newest") {
  Served served{empty_node};
  for (const char* kind : {"statefulsets", "daemonsets"}) {
    CAPTURE(kind);
    const std::string name = std::string{kind}.substr(0, 1);
    const std::string path = apps + kind + '/' + name;
    served.done("POST", apps + kind, workload(name).dump());
    served.advance("5s");
    const auto revisions = [&] {
      std::map<std::string, std::int64_t> by_image;
      const json list = served.get(apps + "controllerrevisions");
      for (const json& each : list["items"]) {
        if (each["metadata"]["ownerReferences"][0]["name"] != name) continue;
        by_image[each["data"]["spec"]["template"]["spec"]["containers"][0]["image"]] = each["revision"];
      }
      return by_image;
    };
    const auto set_image = [&](const char* image) {
      json patch;
      patch["spec"]["template"]["spec"]["containers"] = json::array({{{"name", "app"}, {"image", image}}});
      served.done("PATCH", path, patch.dump(), strategic_patch);
      served.advance("5s");
    };
    set_image("nginx:2");
    set_image("nginx:3");
    CHECK(revisions() == std::map<std::string, std::int64_t>{{"nginx:1", 1}, {"nginx:2", 2}, {"nginx:3", 3}});
    set_image("nginx:1");
    CHECK(revisions() == std::map<std::string, std::int64_t>{{"nginx:1", 4}, {"nginx:2", 2}, {"nginx:3", 3}});
  }
}

TEST_CASE("an object with several owners loses the one that is deleted and leaves orphans") {
  Served served{empty_node};
  const json set = served.done("POST", apps + "replicasets", workload("web", {{"replicas", 1}}).dump());
  const json other = served.done("POST", "/api/v1/namespaces/default/configmaps", R"({"metadata":{"name":"c"}})");
  served.advance("5s");
  const std::string name = served.get(pods)["items"][0]["metadata"]["name"];
  const json owners =
      json::array({served.get(pods)["items"][0]["metadata"]["ownerReferences"][0],
                   {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", "c"}, {"uid", other["metadata"]["uid"]}}});
  served.done("PATCH", std::string{pods} + '/' + name, json{{"metadata", {{"ownerReferences", owners}}}}.dump(),
              merge_patch);
  served.done("DELETE", apps + "replicasets/web", R"({"propagationPolicy":"Orphan"})");
  served.advance("5s");
  const json left = served.get(std::string{pods} + '/' + name)["metadata"]["ownerReferences"];
  REQUIRE(left.size() == 1);
  CHECK(left[0]["kind"] == "ConfigMap");
}

TEST_CASE("a DaemonSet counts a pod as available when it is ready for long enough") {
  Served served{empty_node};
  served.done("POST", apps + "daemonsets", workload("d", {{"minReadySeconds", 20}}).dump());
  served.advance("10s");
  CHECK(served.get(apps + "daemonsets/d")["status"]["numberReady"] == 1);
  CHECK(served.get(apps + "daemonsets/d")["status"].value("numberAvailable", 0) == 0);
  served.advance("30s");
  CHECK(served.get(apps + "daemonsets/d")["status"]["numberAvailable"] == 1);
}

TEST_CASE("a ReplicaSet replaces a pod that has failed for good") {
  Served served{empty_node};
  json set = workload("r", {{"replicas", 1}});
  set["spec"]["template"]["spec"]["activeDeadlineSeconds"] = 5;
  served.done("POST", apps + "replicasets", set.dump());
  served.advance("8s");
  std::map<std::string, std::size_t> by_phase;
  const json list = served.get(pods);
  for (const json& each : list["items"]) ++by_phase[each["status"]["phase"]];
  CHECK(by_phase["Failed"] == 1);
  CHECK(by_phase["Failed"] + 1 == list["items"].size());
}

TEST_CASE("an indexed Job numbers its pods, another does not") {
  for (const char* mode : {"Indexed", "NonIndexed"}) {
    CAPTURE(mode);
    Served served{scripted_node};
    const json job{
        {"metadata", {{"name", "j"}}},
        {"spec",
         {{"completions", 3},
          {"completionMode", mode},
          {"template",
           {{"spec",
             {{"restartPolicy", "Never"}, {"containers", json::array({{{"name", "works"}, {"image", "a"}}})}}}}}}}};
    served.done("POST", batch + "jobs", job.dump());
    served.advance("60s");
    const bool is_indexed = std::string_view{mode} == "Indexed";
    const json status = served.get(batch + "jobs/j")["status"];
    CHECK(status["succeeded"] == 3);
    CHECK(status.value("completedIndexes", "") == (is_indexed ? "0-2" : ""));
    const json list = served.get(pods);
    for (const json& each : list["items"]) {
      const json annotations = each["metadata"].value("annotations", json::object());
      CHECK(annotations.contains("batch.kubernetes.io/job-completion-index") == is_indexed);
    }
  }
}

}  // namespace podreel::serve
