// The headline of an incident: a cause that the evidence names, or one that a scenario reproduces.
#include "scenarios/reproduce/diagnosis.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "scenarios/reproduce/read/read.hpp"
#include "scenarios/reproduce/reproduce.hpp"
#include "support/sample.hpp"

namespace podreel::reproduce {

namespace {

Evidence evidence_in(std::string_view text) {
  Evidence evidence;
  read_paste(text, evidence);
  merge_evidence(evidence);
  return evidence;
}

/// `runs`: the headline needs fewer than a reproduction.
Reproduction diagnosed(std::string_view text, std::size_t runs = 120 / testing::one_in({.sanitized = 6})) {
  Options options;
  options.budget.runs = runs;
  return reproduce(evidence_in(text), options);
}

std::string headline(std::string_view text) {
  return diagnosed(text).pods.front().diagnosis.headline;
}

}  // namespace

TEST_CASE("a state that says why is the headline, and never a pod that runs") {
  CHECK(headline("web-0 0/1 CreateContainerError 0 10m\n") == "the runtime refuses CreateContainer of web");
  CHECK(headline("web-0 0/1 RunContainerError 0 10m\n") == "the runtime refuses StartContainer of web");
  CHECK(headline("web-0 0/1 ContainerStatusUnknown 0 10m\n") ==
        "the runtime no longer knows web, so its end is unknown");
  CHECK(headline("web-0 0/1 UnexpectedAdmissionError 0 3m\n") ==
        "the kubelet rejected the pod: its admission failed, for example that of a device");
  CHECK(headline("web-0 0/1 NodeAffinity 0 3m\n") ==
        "the kubelet rejected the pod: its node selector or affinity does not match the labels of the node");
  CHECK(headline("web-0 0/1 OutOfpods 0 3m\n") == "the kubelet rejected the pod: the node has not enough pods");
  CHECK(headline("web-0 0/1 Init:ErrImagePull 0 3m\n") == "the image of init cannot be pulled");
}

TEST_CASE("a scenario that does not show the stated cause says so") {
  const Reproduction found = diagnosed("web-0 0/1 UnexpectedAdmissionError 0 3m\n");
  CHECK(found.pods.front().diagnosis.simulated == "the pod runs without failures");
  CHECK_FALSE(found.is_complete());
}

TEST_CASE("a pod whose status has a reason and no containers is answered from it") {
  CHECK(headline(R"(apiVersion: v1
kind: Pod
metadata: {name: web-0, namespace: shop}
spec: {nodeName: node-1, containers: [{name: app, image: "app:1"}]}
status:
  phase: Failed
  reason: Evicted
  message: 'The node was low on resource: ephemeral-storage. '
)") == "the kubelet evicted the pod: the node was short of ephemeral-storage");
}

TEST_CASE("a mirror pod that stays Pending has a kubelet that reports nothing") {
  const Reproduction found = diagnosed(R"(apiVersion: v1
kind: Pod
metadata: {name: etcd-cp-1, namespace: kube-system, annotations: {kubernetes.io/config.mirror: a1b2}}
spec: {nodeName: cp-1, containers: [{name: etcd, image: "etcd:3"}]}
status: {phase: Pending}
)");
  CHECK(found.pods.front().diagnosis.headline.starts_with("the kubelet has not reported the containers"));
  CHECK(found.scenario.is_null());
}

TEST_CASE("a line of a log that names the cause outweighs a row") {
  const std::string row = "NAME READY STATUS RESTARTS AGE\nweb-0 1/1 Running 1 (20s ago) 3d\n";
  CHECK(headline(row +
                 "I0310 09:15:42.101234    2001 kuberuntime_manager.go:1020] \"Message for Container of pod\" "
                 "containerName=\"web\" containerStatusID={} pod=\"default/web-0\" containerMessage=\"Container web "
                 "definition changed, will be restarted\"\n")
            .starts_with("the kubelet restarts web, because its definition changed"));
}

TEST_CASE("lines of the kubelet's log are evidence without any table") {
  const Reproduction found = diagnosed(
      "E0310 09:15:42.101234    2001 nestedpendingoperations.go:348] Operation for "
      "\"{volumeName:kubernetes.io/nfs/data podName:4b1f2c1e-9a87-4f0f-8f35-0e6f8f9c6a11 nodeName:}\" failed. Error: "
      "MountVolume.SetUp failed for volume \"data\" (UniqueName: \"kubernetes.io/nfs/data\") pod \"web-0\" (UID: "
      "\"4b1f2c1e-9a87-4f0f-8f35-0e6f8f9c6a11\") : mount failed: exit status 32 pod=\"shop/web-0\"\n");
  REQUIRE(found.pods.size() == 1);
  CHECK(found.pods.front().name == "shop/web-0");
  CHECK(found.pods.front().diagnosis.headline == "the volume data cannot be mounted");
}

TEST_CASE("evidence that no part of the answer uses is named, and the answer is not certain") {
  const Reproduction found = diagnosed(
      "web-0 0/1 ContainerCreating 0 12m\n"
      "E0310 09:15:42.101234    2001 fancy.go:12] \"The gadget is broken\" pod=\"default/web-0\"\n");
  const Diagnosis& diagnosis = found.pods.front().diagnosis;
  REQUIRE(diagnosis.unused.size() == 1);
  CHECK(diagnosis.unused.front().line == 2);
  CHECK_FALSE(diagnosis.is_certain);
  CHECK_FALSE(found.is_complete());
}

TEST_CASE("a failure that the pod has overcome is not the cause") {
  CHECK(headline("  Warning  FailedMount  10m             kubelet  MountVolume.SetUp failed for volume \"config\" : "
                 "configmap \"settings\" not found\n"
                 "  Normal   Started      9s (x5 over 9m) kubelet  Started container app\n"
                 "  Warning  BackOff      5s (x9 over 9m) kubelet  Back-off restarting failed container app in pod "
                 "web-0_default(1f)\n") == "app repeatedly exits by itself");
}

TEST_CASE("a container that has ended once is not restarted again and again") {
  CHECK(headline(R"(Name:             etl-7k2xq
Start Time:       Tue, 12 Nov 2024 08:00:00 +0100
Status:           Running
Controlled By:    Job/etl
Containers:
  main:
    State:          Terminated
      Reason:       Completed
      Exit Code:    0
      Started:      Tue, 12 Nov 2024 08:00:04 +0100
      Finished:     Tue, 12 Nov 2024 08:03:10 +0100
    Ready:          False
    Restart Count:  0
  proxy:
    State:          Running
      Started:      Tue, 12 Nov 2024 08:00:05 +0100
    Ready:          True
    Restart Count:  0
)") == "main has completed, and proxy runs on, so the pod does not end");
}

TEST_CASE("a container that the kernel kills runs out of memory") {
  CHECK(headline("web-0 0/1 OOMKilled 3 (20s ago) 2m\n") ==
        "web repeatedly runs out of memory and is killed (OOMKilled)");
}

TEST_CASE("a deleted pod that stays is kept by its finalizer, or by a volume that the log names") {
  CHECK(headline(R"(apiVersion: v1
kind: Pod
metadata:
  name: stuck
  creationTimestamp: "2024-11-12T08:00:00Z"
  deletionGracePeriodSeconds: 30
  deletionTimestamp: "2024-11-12T09:00:30Z"
  finalizers: [example.com/backup]
spec: {nodeName: node-1, containers: [{name: app, image: "app:1"}]}
status:
  phase: Running
  containerStatuses:
  - name: app
    restartCount: 0
    state: {terminated: {exitCode: 0, reason: Completed, startedAt: "2024-11-12T08:00:02Z", finishedAt: "2024-11-12T09:00:01Z"}}
)") == "the pod is deleted, and the finalizer example.com/backup keeps it");
  CHECK(headline("pg-0 0/1 Terminating 0 4h\n"
                 "E1112 10:11:52.118273    1203 nestedpendingoperations.go:348] Error: UnmountVolume.TearDown failed "
                 "for volume \"data\" (UniqueName: \"x\") pod \"4b1f2c1e-9a87-4f0f-8f35-0e6f8f9c6a11\" : device or "
                 "resource busy\n") == "the pod is deleted, and its volume data cannot be unmounted");
}

TEST_CASE("a pod of a lost node is no pod that was deleted by hand") {
  CHECK(headline("web-0 1/1 Terminating 0 20m\n"
                 "Events:\n"
                 "  Warning  NodeNotReady          9m19s  node-controller            Node is not ready\n"
                 "  Normal   TaintManagerEviction  4m19s  taint-eviction-controller  Marking for deletion Pod "
                 "default/web-0\n") == "the node was lost, and the control plane deleted the pod");
}

TEST_CASE("one of two causes that leave the same is not certain") {
  const Reproduction found = diagnosed(
      "stuck   0/1     Error    0          30m\n"
      "Events:\n"
      "  Normal  Started  30m   kubelet  Started container app\n"
      "  Normal  Killing  20m   kubelet  Stopping container app\n");
  CHECK_FALSE(found.pods.front().diagnosis.is_certain);
  REQUIRE(found.pods.front().alternatives.size() == 1);
  CHECK(found.pods.front().alternatives.front().fit.is_complete());
}

TEST_CASE("a container that a signal ended was killed by something that the input does not show") {
  const Reproduction found = diagnosed(R"(Containers:
  worker:
    State:          Running
      Started:      Mon, 13 Nov 2023 03:50:57 +0100
    Last State:     Terminated
      Reason:       Error
      Exit Code:    137
      Started:      Mon, 13 Nov 2023 03:48:52 +0100
      Finished:     Mon, 13 Nov 2023 03:50:55 +0100
    Ready:          True
    Restart Count:  1
)");
  CHECK(found.pods.front().diagnosis.headline == "worker was killed (137); the input does not show by what");
  CHECK_FALSE(found.pods.front().diagnosis.is_certain);
}

TEST_CASE("an audit log says who deleted or evicted a pod") {
  CHECK(
      headline(
          R"({"kind":"Event","apiVersion":"audit.k8s.io/v1","verb":"create","user":{"username":"autoscaler"},"objectRef":{"resource":"pods","namespace":"shop","name":"web-0","subresource":"eviction"}}
{"kind":"Event","apiVersion":"audit.k8s.io/v1","verb":"delete","user":{"username":"system:node:node-1"},"objectRef":{"resource":"pods","namespace":"shop","name":"web-0"}}
)") == "the pod was evicted through the API by autoscaler");
}

TEST_CASE("a node that is not ready is a candidate for the cause of the pods in its rows") {
  const Evidence evidence = evidence_in(
      "NAME     STATUS     ROLES    AGE   VERSION\n"
      "node-7   NotReady   <none>   91d   v1.29.8\n"
      "node-8   Ready      <none>   91d   v1.29.8\n"
      "\n"
      "NAME    READY   STATUS        RESTARTS   AGE    NODE\n"
      "web-0   1/1     Terminating   0          8d     node-7\n"
      "web-1   1/1     Running       0          3m2s   node-8\n");
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods[0].lines.size() == 1);
  CHECK(evidence.pods[1].lines.empty());
  CHECK(evidence.nodes.front().version == "1.29.8");
  CHECK(evidence.unread_lines == 0);
}

TEST_CASE("an evicted pod's containers do not end by themselves") {
  CHECK(headline(R"(apiVersion: v1
kind: Pod
metadata: {name: web-0, creationTimestamp: "2025-05-29T07:12:30Z"}
spec: {nodeName: node-5, containers: [{name: app, image: "app:1"}]}
status:
  phase: Succeeded
  conditions:
  - {type: DisruptionTarget, status: "True", reason: TerminationByKubelet, message: "The node was low on resource: ephemeral-storage. ", lastTransitionTime: "2025-05-29T07:30:02Z"}
  containerStatuses:
  - {name: app, ready: false, restartCount: 0, state: {terminated: {exitCode: 0, reason: Completed, startedAt: "2025-05-29T07:12:38Z", finishedAt: "2025-05-29T07:30:01Z"}}}
)") == "the kubelet evicted the pod: the node was short of ephemeral-storage");
}

TEST_CASE("a back-off bounds the time that has passed") {
  const Reproduction found = diagnosed(
      "E0310 09:15:42.101234    2001 pod_workers.go:1298] \"Error syncing pod, skipping\" err=\"failed to "
      "\\\"StartContainer\\\" for \\\"app\\\" with CrashLoopBackOff: \\\"back-off 2m40s restarting failed "
      "container=app pod=web-0_shop(5b1a0c1e)\\\"\" pod=\"shop/web-0\" podUID=\"5b1a0c1e\"\n",
      120);
  CHECK(found.reproduced() == 1);
  const std::string duration = found.scenario["spec"]["duration"];
  CHECK(duration.find('m') != std::string::npos);
}

TEST_CASE("what follows from a rejection is not the cause") {
  const Reproduction found = diagnosed(
      "Events:\n"
      "  Warning  FailedScheduling          73s              default-scheduler  0/3 nodes are available: 3 busy.\n"
      "  Normal   Scheduled                 73s              default-scheduler  Successfully assigned shop/gpu to n1\n"
      "  Warning  UnexpectedAdmissionError  73s              kubelet            Allocate failed due to rpc error: code "
      "= Unavailable desc = transport is closing, which is unexpected\n"
      "  Warning  FailedMount               9s (x8 over 73s) kubelet            MountVolume.SetUp failed for volume "
      "\"token\" : object \"shop\"/\"ca.crt\" not registered\n");
  CHECK(found.pods.front().diagnosis.headline.starts_with("the kubelet rejected the pod: a resource could not be"));
  CHECK(found.pods.front().diagnosis.unused.empty());
}

TEST_CASE("a message in a sentence is a possible cause, and one that a log confirms is certain") {
  const std::string row = "web-0 0/1 Error 0 50m\n";
  const std::string sentence =
      "web-0 Evicted The node was low on resource: ephemeral-storage. Threshold quantity: 3Gi, available: 2Gi.\n";
  const Diagnosis quoted = diagnosed(row + sentence, 20).pods.front().diagnosis;
  CHECK(quoted.headline == "the kubelet evicted the pod: the node was short of ephemeral-storage");
  CHECK_FALSE(quoted.is_certain);
  const Diagnosis confirmed =
      diagnosed(row + sentence +
                    "I0310 09:15:42.101234    2001 eviction_manager.go:627] \"Eviction manager: pod is evicted "
                    "successfully\" pod=\"shop/web-0\"\n",
                20)
          .pods.front()
          .diagnosis;
  CHECK(confirmed.headline == quoted.headline);
  CHECK(confirmed.is_certain);
}

TEST_CASE("a number of restarts does not show why a container ended") {
  CHECK_FALSE(diagnosed("web-0 1/1 Running 190 2d21h\n", 40).pods.front().diagnosis.is_certain);
}

TEST_CASE("a pod whose state is unknown does not exit by itself") {
  CHECK(headline("web-0 0/1 Unknown 2 2h\n").starts_with("the state of the pod is unknown"));
}

TEST_CASE("a container that never started did not run since 1970") {
  const Reproduction found = diagnosed(R"(    State:          Waiting
      Reason:       RunContainerError
    Last State:     Terminated
      Reason:       StartError
      Message:      exec: "/srv/run": stat /srv/run: no such file or directory: unknown
      Exit Code:    128
      Started:      Thu, 01 Jan 1970 00:00:00 +0000
      Finished:     Tue, 10 Mar 2026 15:57:17 +0000
    Restart Count:  4
)");
  CHECK(found.pods.front().diagnosis.headline == "the command /srv/run of app does not exist in its image");
}

TEST_CASE("a manifest that was cut still shows which finalizer keeps the deleted pod") {
  CHECK(headline(R"(apiVersion: v1
kind: Pod
metadata:
  name: etl-7k2xq
  creationTimestamp: "2026-03-10T02:00:41Z"
  deletionGracePeriodSeconds: 0
  deletionTimestamp: "2026-03-10T02:02:21Z"
  finalizers: [batch.kubernetes.io/job-tracking]
)") == "the pod is deleted, and the finalizer batch.kubernetes.io/job-tracking keeps it");
}

TEST_CASE("pods of one name in two namespaces are two pods") {
  const Evidence evidence = evidence_in(
      "NAMESPACE  NAME   READY  STATUS            RESTARTS  AGE\n"
      "blue       web-0  0/1    ImagePullBackOff  0         5m\n"
      "green      web-0  1/1    Running           0         5m\n");
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods[0].name_space == "blue");
  CHECK(evidence.pods[1].name_space == "green");
}

TEST_CASE("a failed node is the cause of a pod without a failure of its own, and otherwise another explanation") {
  const std::string node =
      "Name:   node-1\n"
      "Roles:  <none>\n"
      "  Ready   Unknown   Mon, 02 Mar 2026 13:54:18 +0000   Sun, 01 Mar 2026 21:39:37 +0000   NodeStatusUnknown   "
      "Kubelet stopped posting node status.\n"
      "$ kubectl get pods -o wide\n";
  CHECK(headline(node + "web-0  1/1  Terminating  0  3d  10.0.0.7  node-1\n").starts_with("the node was lost"));
  const Diagnosis own =
      diagnosed(node + "web-0  0/1  ImagePullBackOff  0  3d  10.0.0.7  node-1\n", 20).pods.front().diagnosis;
  CHECK(own.headline == "the image of web cannot be pulled");
  REQUIRE(own.others.size() == 1);
  CHECK(own.others.front().sentence.starts_with("the node is lost"));
}

TEST_CASE("two pods of one lost node are simulated on one node that is cut off once") {
  const Reproduction found = diagnosed(
      "NAME     STATUS     ROLES    AGE   VERSION\n"
      "node-4   NotReady   <none>   21m   v1.20.6\n"
      "NAME    READY   STATUS        RESTARTS   AGE   IP          NODE\n"
      "web-0   1/1     Terminating   0          20m   10.42.0.6   node-4\n"
      "web-1   1/1     Terminating   0          20m   10.42.0.5   node-4\n",
      40);
  REQUIRE(found.pods.size() == 2);
  CHECK(found.pods.front().diagnosis.headline == "the node was lost, and the control plane deleted the pod");
  CHECK(found.pods.back().diagnosis.headline == found.pods.front().diagnosis.headline);
}

TEST_CASE("a sandbox that changes without an error is created anew for an unknown reason") {
  const Reproduction found = diagnosed(
      "  Normal  SandboxChanged  2m12s (x15 over 90m)  kubelet  Pod sandbox changed, it "
      "will be killed and re-created.\n",
      40);
  CHECK_FALSE(found.pods.front().diagnosis.is_certain);
}

TEST_CASE("a volume is named as the input names it") {
  CHECK(headline("  Warning  FailedMount  6s (x15 over 23m)  kubelet  MountVolume.MountDevice failed for volume "
                 "\"pvc-d59d\" : rpc error: code = Unknown desc = Timeout waiting for mount\n") ==
        "the volume pvc-d59d cannot be mounted");
}

TEST_CASE("a back-off that only a line of a log or an event reports does not show how the container ends") {
  const Reproduction logged = diagnosed(
      "E0310 09:15:42.101234    2001 pod_workers.go:191] Error syncing pod 5855 (\"api-0_shop(5855)\"), skipping: "
      "failed "
      "to \"StartContainer\" for \"api\" with CrashLoopBackOff: \"back-off 40s restarting failed container=api "
      "pod=api-0_shop(5855)\"\n");
  CHECK(logged.pods.front().diagnosis.headline == "api repeatedly exits by itself");
  CHECK_FALSE(logged.pods.front().diagnosis.is_certain);
  const Reproduction event =
      diagnosed("  Warning  BackOff  4m (x12 over 4m)  kubelet  Back-off restarting failed container\n");
  CHECK_FALSE(event.pods.front().diagnosis.is_certain);
}

TEST_CASE("the termination log of a container is its own text and names no cause") {
  CHECK(headline(R"(Containers:
  operator:
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       Error
      Message:      E0310 09:15:42.1 main.go:7] cannot start: secrets "keys" not found
      Exit Code:    1
      Started:      Mon, 13 Nov 2023 03:48:52 +0100
      Finished:     Mon, 13 Nov 2023 03:48:55 +0100
    Ready:          False
    Restart Count:  4
)") == "operator repeatedly exits by itself");
}

TEST_CASE("a quoted message about the only pod of the input is its cause") {
  const Reproduction found = diagnosed(
      "the description gives `Message:  Pod Allocate failed due to device plugin rpc failed, which is unexpected`\n"
      "NAME          READY   STATUS                     RESTARTS   AGE\n"
      "train-2q6ld   0/1     UnexpectedAdmissionError   0          4s\n");
  CHECK(found.pods.front().diagnosis.headline ==
        "the kubelet rejected the pod: a resource could not be allocated (device plugin rpc failed)");
  CHECK(found.pods.front().diagnosis.is_certain);
}

TEST_CASE("a container whose end the runtime does not know was lost, as in a reboot") {
  CHECK(headline(R"(Containers:
  db:
    State:          Running
      Started:      Mon, 13 Nov 2023 03:50:57 +0100
    Last State:     Terminated
      Reason:       Unknown
      Exit Code:    255
      Started:      Mon, 13 Nov 2023 03:40:52 +0100
      Finished:     Mon, 13 Nov 2023 03:50:51 +0100
    Ready:          True
    Restart Count:  1
)") == "db was lost while it ran, as when its node or the runtime restarts");
}

TEST_CASE("pods that the API server refuses are named by their controller's events") {
  const Reproduction found = diagnosed(
      "LAST SEEN   TYPE      REASON         OBJECT              MESSAGE\n"
      "3m          Warning   FailedCreate   replicaset/web-7d   Error creating: pods \"web-7d-\" is forbidden: "
      "exceeded "
      "quota: small\n");
  REQUIRE(found.nameless_causes.size() == 1);
  CHECK(found.nameless_causes.front() ==
        "the API server refuses to create the pod: pods \"web-7d-\" is forbidden: exceeded quota: small");
}

TEST_CASE("a deleted pod that still runs after its grace period does not show what holds it") {
  const Reproduction found = diagnosed(R"(Name:                      web-0
Namespace:                 shop
Start Time:                Tue, 22 May 2018 11:14:22 +0200
Status:                    Terminating (lasts 9m)
Termination Grace Period:  60s
Containers:
  web:
    State:          Running
      Started:      Tue, 22 May 2018 11:16:36 +0200
    Ready:          False
    Restart Count:  0
)");
  CHECK_FALSE(found.pods.front().diagnosis.is_certain);
}

TEST_CASE("changed sandboxes alone do not show what fails") {
  const Reproduction found = diagnosed(
      "Events:\n"
      "  Type    Reason          Age                   From     Message\n"
      "  ----    ------          ----                  ----     -------\n"
      "  Normal  SandboxChanged  2m30s (x141 over 32m)  kubelet  Pod sandbox changed, it will be killed and "
      "re-created.\n");
  CHECK_FALSE(found.pods.front().diagnosis.is_certain);
}

TEST_CASE("volumes of old kubelets have the names of the pod's volumes") {
  CHECK(headline("  1m  5m  10  web-0  Pod  Warning  FailedMount  kubelet, node-1  MountVolume.SetUp failed for volume "
                 "\"kubernetes.io/nfs/cbdead93-a204-11e7-8fa8-06703284a84e-data\" (spec.Name: \"data\") pod "
                 "\"cbdead93-a204-11e7-8fa8-06703284a84e\" (UID: \"cbdead93-a204-11e7-8fa8-06703284a84e\") with: mount "
                 "failed: exit status 32\n")
            .starts_with("the volume "));
}

TEST_CASE("an image whose container has started is not being pulled") {
  CHECK(headline("  Normal   Pulling  5m               kubelet  Pulling image \"web:1\"\n"
                 "  Normal   Started  4m55s            kubelet  Started container web\n"
                 "  Warning  BackOff  4m (x12 over 4m) kubelet  Back-off restarting failed container\n") ==
        "web repeatedly exits by itself");
}

TEST_CASE("a runtime that does not answer is the cause of sandboxes that it does not stop in time") {
  const Reproduction found = diagnosed(
      "E1126 17:29:38.193412    2098 kuberuntime_manager.go:1003] \"PodSandboxStatus of sandbox for pod\" err=\"rpc "
      "error: "
      "code = DeadlineExceeded desc = context deadline exceeded\" podSandboxID=\"30d5\" pod=\"shop/web-0\"\n"
      "E1126 17:31:49.900799    2098 remote_runtime.go:144] \"StopPodSandbox from runtime service failed\" err=\"rpc "
      "error: code = DeadlineExceeded desc = context deadline exceeded\" podSandboxID=\"30d5\"\n");
  CHECK(found.pods.front().diagnosis.headline == "the runtime does not answer the kubelet in time (PodSandboxStatus)");
  CHECK(found.pods.front().diagnosis.unused.empty());
}

TEST_CASE("lines that differ in their times name one cause of the node") {
  const Reproduction found = diagnosed(
      "E0413 10:53:52.844381    3263 kubelet.go:2055] \"Skipping pod synchronization\" err=\"PLEG is not healthy: pleg "
      "was "
      "last seen active 2h33m12.7s ago; threshold is 3m0s\"\n"
      "E0413 10:53:57.844381    3263 kubelet.go:2055] \"Skipping pod synchronization\" err=\"PLEG is not healthy: pleg "
      "was "
      "last seen active 2h33m17.7s ago; threshold is 3m0s\"\n");
  CHECK(found.node_causes.size() == 1);
}

TEST_CASE("a failed call that names no container is of the only one") {
  const Reproduction found = diagnosed(
      "E0809 09:58:45.873380    1851 remote_runtime.go:302] \"CreateContainer in sandbox from runtime service failed\" "
      "err=\"rpc error: code = Unknown desc = CDI device injection failed: unresolvable CDI devices "
      "example.com/nic=nic-3\" podSandboxID=\"5ce2\"\n");
  CHECK(found.pods.front().diagnosis.headline ==
        "the runtime of the node does not know the device example.com/nic=nic-3");
  CHECK(found.pods.front().fit.is_complete());
}

TEST_CASE("a missing ConfigMap of an old kubelet has a volume that a pod can have") {
  CHECK(headline("  1m  5m  10  web-0  Pod  Warning  FailedMount  kubelet, node-1  MountVolume.SetUp failed for volume "
                 "\"kubernetes.io/configmap/cbdead93-a204-11e7-8fa8-06703284a84e-rules\" (spec.Name: \"rules\") pod "
                 "\"cbdead93-a204-11e7-8fa8-06703284a84e\" with: configmaps \"rules\" not found\n") ==
        "the ConfigMap rules is missing");
}

TEST_CASE("a pod that was never created is not the only pod of the input") {
  const Reproduction found = diagnosed(
      "LAST SEEN   TYPE      REASON         OBJECT              MESSAGE\n"
      "3m          Warning   FailedCreate   replicaset/web-7d   Error creating: pods \"web-7d-\" is forbidden: "
      "exceeded "
      "quota: small\n"
      "4m          Warning   Evicted        pod/web-7d-x1       The node was low on resource: memory.\n");
  REQUIRE(found.pods.size() == 1);
  CHECK(found.pods.front().diagnosis.headline == "the kubelet evicted the pod: the node was short of memory");
  CHECK(found.pods.front().diagnosis.others.empty());
  CHECK(found.nameless_causes.size() == 1);
}

}  // namespace podreel::reproduce
