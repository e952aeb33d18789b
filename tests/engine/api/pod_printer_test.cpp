#include "engine/api/pod_printer.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::api {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time now = sim::from_unix_seconds(1'700'000'600);

/// READY, STATUS and RESTARTS of a pod with these parts, separated by blanks.
std::string shown(const std::string& init_containers, const std::string& status, const std::string& metadata = "{}") {
  const std::string text = R"({"metadata":)" + metadata + R"(,"spec":{"initContainers":)" + init_containers +
                           R"(,"containers":[{"name":"a"},{"name":"b"}]},"status":)" + status + "}";
  const PodColumns columns = pod_columns(pod_from_json(nlohmann::json::parse(text)), now);
  return columns.ready + " " + columns.status + " " + columns.restarts;
}

std::string container(const std::string& name, const std::string& state, const std::string& more = "") {
  return R"({"name":")" + name + R"(","state":)" + state + more + "}";
}

const std::string running = R"({"running":{"startedAt":"2023-11-14T22:20:00Z"}})";
const std::string completed = R"({"terminated":{"exitCode":0,"reason":"Completed"}})";
const std::string ready = R"(,"ready":true,"started":true)";
const std::string two_init = R"([{"name":"i"},{"name":"j"}])";
const std::string sidecar = R"([{"name":"i"},{"name":"s","restartPolicy":"Always"}])";

}  // namespace

TEST_CASE("a pod without statuses shows its phase, or its reason") {
  CHECK(shown("[]", R"({"phase":"Pending"})") == "0/2 Pending 0");
  CHECK(shown("[]", R"({"phase":"Failed","reason":"Evicted"})") == "0/2 Evicted 0");
  CHECK(shown("[]", R"({"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False",)"
                    R"("reason":"SchedulingGated"}]})") == "0/2 SchedulingGated 0");
}

TEST_CASE("init containers show how far they are, or why they are stuck") {
  const auto status = [](const std::string& statuses) {
    return R"({"phase":"Pending","initContainerStatuses":[)" + statuses +
           R"(],"containerStatuses":[{"name":"a","state":{"waiting":{"reason":"PodInitializing"}}}]})";
  };
  CHECK(shown(two_init, status(container("i", running))) == "0/2 Init:0/2 0");
  CHECK(shown(two_init, status(container("i", completed) + "," + container("j", running))) == "0/2 Init:1/2 0");
  CHECK(shown(two_init, status(container("i", R"({"waiting":{"reason":"PodInitializing"}})"))) == "0/2 Init:0/2 0");
  CHECK(shown(two_init, status(container("i", R"({"waiting":{"reason":"CrashLoopBackOff"}})",
                                         R"(,"restartCount":2)"))) == "0/2 Init:CrashLoopBackOff 2");
  CHECK(shown(two_init, status(container("i", R"({"terminated":{"exitCode":1,"reason":"Error"}})"))) ==
        "0/2 Init:Error 0");
  CHECK(shown(two_init, status(container("i", R"({"terminated":{"exitCode":3}})"))) == "0/2 Init:ExitCode:3 0");
  CHECK(shown(two_init, status(container("i", R"({"terminated":{"exitCode":137,"signal":9}})"))) ==
        "0/2 Init:Signal:9 0");
}

TEST_CASE("sidecars count as ready and in restarts") {
  const std::string status = R"({"phase":"Running","conditions":[{"type":"Initialized","status":"True"}],)"
                             R"("initContainerStatuses":[)" +
                             container("i", completed, R"(,"restartCount":5)") + "," +
                             container("s", running, ready + R"(,"restartCount":1)") + R"(],"containerStatuses":[)" +
                             container("a", running, ready) + "," +
                             container("b", running, R"(,"ready":false,"restartCount":2)") + "]}";
  CHECK(shown(sidecar, status) == "2/3 Running 3");
}

TEST_CASE("containers show the reason of the first that has one") {
  const auto status = [](const std::string& first, const std::string& second, const std::string& more = "") {
    return R"({"phase":"Running","containerStatuses":[)" + first + "," + second + "]" + more + "}";
  };
  const std::string up = container("b", running, ready);
  CHECK(shown("[]", status(container("a", running, ready), up)) == "2/2 Running 0");
  CHECK(shown("[]", status(container("a", R"({"waiting":{"reason":"ImagePullBackOff"}})"), up)) ==
        "1/2 ImagePullBackOff 0");
  CHECK(shown("[]", status(container("a", R"({"terminated":{"exitCode":1,"reason":"Error"}})"), up)) == "1/2 Error 0");
  CHECK(shown("[]", status(container("a", R"({"terminated":{"exitCode":3}})"), up)) == "1/2 ExitCode:3 0");
  CHECK(shown("[]", status(container("a", R"({"terminated":{"exitCode":139,"signal":11}})"), up)) == "1/2 Signal:11 0");
  CHECK(shown("[]", status(container("a", completed), up)) == "1/2 NotReady 0");
  CHECK(shown("[]", status(container("a", completed), up, R"(,"conditions":[{"type":"Ready","status":"True"}])")) ==
        "1/2 Running 0");
  CHECK(shown("[]", status(container("a", completed), container("b", completed))) == "0/2 Completed 0");
}

TEST_CASE("restarts tell when the last one was") {
  const std::string crashed = R"(,"ready":true,"restartCount":3,"lastState":{"terminated":{"exitCode":1,)"
                              R"("finishedAt":"2023-11-14T22:21:00Z"}})";
  CHECK(shown("[]", R"({"phase":"Running","containerStatuses":[)" + container("a", running, crashed) + "]}") ==
        "1/2 Running 3 (2m20s ago)");
}

TEST_CASE("a pod that is being deleted is terminating, unless it has ended or its node is lost") {
  const std::string deleted = R"({"name":"p","deletionTimestamp":"2023-11-14T22:23:00Z"})";
  CHECK(shown("[]", R"({"phase":"Running"})", deleted) == "0/2 Terminating 0");
  CHECK(shown("[]", R"({"phase":"Running","reason":"NodeLost"})", deleted) == "0/2 Unknown 0");
  CHECK(shown("[]", R"({"phase":"Succeeded"})", deleted) == "0/2 Succeeded 0");
}

TEST_CASE("the table looks like that of kubectl") {
  const Pod pod = pod_from_json(nlohmann::json::parse(R"({
    "metadata": {"name": "web-1", "namespace": "shop", "creationTimestamp": "2023-11-14T22:13:20Z"},
    "spec": {"nodeName": "node-1", "containers": [{"name": "a"}], "readinessGates": [{"conditionType": "x/y"}]},
    "status": {"phase": "Running", "podIP": "10.0.0.7", "conditions": [{"type": "x/y", "status": "True"}],
               "containerStatuses": [{"name": "a", "ready": true, "restartCount": 0,
                                      "state": {"running": {"startedAt": "2023-11-14T22:13:21Z"}}}]}})"));
  const std::vector<PodColumns> pods{pod_columns(pod, now)};
  CHECK(pod_table(pods, {}) ==
        "NAME    READY   STATUS    RESTARTS   AGE\n"
        "web-1   1/1     Running   0          10m\n");
  CHECK(pod_table(pods, {.wide = true, .all_namespaces = true}) ==
        "NAMESPACE   NAME    READY   STATUS    RESTARTS   AGE   IP         NODE     NOMINATED NODE   READINESS GATES\n"
        "shop        web-1   1/1     Running   0          10m   10.0.0.7   node-1   <none>           1/1\n");
  CHECK(pod_table({}, {}) == "No resources found\n");
}

TEST_CASE("a sidecar that has started is one of the init containers that are done") {
  const std::string with_sidecar = R"([{"name":"s","restartPolicy":"Always"},{"name":"i"}])";
  const auto status = [](const std::string& statuses) {
    return R"({"phase":"Pending","initContainerStatuses":[)" + statuses + "]}";
  };
  CHECK(shown(with_sidecar, status(container("s", running, R"(,"started":true)") + "," + container("i", running))) ==
        "0/3 Init:1/2 0");
  CHECK(shown(with_sidecar, status(container("s", running) + "," + container("i", running))) == "0/3 Init:0/2 0");
}

}  // namespace podreel::api
