// The pod that a line is about.
#include "scenarios/reproduce/read/pod_names.hpp"

#include <doctest/doctest.h>

#include "scenarios/reproduce/read/read.hpp"

namespace podreel::reproduce {

namespace {

std::string named(std::string_view text) {
  const auto pod = pod_named_in(text);
  return pod ? pod->name_space + "/" + pod->name : std::string{};
}

}  // namespace

TEST_CASE("kubelets and runtimes name a pod in many ways") {
  CHECK(named("\"SyncLoop (PLEG)\" pod=\"shop/web-0\" event={}") == "shop/web-0");
  CHECK(named("\"SyncLoop DELETE\" source=\"api\" pods=[\"shop/web-0\"]") == "shop/web-0");
  CHECK(named("Back-off restarting failed container app in pod ledger-0_pay(6e1b0f52)") == "pay/ledger-0");
  CHECK(named("name \"apiserver_apiserver-cp_kube-system_37b2_1\" is reserved for \"7c54\"") ==
        "kube-system/apiserver-cp");
  CHECK(named("Successfully assigned pay/ledger-0 to node-9") == "pay/ledger-0");
  CHECK(named("restarting failed container=db pod=db-0_sh>") == "/db-0");
  CHECK(named("Started container app").empty());
  CHECK(uid_named_in("pod \"x\" (UID: \"4b1f2c1e-9a87-4f0f-8f35-0e6f8f9c6a11\")") ==
        "4b1f2c1e-9a87-4f0f-8f35-0e6f8f9c6a11");
}

TEST_CASE("containers of crictl without names of pods belong to the pods of their ids") {
  Evidence evidence;
  read_paste(
      "CONTAINER      IMAGE          CREATED          STATE     NAME    ATTEMPT   POD ID\n"
      "1a2b3c4d5e6f7  25f8c7f3da61c  10 seconds ago   Running   db      4         aaaaaaaaaaaa1\n"
      "2a2b3c4d5e6f7  884d49d6d8c9f  10 seconds ago   Exited    queue   4         bbbbbbbbbbbb2\n",
      evidence);
  merge_evidence(evidence);
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods[0].name == "pod-aaaaaaaaaaaa1");
  CHECK(evidence.pods[1].containers.front().name == "queue");
}

TEST_CASE("a failed call whose line names another pod does not go to the first row") {
  Evidence evidence;
  read_paste(
      "NAME READY STATUS RESTARTS AGE\n"
      "coredns-x 0/1 Pending 0 28m\n"
      "kube-apiserver-cp-1 0/1 CreateContainerError 0 28m\n"
      "E1214 17:08:47.303868    5021 remote_runtime.go:319] \"CreateContainer in sandbox from runtime service failed\" "
      "err=\"rpc error: code = Unknown desc = name \\\"kube-apiserver_kube-apiserver-cp-1_kube-system_37b2_1\\\" is "
      "reserved for \\\"7c54\\\"\" podSandboxID=\"f5de5d066682\"\n",
      evidence);
  merge_evidence(evidence);
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods[0].errors.empty());
  REQUIRE(evidence.pods[1].errors.size() == 1);
  CHECK(evidence.pods[1].errors.front().container == "kube-apiserver");
}

TEST_CASE("lines that a pager has cut belong to the pods that they still name") {
  Evidence evidence;
  read_paste(
      "Apr 03 11:40:17 node-1 kubelet[682]: E0403 11:40:17.758653     682 pod_workers.go:965] \"Error syncing pod, "
      "skipping\" err=\"failed to \\\"StartContainer\\\" for \\\"db\\\" with CrashLoopBackOff: \\\"back-off 2m40s "
      "restarting failed container=db pod=db-0_sh>\n"
      "Apr 03 11:40:17 node-1 kubelet[682]: E0403 11:40:17.768204     682 pod_workers.go:965] \"Error syncing pod, "
      "skipping\" err=\"failed to \\\"StartContainer\\\" for \\\"queue\\\" with CrashLoopBackOff: \\\"back-off 5m0s "
      "restarting failed container=que>\n",
      evidence);
  merge_evidence(evidence);
  REQUIRE(evidence.pods.size() == 2);
  CHECK(evidence.pods[0].name == "db-0");
  CHECK(evidence.pods[1].name == "queue");
}

TEST_CASE("messages of events are read without their table") {
  Evidence evidence;
  read_paste(
      "MountVolume.SetUp failed for volume \"data\" : mount failed: exit status 32\n"
      "Warning FailedScheduling 0/3 nodes are available: 3 Insufficient cpu.\n",
      evidence);
  merge_evidence(evidence);
  REQUIRE(evidence.pods.size() == 1);
  REQUIRE(evidence.pods[0].events.size() == 2);
  CHECK(evidence.pods[0].events[0].reason == "FailedMount");
  CHECK(evidence.pods[0].events[1].reason == "FailedScheduling");
  CHECK(evidence.unread_lines == 0);
}

}  // namespace podreel::reproduce
