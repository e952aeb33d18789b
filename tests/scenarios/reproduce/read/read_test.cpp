#include "scenarios/reproduce/read/read.hpp"

#include <doctest/doctest.h>

#include "support/read_incident.hpp"

namespace podreel::reproduce {

using testing::read_incident;

using namespace std::chrono_literals;

TEST_CASE("rows of kubectl describe say what, how often, since when and of which container") {
  const Evidence evidence = read_incident(R"(Name:       web-0
Events:
  Type     Reason     Age                 From               Message
  ----     ------     ----                ----               -------
  Normal   Scheduled  <unknown>           default-scheduler  Successfully assigned shop/web-0 to node-1
  Normal   Pulling    4m (x4 over 5m2s)   kubelet, node-1    pulling image "web:2"
  Normal   Created    4m (x4 over 5m2s)   kubelet, node-1    Created container web
  Warning  BackOff    9s (x21 over 5m)    kubelet, node-1    Back-off restarting failed container
)");
  REQUIRE(evidence.pods.size() == 1);
  const SeenPod& pod = evidence.pods.front();
  CHECK(pod.name == "web-0");
  CHECK(pod.has_event_table);
  REQUIRE(pod.events.size() == 4);
  CHECK_FALSE(is_of_kubelet(pod.events[0]));
  CHECK_FALSE(pod.events[0].last);
  CHECK(pod.events[1].source == "kubelet");
  CHECK(pod.events[1].count == 4);
  CHECK(pod.events[1].first->minimum == 302s);
  CHECK(pod.events[1].container == "web");
  CHECK(pod.events[3].container == "web");
  CHECK(pod.events[3].message == "Back-off restarting failed container");
  CHECK(evidence.unread_lines == 0);
}

TEST_CASE("a pull that names no container is of the one that has the image, or its name") {
  const Evidence evidence = read_incident(R"(Name:       manager-0
Events:
  Type     Reason     Age                 From     Message
  ----     ------     ----                ----     -------
  Normal   Pulling    20m                 kubelet  Pulling image "registry/tools/other:1"
  Normal   Created    20m                 kubelet  Created container manager
  Normal   Created    19m (x4 over 20m)   kubelet  Created container kube-rbac-proxy
  Normal   Pulled     18m (x5 over 20m)   kubelet  Container image "registry/kube-rbac-proxy:v0.13.0" already present on machine
  Warning  BackOff    4m (x72 over 20m)   kubelet  Back-off restarting failed container manager
)");
  REQUIRE(evidence.pods.size() == 1);
  const SeenPod& pod = evidence.pods.front();
  REQUIRE(pod.events.size() == 5);
  CHECK(pod.events[0].container == "manager");
  CHECK(pod.events[3].container == "kube-rbac-proxy");
  CHECK(pod.events[4].container == "manager");
}

TEST_CASE("a description from its middle on has states, probes and restarts") {
  const Evidence evidence = read_incident(R"(    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       Error
      Exit Code:    3
      Started:      Mon, 01 Jan 2024 09:58:00 +0100
      Finished:     Mon, 01 Jan 2024 09:58:20 +0100
    Ready:          False
    Restart Count:  4
    Liveness:       http-get http://:8080/healthz delay=3s timeout=1s period=7s #success=1 #failure=2
)");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods[0].containers.size() == 1);
  const SeenContainer& container = evidence.pods[0].containers[0];
  CHECK(container.name == "app");
  CHECK(container.waiting_reason == "CrashLoopBackOff");
  REQUIRE(container.last);
  CHECK(container.last->exit_code == 3);
  CHECK(container.last->ran == 20s);
  CHECK(container.restarts == 4);
  CHECK(container.probes.at("livenessProbe")["periodSeconds"] == 7);
  CHECK(container.probes.at("livenessProbe")["httpGet"]["path"] == "/healthz");
}

TEST_CASE("tables of kubectl get events are read, old and new, without what is about other objects") {
  const Evidence old = read_incident(
      "LASTSEEN   FIRSTSEEN   COUNT     NAME                    KIND   SUBOBJECT             TYPE     REASON    SOURCE"
      "            MESSAGE\n"
      "1m         3m          5         db-0.14f2a3b4c5d6e7f8   Pod    spec.containers{db}   Normal   Created   "
      "kubelet,"
      " node-3   Created container\n");
  REQUIRE(old.pods.size() == 1);
  CHECK(old.pods[0].name == "db-0");
  REQUIRE(old.pods[0].events.size() == 1);
  CHECK(old.pods[0].events[0].container == "db");
  CHECK(old.pods[0].events[0].count == 5);
  CHECK(old.pods[0].events[0].first->minimum == 3min);
  const Evidence recent = read_incident(
      "LAST SEEN   TYPE      REASON      OBJECT           MESSAGE\n"
      "4m20s       Warning   Unhealthy   pod/api-1        Readiness probe failed: no\n"
      "4m20s       Normal    Scaled      deployment/api   Scaled up\n");
  REQUIRE(recent.pods.size() == 1);
  CHECK(recent.pods[0].name == "api-1");
  CHECK(recent.pods[0].events.size() == 1);
}

TEST_CASE("rows of kubectl get pods are read with and without namespaces, restarts ago and more columns") {
  const Evidence evidence = read_incident(
      "NAMESPACE  NAME   READY  STATUS            RESTARTS      AGE   IP\n"
      "shop       web-0  0/2    CrashLoopBackOff  17 (5m2s ago) 59m   10.0.0.1\n");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods[0].name_space == "shop");
  REQUIRE(evidence.pods[0].rows.size() == 1);
  CHECK(evidence.pods[0].rows[0].containers == 2);
  CHECK(evidence.pods[0].rows[0].restarts == 17);
  CHECK(evidence.pods[0].rows[0].restarted->minimum == 302s);
  CHECK(evidence.pods[0].rows[0].age->minimum == 59min);
}

TEST_CASE("lines of a kubelet's log say what has failed, whatever is around them") {
  const Evidence evidence =
      read_incident(R"log(Feb 11 12:09:59 node kubelet[46]: E0211 12:09:59.250000    46 pod_workers.go:191] )log"
                    R"log(Error syncing pod 1 ("web_shop(1)"), skipping: failed to "StartContainer" for "app" )log"
                    R"log(with ErrImagePull: "rpc error: denied"
)log"
                    R"log(E0305 12:10:10.500000  1 pod_workers.go:1298] "Error syncing pod, skipping" )log"
                    R"log(err="failed to \"StartContainer\" for \"app\" with ImagePullBackOff: )log"
                    R"log(\"Back-off pulling image \\\"app:1\\\"\"" pod="shop/web" podUID="1"
)log");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods[0].name == "web");
  CHECK(evidence.pods[0].name_space == "shop");
  REQUIRE(evidence.pods[0].errors.size() == 2);
  CHECK(evidence.pods[0].errors[0].reason == "ErrImagePull");
  CHECK(evidence.pods[0].errors[0].message == "rpc error: denied");
  CHECK(evidence.pods[0].errors[1].reason == "ImagePullBackOff");
  CHECK(evidence.pods[0].errors[1].container == "app");
  CHECK(evidence.pods[0].errors[1].at - evidence.pods[0].errors[0].at == 11250ms);
}

TEST_CASE("Events as JSON are dated from the latest of them") {
  const Evidence evidence = read_incident(R"({"kind": "List", "items": [
    {"kind": "Event", "involvedObject": {"kind": "Pod", "name": "web", "namespace": "default",
     "fieldPath": "spec.initContainers{init}"}, "type": "Warning", "reason": "BackOff", "message": "Back-off",
     "firstTimestamp": "2024-01-01T00:00:00Z", "lastTimestamp": "2024-01-01T00:01:00Z", "count": 3,
     "source": {"component": "kubelet"}},
    {"kind": "Event", "involvedObject": {"kind": "Node", "name": "n"}, "type": "Normal", "reason": "NodeReady",
     "lastTimestamp": "2024-01-01T00:02:00Z"}]}
)");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods[0].events.size() == 1);
  const SeenEvent& event = evidence.pods[0].events[0];
  CHECK(event.container == "init");
  CHECK(event.is_init);
  CHECK(event.last->minimum == 60s);
  CHECK(event.first->minimum == 120s);
}

TEST_CASE("a list of Events in YAML is read without what is around it") {
  const Evidence evidence = read_incident(R"(- apiVersion: v1
  count: 61
  firstTimestamp: 2016-01-29T11:44:55Z
  involvedObject:
    fieldPath: spec.containers{registry}
    kind: Pod
    name: registry-v1-j6noi
  kind: Event
  lastTimestamp: 2016-01-29T11:54:45Z
  message: 'Failed to pull image "s3registry:v2":
    not found'
  reason: Failed
)");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods[0].events.size() == 1);
  CHECK(evidence.pods[0].events[0].count == 61);
  CHECK(evidence.pods[0].events[0].message == "Failed to pull image \"s3registry:v2\": not found");
}

TEST_CASE("the status of a pod alone says how its containers are") {
  const Evidence evidence = read_incident(
      "status:\n  phase: Failed\n  reason: DeadlineExceeded\n  containerStatuses:\n  - name: test\n    ready: false\n"
      "    restartCount: 0\n    state: {running: {startedAt: \"2021-02-01T12:29:17Z\"}}\n");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods[0].phase == "Failed");
  CHECK(evidence.pods[0].reason == "DeadlineExceeded");
  REQUIRE(evidence.pods[0].find("test") != nullptr);
  CHECK(evidence.pods[0].find("test")->state == "Running");
}

TEST_CASE("events that name no pod belong to the one that they fit") {
  const Evidence evidence = read_incident(
      "Events:\n"
      "  Type    Reason          Age                 From     Message\n"
      "  Normal  SandboxChanged  3m (x11 over 6m)    kubelet  Pod sandbox changed, it will be killed and re-created.\n"
      "NAME    READY   STATUS              RESTARTS   AGE\n"
      "net-0   0/1     CrashLoopBackOff    17         59m\n"
      "web-0   0/1     ContainerCreating   0          10m\n");
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods[0].events.empty());
  CHECK(evidence.pods[1].name == "web-0");
  CHECK(evidence.pods[1].events.size() == 1);
}

TEST_CASE("crictl says how often containers were made") {
  const Evidence evidence = read_incident(
      "CONTAINER      IMAGE    CREATED         STATE     NAME   ATTEMPT   POD ID         POD\n"
      "3a1f2b4c5d6e7  abc123   2 minutes ago   Exited    app    3         1a2b3c4d5e6f7  web-0\n"
      "3a1f2b4c5d6e8  abc123   8 minutes ago   Exited    app    2         1a2b3c4d5e6f7  web-0\n");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods[0].find("app")->restarts == 3);
  CHECK(evidence.pods[0].find("app")->ready == false);
}

TEST_CASE("what is no incident has no pods, and hostile bytes are bounded") {
  CHECK(read_incident("Nom: web\nEspace: x\n\xff\xfe\n").pods.empty());
  CHECK(read_incident("").pods.empty());
  std::string many;
  for (int line = 0; line < 150'000; ++line) many += "  Normal  Pulled  5s (x99999999999 over -3s)  kubelet  x\n";
  const Evidence evidence = read_incident(many);
  CHECK_FALSE(evidence.notes.empty());
  const Evidence nested = read_incident("{" + std::string(100'000, '[') + "\n");
  CHECK(nested.pods.empty());
}

TEST_CASE("lists without counts count what they repeat, and columns of one's own are read by their names") {
  const Evidence evidence = read_incident(
      "TIME                   REASON      MSG\n"
      "2024-01-01T10:00:00Z   Unhealthy   Liveness probe failed: no\n"
      "2024-01-01T10:00:10Z   Unhealthy   Liveness probe failed: no\n"
      "2024-01-01T10:00:20Z   Started     Started container web\n");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods[0].events.size() == 2);
  const SeenEvent& failed = evidence.pods[0].events[0];
  CHECK(failed.count == 2);
  CHECK(failed.is_counted);
  CHECK(failed.first->minimum == 20s);
  CHECK(failed.last->minimum == 10s);
  CHECK_FALSE(evidence.pods[0].events[1].is_counted);
}

TEST_CASE("messages go on in the next line, and names of places before them are taken off") {
  const Evidence evidence = read_incident(
      "Events:\n"
      "  Type     Reason   Age   From     Message\n"
      "  Warning  Failed   5s    kubelet  spec.containers{web}: Error: no such\n"
      "file or directory\n"
      "\n"
      "That is what I see.\n");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods[0].events.size() == 1);
  CHECK(evidence.pods[0].events[0].container == "web");
  CHECK(evidence.pods[0].events[0].message == "Error: no such file or directory");
}

TEST_CASE("the command before a table names its pod, and the manifest beside it is that of its workload") {
  const Evidence evidence = read_incident(
      "```yaml\n"
      "apiVersion: apps/v1\n"
      "kind: Deployment\n"
      "metadata: {name: web}\n"
      "spec:\n"
      "  selector: {matchLabels: {app: web}}\n"
      "  template:\n"
      "    metadata: {labels: {app: web}}\n"
      "    spec: {containers: [{name: main, image: \"nginx:1\"}]}\n"
      "```\n"
      "$ kubectl -n shop describe pod web-5d8c7-x2x9q\n"
      "Events:\n"
      "  Type    Reason   Age  From     Message\n"
      "  Normal  Started  5s   kubelet  Started container main\n");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods[0].name == "web-5d8c7-x2x9q");
  CHECK(evidence.pods[0].name_space == "shop");
  CHECK(evidence.pods[0].spec["containers"][0]["image"] == "nginx:1");
}

TEST_CASE("a described container says whether it is ready") {
  for (const bool is_ready : {true, false}) {
    Evidence evidence;
    read_paste("Name: web-0\nContainers:\n  app:\n    State: Running\n    Ready: " +
                   std::string{is_ready ? "True" : "False"} + "\n    Restart Count: 2\n",
               evidence);
    REQUIRE(evidence.pods.size() == 1);
    const SeenContainer& app = evidence.pods[0].container("app");
    CHECK(app.ready == is_ready);
    CHECK(app.restarts == 2U);
  }
}

TEST_CASE("a controller's pods that the API server refuses are evidence about the node, as an Event in JSON, too") {
  Evidence evidence;
  read_paste(R"({"kind": "Event", "apiVersion": "v1", "involvedObject": {"kind": "ReplicaSet", "name": "web-7d"},
"reason": "FailedCreate", "message": "exceeded quota", "type": "Warning"})",
             evidence);
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines[0].text == "FailedCreate: exceeded quota");
  CHECK(evidence.node_lines[0].is_problem);
}

TEST_CASE("a line of a log that names a pod by its UID only keeps the UID") {
  Evidence evidence;
  read_paste(
      "E0707 12:00:01.250000 7 kubelet_volumes.go:1] \"There were many similar errors\" "
      "podUID=\"0a1b2c3d-0000-4000-8000-000000000001\"\n",
      evidence);
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines[0].uid == "0a1b2c3d-0000-4000-8000-000000000001");
}

TEST_CASE("rows about other objects are none of pods") {
  const Evidence evidence = read_incident(
      "NAME            READY   UP-TO-DATE   AVAILABLE   AGE\n"
      "deployment/web  0/1     1            0           11s\n"
      "web             0/1     1            0           11s\n"
      "NAME            READY   AGE\n"
      "db              1/1     3d\n");
  CHECK(evidence.pods.empty());
}

TEST_CASE("the API server's word that there is no such pod is kept") {
  const Evidence evidence = read_incident("Error from server (NotFound): pods \"web-7\" not found\n");
  CHECK(evidence.pods.empty());
  REQUIRE(evidence.notes.size() == 1);
  CHECK(evidence.notes[0] == "line 1: the API server reports that pod web-7 does not exist");
}

TEST_CASE("JSON that is cut at both ends still holds its complete events") {
  const Evidence evidence = read_incident(
      R"(6b","uid":"33bd"},"reason":"Created","count":1},{"metadata":{"name":"web-0.1"},"involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0"},"reason":"Unhealthy","message":"Liveness probe failed: refused","type":"Warning","count":4},{"metadata":{"name":"web-0.14)");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods.front().events.size() == 1);
  CHECK(evidence.pods.front().events.front().reason == "Unhealthy");
}

TEST_CASE("a list whose end is missing holds its complete items") {
  const Evidence evidence = read_incident(R"({
  "kind": "List",
  "items": [
    {"kind": "Event", "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "web-0"},
     "type": "Warning", "reason": "BackOff", "message": "Back-off restarting failed container", "count": 3},
    {"kind": "Event", "involvedObject": {"kind": "Pod", "name)");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods.front().events.size() == 1);
}

TEST_CASE("rows of docker ps show the last run of a kubelet's container") {
  const Evidence evidence = read_incident(
      "CONTAINER ID  IMAGE  COMMAND  CREATED  STATUS  PORTS  NAMES\n"
      "a843758a1791  2e1b   \"srv\"    5s ago   Exited (2) 4 seconds ago   k8s_app_web-0_shop_dbd0b6f5_1\n"
      "c5584f87db70  303c   \"etcd\"   1h ago   Up 1 hour                  k8s_etcd_etcd-0_shop_6b080f5c_2\n"
      "d5584f87db70  pause  \"/pause\" 1h ago   Up 1 hour                  k8s_POD_etcd-0_shop_6b080f5c_2\n");
  REQUIRE(evidence.pods.size() == 2);
  const SeenContainer& app = evidence.pods.front().containers.front();
  CHECK(evidence.pods.front().name_space == "shop");
  CHECK(app.restarts == 1);
  REQUIRE(app.last);
  CHECK(app.last->exit_code == 2);
  REQUIRE(evidence.pods.back().containers.size() == 1);
  CHECK(evidence.pods.back().containers.front().state == "Running");
}

TEST_CASE("kubelets up to 1.7 show errors of many words as a status") {
  const Evidence evidence = read_incident(
      "NAME   READY  STATUS                                         RESTARTS  AGE\n"
      "web-0  0/1    Couldn't find key token in Secret shop/keys    0         23m\n");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods.front().rows.size() == 1);
  CHECK(evidence.pods.front().rows.front().status == "Couldn't find key token in Secret shop/keys");
  CHECK(evidence.pods.front().rows.front().restarts == 0U);
}

TEST_CASE("a line about several pods is about none of them") {
  const Evidence evidence = read_incident(
      "I0310 09:15:42.101234    2001 eviction_manager.go:405] \"Eviction manager: pods ranked for eviction\" "
      "pods=[\"shop/web-0\",\"shop/web-1\"]\n"
      "I0310 09:15:43.101234    2001 eviction_manager.go:627] \"Eviction manager: pod is evicted successfully\" "
      "pod=\"shop/web-1\"\n");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods.front().name == "web-1");
}

TEST_CASE("a rejection without a name is not that of a pod that runs") {
  const Evidence evidence = read_incident(
      "Reason:   UnexpectedAdmissionError\n"
      "Message:  Pod was rejected: Allocate failed due to no healthy devices present; cannot allocate unhealthy "
      "devices "
      "example.com/gpu, which is unexpected\n"
      "$ kubectl get pods\n"
      "web-0  1/1  Running  0  9h\n");
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods.front().name == "pod");
  CHECK(evidence.pods.front().reason == "UnexpectedAdmissionError");
}

TEST_CASE("lines of a runtime's log say which call failed, for which pod and container") {
  const Evidence evidence = read_incident(
      "Mar 10 09:15:42 node-1 containerd[77]: time=\"2026-03-10T09:15:42.788791028+01:00\" level=error "
      "msg=\"RunPodSandbox for &PodSandboxMetadata{Name:web-0,Uid:3adf8809-84d0-41ed-a75b-301f1a7dbaa8,Namespace:shop,"
      "Attempt:0,} failed, error\" error=\"failed to get sandbox runtime: no runtime for \\\"vm\\\" is configured\"\n"
      "Mar 10 09:15:43 node-1 containerd[77]: time=\"2026-03-10T09:15:43.1+01:00\" level=info msg=\"RunPodSandbox for "
      "&PodSandboxMetadata{Name:web-0,Uid:3adf8809-84d0-41ed-a75b-301f1a7dbaa8,Namespace:shop,Attempt:0,}\"\n");
  REQUIRE(evidence.pods.size() == 1);
  const SeenPod& pod = evidence.pods.front();
  CHECK(pod.name == "web-0");
  CHECK(pod.name_space == "shop");
  REQUIRE(pod.errors.size() == 1);
  CHECK(pod.errors.front().action == "RunPodSandbox");
  CHECK(pod.errors.front().message == "failed to get sandbox runtime: no runtime for \"vm\" is configured");
  CHECK(pod.errors.front().at == 9h + 15min + 42s + 788ms + 791us);
}

TEST_CASE("a runtime's log in JSON is a log") {
  const Evidence evidence = read_incident(
      R"({"error":"rpc error: code = DeadlineExceeded desc = context deadline exceeded","level":"error","msg":"StopPodSandbox for \"82de\" failed","time":"2026-03-10T09:15:42Z"})");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods.front().errors.size() == 1);
  CHECK(evidence.pods.front().errors.front().action == "StopPodSandbox");
}

TEST_CASE("a line of the kubelet's log without its header is one") {
  const Evidence evidence = read_incident(
      "remote_runtime.go:213] StartContainer \"d3f920\" from runtime service failed: rpc error: code = Unknown desc = "
      "failed to create containerd task: open /run/hosts: no such file or directory\n");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods.front().errors.size() == 1);
  CHECK(evidence.pods.front().errors.front().action == "StartContainer");
}

TEST_CASE("a warning of the API server, which kubectl shows, is no failure of the node") {
  const Evidence evidence = read_incident(
      "W0310 09:15:42.706161   40971 warnings.go:70] would violate PodSecurity \"restricted:latest\": forbidden "
      "sysctls\n"
      "web-0   0/1   ContainerStatusUnknown   0   92s\n");
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK_FALSE(evidence.node_lines.front().is_problem);
}

TEST_CASE("events in the output of an end-to-end test are of the pod that they name") {
  const Evidence evidence = read_incident(
      "I1127 23:35:45.472] Nov 27 23:30:37.282: INFO: At 2025-11-27 23:19:53 +0000 UTC - event for web-0: {kubelet "
      "node-1} Failed: Error: failed to start container \"app\": exec: \"/run.sh\": stat /run.sh: no such file\n"
      "Nov 27 23:30:37.282: INFO: At 2025-11-27 23:20:53 +0000 UTC - event for web: {replicaset-controller } "
      "SuccessfulCreate: Created pod: web-0\n");
  REQUIRE(evidence.pods.size() == 1);
  CHECK(evidence.pods.front().name == "web-0");
  REQUIRE(evidence.pods.front().events.size() == 1);
  const SeenEvent& event = evidence.pods.front().events.front();
  CHECK(event.reason == "Failed");
  CHECK(event.type == "Warning");
  CHECK(event.source == "kubelet");
  CHECK(event.last_at);
}

TEST_CASE("a row of events within a sentence is read, and a reason in a cell of its own") {
  const Evidence quoted = read_incident(
      "They stay so, with \"Normal   SandboxChanged  13s (x10 over 2m13s)  kubelet  Pod sandbox changed, it will be "
      "killed and re-created.\"\n");
  REQUIRE(quoted.pods.size() == 1);
  REQUIRE(quoted.pods.front().events.size() == 1);
  CHECK(quoted.pods.front().events.front().count == 10);
  CHECK(quoted.pods.front().events.front().message == "Pod sandbox changed, it will be killed and re-created.");
  const Evidence cell = read_incident(
      "FailedPostStartHook  Exec lifecycle hook ([sh]) for Container \"app\" in Pod \"web-0_shop(1f)\" failed - error: "
      "command 'sh' exited with 137\n");
  REQUIRE(cell.pods.size() == 1);
  CHECK(cell.pods.front().name == "web-0");
  REQUIRE(cell.pods.front().events.size() == 1);
  CHECK(read_incident("FailedMount events are what we see most\n").pods.empty());
}

TEST_CASE("a row that is cut behind its status is one of a pod") {
  const Evidence evidence = read_incident("web-0            0/2     Init:Error\n");
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods.front().rows.size() == 1);
  CHECK(evidence.pods.front().rows.front().status == "Init:Error");
  CHECK_FALSE(evidence.pods.front().rows.front().restarts);
  CHECK(read_incident("tests    1/2     Passed\n").pods.empty());
}

TEST_CASE("the status of a pod without the first lines of its description is read, also twice") {
  const Evidence evidence = read_incident(
      "some text\n"
      "```\n"
      "Status:         Failed\n"
      "Reason:         NodeShutdown\n"
      "Message:        Pod was rejected as the node is shutting down.\n"
      "```\n"
      "or\n"
      "Status:         Failed\n"
      "Reason:         Terminated\n"
      "Message:        Pod was terminated in response to imminent node shutdown.\n");
  REQUIRE(evidence.pods.size() == 1);
  const SeenPod& pod = evidence.pods.front();
  CHECK(pod.reason == "Terminated");
  REQUIRE(pod.lines.size() == 1);
  CHECK(pod.lines.front().text == "NodeShutdown: Pod was rejected as the node is shutting down.");
}

TEST_CASE("klog lines of a container's own process are none of the kubelet's") {
  const Evidence evidence = read_incident(
      "web-0   0/1   CrashLoopBackOff   4 (62s ago)   3m\n"
      "E0310 09:15:42.101234       1 main.go:7] cannot start: no route\n"
      "E0310 09:15:42.101234       1 kubelet.go:7] \"Skipping pod synchronization\" err=\"x\"\n");
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines.front().line == 3);
}

TEST_CASE("a part of a Pod in JSON that is cut at both ends is read as far as it goes") {
  const Evidence evidence = read_incident(
      "    \"reason\": \"ContainersNotInitialized\",\n"
      "    \"startTime\": \"2026-03-10T02:33:39Z\",\n"
      "    \"initContainerStatuses\": [\n"
      "      {\n"
      "        \"name\": \"setup\",\n"
      "        \"state\": {\"waiting\": {\"reason\": \"CrashLoopBackOff\", \"message\": \"back-off 1m20s "
      "restarting\"}},\n"
      "        \"lastState\": {\n"
      "          \"terminated\": {\n"
      "            \"exitCode\": 2,\n"
      "            \"reason\": \"Error\",\n");
  REQUIRE(evidence.pods.size() == 1);
  const SeenContainer* const setup = evidence.pods.front().find("setup");
  REQUIRE(setup != nullptr);
  CHECK(setup->is_init);
  CHECK(setup->waiting_reason == "CrashLoopBackOff");
  REQUIRE(setup->last);
  CHECK(setup->last->exit_code == 2);
}

TEST_CASE("a row of events that is cut within its age is none") {
  CHECK(read_incident("  Warning  Failed     18s (\n").pods.empty());
}

}  // namespace podreel::reproduce
