// Events, audit entries and lines of logs in the entries that loggers export.
#include "scenarios/reproduce/read/exports.hpp"

#include <doctest/doctest.h>

#include "support/read_incident.hpp"

namespace podreel::reproduce {

using testing::read_incident;

namespace {

const SeenPod& only_pod(const Evidence& evidence) {
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.unread_lines == 0);
  return evidence.pods.front();
}

}  // namespace

TEST_CASE("an event in an entry of Cloud Logging is an event") {
  const Evidence evidence = read_incident(
      R"([{"insertId":"a1","logName":"projects/p/logs/events","jsonPayload":{"kind":"Event","type":"Warning","reason":"BackOff","message":"Back-off restarting failed container","count":7,"involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0","fieldPath":"spec.containers{app}"},"firstTimestamp":"2026-03-10T09:00:00Z","lastTimestamp":"2026-03-10T09:05:00Z"}}])");
  const SeenPod& pod = only_pod(evidence);
  CHECK(pod.name_space == "shop");
  REQUIRE(pod.events.size() == 1);
  CHECK(pod.events.front().count == 7);
  CHECK(pod.events.front().container == "app");
}

TEST_CASE("a record of an audit log of Cloud Logging says who deleted the pod") {
  const Evidence evidence = read_incident(
      R"({"protoPayload":{"methodName":"io.k8s.core.v1.pods.eviction.create","resourceName":"core/v1/namespaces/shop/pods/web-0/eviction","authenticationInfo":{"principalEmail":"drain@example.com"}}})");
  const SeenPod& pod = only_pod(evidence);
  REQUIRE(pod.lines.size() == 1);
  CHECK(pod.lines.front().text == "audit: eviction of the pod by drain@example.com");
}

TEST_CASE("lines of a kubelet's log are read in every wrapper") {
  const std::string line =
      R"(E0310 09:15:42.101234    2001 remote_runtime.go:193] \"StopPodSandbox from runtime service failed\" err=\"rpc error: code = Unknown desc = network is gone\" pod=\"shop/web-0\")";
  const auto has_error = [](const std::string& text) {
    const Evidence evidence = read_incident(text);
    return evidence.pods.size() == 1 && evidence.pods.front().errors.size() == 1;
  };
  CHECK(has_error(R"({"textPayload":")" + line + R"(","resource":{"type":"k8s_node"}})"));
  CHECK(has_error(R"({"MESSAGE":")" + line + R"(","_SYSTEMD_UNIT":"kubelet.service"})"));
  CHECK(has_error(R"({"log":")" + line + R"(\n","stream":"stderr","time":"2026-03-10T09:15:42Z"})"));
  CHECK(has_error(R"({"events":[{"timestamp":1773134142000,"message":")" + line + R"("}]})"));
  CHECK(has_error(R"({"results":[[{"field":"@timestamp","value":"2026"},{"field":"@message","value":")" + line +
                  R"("}]]})"));
  CHECK(has_error(R"({"hits":{"hits":[{"_source":{"message":")" + line + R"("}}]}})"));
}

TEST_CASE("an object that a logger has written as text is an object") {
  const Evidence evidence = read_incident(
      R"({"events":[{"message":"{\"kind\":\"Event\",\"verb\":\"delete\",\"user\":{\"username\":\"ops\"},\"objectRef\":{\"resource\":\"pods\",\"namespace\":\"shop\",\"name\":\"web-0\"}}"}]})");
  const SeenPod& pod = only_pod(evidence);
  REQUIRE(pod.lines.size() == 1);
  CHECK(pod.lines.front().text == "audit: deletion of the pod by ops");
}

TEST_CASE("rows of Azure Monitor, watches and event routers hold events") {
  const auto has_event = [](std::string_view text) {
    const Evidence evidence = read_incident(text);
    return evidence.pods.size() == 1 && evidence.pods.front().events.size() == 1;
  };
  CHECK(has_event(
      R"([{"ObjectKind":"Pod","Namespace":"shop","Name":"web-0","Reason":"Unhealthy","Message":"Liveness probe failed: timeout","KubeEventType":"Warning","SourceComponent":"kubelet","Count":3,"FirstSeen":"2026-03-10T09:00:00Z","LastSeen":"2026-03-10T09:05:00Z"}])"));
  CHECK(has_event(
      R"({"type":"ADDED","object":{"kind":"Event","type":"Warning","reason":"Unhealthy","message":"Liveness probe failed: timeout","involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0"}}})"));
  CHECK(has_event(
      R"({"verb":"ADDED","event":{"type":"Warning","reason":"Unhealthy","message":"Liveness probe failed: timeout","involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0"}}})"));
}

TEST_CASE("klog's JSON is a line of a log, with its time of day and its pod") {
  const Exported found = exported(nlohmann::json::parse(
      R"({"ts":1773134142000.5,"caller":"kubelet/pod_workers.go:1298","msg":"Error syncing pod, skipping","pod":{"name":"web-0","namespace":"shop"},"err":"failed to \"StartContainer\" for \"app\" with CrashLoopBackOff: \"back-off 40s\""})"));
  CHECK(found.objects.empty());
  REQUIRE(found.lines.size() == 1);
  CHECK(found.lines.front().starts_with("E0101 09:15:42.000000       1 kubelet/pod_workers.go:1298] "));
  CHECK(found.lines.front().find("pod=\"shop/web-0\"") != std::string::npos);
}

TEST_CASE("a list of statuses is no export") {
  const Evidence evidence = read_incident(
      R"([{"name":"app","restartCount":2,"state":{"waiting":{"reason":"CrashLoopBackOff","message":"back-off"}}}])");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods.front().containers.size() == 1);
  CHECK(evidence.pods.front().containers.front().restarts == 2);
}

TEST_CASE("a list of events of events.k8s.io/v1 has counts and times in series") {
  const Evidence evidence = read_incident(R"json({"apiVersion":"v1","kind":"List","items":[
{"apiVersion":"events.k8s.io/v1","kind":"Event","type":"Warning","reason":"BackOff","note":"Back-off restarting failed container app in pod web-0_shop(1f)","eventTime":"2026-03-10T09:00:00.000000Z","series":{"count":9,"lastObservedTime":"2026-03-10T09:05:00.000000Z"},"reportingController":"kubelet","regarding":{"kind":"Pod","namespace":"shop","name":"web-0","fieldPath":"spec.containers{app}"}},
{"apiVersion":"events.k8s.io/v1","kind":"Event","type":"Normal","reason":"Started","note":"Started container app","deprecatedCount":4,"deprecatedFirstTimestamp":"2026-03-10T08:59:00Z","deprecatedLastTimestamp":"2026-03-10T09:03:00Z","deprecatedSource":{"component":"kubelet"},"regarding":{"kind":"Pod","namespace":"shop","name":"web-0","fieldPath":"spec.containers{app}"}}]}
)json");
  const SeenPod& pod = only_pod(evidence);
  REQUIRE(pod.events.size() == 2);
  CHECK(pod.events[0].count == 9);
  CHECK(pod.events[0].source == "kubelet");
  REQUIRE(pod.events[0].first);
  CHECK(pod.events[0].first->minimum == std::chrono::minutes{5});
  CHECK(pod.events[0].last->minimum == std::chrono::seconds{0});
  CHECK(pod.events[1].count == 4);
  CHECK(pod.events[1].source == "kubelet");
}

TEST_CASE("a request that the API server refused has neither evicted nor deleted the pod") {
  const Evidence evicted = read_incident(
      R"({"kind":"Event","verb":"create","user":{"username":"scaler"},"objectRef":{"resource":"pods","namespace":"shop","name":"web-0","subresource":"eviction"},"responseStatus":{"code":429,"message":"Cannot evict pod as it would violate the pod's disruption budget."}})");
  const SeenPod& pod = only_pod(evicted);
  REQUIRE(pod.lines.size() == 1);
  CHECK(pod.lines.front().text ==
        "audit: refused eviction by scaler: Cannot evict pod as it would violate the pod's disruption budget.");
  const Evidence record = read_incident(
      R"({"protoPayload":{"methodName":"io.k8s.core.v1.pods.delete","resourceName":"core/v1/namespaces/shop/pods/web-0","status":{"code":7,"message":"no"},"authenticationInfo":{"principalEmail":"a@example.com"}}})");
  CHECK(record.pods.empty());
}

TEST_CASE("an audit log says why the API server refused to create a pod") {
  const Evidence evidence = read_incident(
      R"({"kind":"Event","verb":"create","user":{"username":"rs"},"objectRef":{"resource":"pods","namespace":"shop"},"responseStatus":{"code":403,"message":"pods \"web-\" is forbidden: exceeded quota: small"}})");
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines.front().text ==
        "FailedCreate: Error creating: pods \"web-\" is forbidden: exceeded quota: small");
}

TEST_CASE("entries of an audit log that change no pod are noted") {
  const Evidence evidence = read_incident(
      R"({"kind":"Event","verb":"get","user":{"username":"ops"},"objectRef":{"resource":"pods","namespace":"shop","name":"web-0"}})");
  CHECK(evidence.pods.empty());
  REQUIRE(evidence.notes.size() == 1);
  CHECK(evidence.notes.front() == "entries of an audit log that neither delete nor evict a pod are left out");
}

}  // namespace podreel::reproduce
