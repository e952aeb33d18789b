// What each kind of evidence is explained by.
#include <doctest/doctest.h>
#include <optional>

#include "scenarios/reproduce/read/read.hpp"
#include "scenarios/reproduce/reproduce.hpp"

namespace podreel::reproduce {

namespace {

Reproduction reproduced_as(std::string_view text, std::optional<release::Release> kubelet = {}) {
  Evidence evidence;
  read_paste(text, evidence);
  merge_evidence(evidence);
  REQUIRE_FALSE(evidence.pods.empty());
  Options options;
  options.budget.runs = 300;
  options.kubelet = kubelet;
  return reproduce(evidence, options);
}

void check_reproduced_by(std::string_view text, std::string_view explanation,
                         std::optional<release::Release> kubelet = {}) {
  const Reproduction found = reproduced_as(text, kubelet);
  CHECK(found.pods[0].diagnosis.headline == explanation);
  for (const Observation& seen : found.pods[0].fit.observations) {
    CHECK_MESSAGE(seen.is_reproduced, seen.text, " / ", seen.instead);
  }
}

}  // namespace

TEST_CASE("a container that runs and does not become ready has a probe that does not succeed") {
  check_reproduced_by("web-0  0/1  Running  0  5m\n", "web runs and is not ready");
}

TEST_CASE("a pod that waits without a word waits for its sandbox, or for an init container") {
  check_reproduced_by("web-0  0/1  ContainerCreating  0  12m\n", "the pod's sandbox is still being created");
  check_reproduced_by("web-0  0/1  Init:0/2  0  15m\n", "the init container init does not end");
}

TEST_CASE("a failed stop is explained by a deletion and a failing runtime") {
  check_reproduced_by(
      "  Normal   Killing        52s  kubelet  Stopping container web\n"
      "  Warning  FailedKillPod  52s  kubelet  error killing pod: failed to \"KillContainer\" for \"web\" with "
      "KillContainerError: \"rpc error: code = Unknown desc = no such process\"\n",
      "the pod is deleted, and the runtime cannot stop web");
}

TEST_CASE("a pod that is there when its grace is over has a runtime that does not come back") {
  check_reproduced_by(R"(Name:          web-0
Namespace:     shop
Start Time:    Tue, 22 May 2018 11:14:22 +0200
Status:        Terminating (lasts 3h)
Termination Grace Period:  60s
Containers:
  web:
    State:          Running
      Started:      Tue, 22 May 2018 11:16:36 +0200
    Ready:          True
    Restart Count:  0
)",
                      "the pod is deleted, and the runtime's calls that stop it never return");
}

TEST_CASE("sandboxes that were tried again and again, and are no more, wait for a try that does not come back") {
  check_reproduced_by(
      "web-0  0/1  ContainerCreating  0  11m\n"
      "  Normal  SandboxChanged  9m (x8 over 11m)  kubelet  Pod sandbox changed, it will be killed and re-created.\n",
      "no sandbox can be created, and each attempt leaves one that is not ready", release::parse_release("1.8"));
}

TEST_CASE("a sandbox whose first try is given up is refused as long as the runtime is at it") {
  check_reproduced_by(
      "web-0  0/1  ContainerCreating  0  6m\n"
      "  Warning  FailedCreatePodSandBox  2m  kubelet  Failed to create pod sandbox: rpc error: code = "
      "DeadlineExceeded "
      "desc = context deadline exceeded\n"
      "  Warning  FailedCreatePodSandBox  5s (x9 over 106s)  kubelet  Failed to create pod sandbox: rpc error: code = "
      "Unknown desc = failed to reserve sandbox name \"web-0_default_7e1c_0\": name \"web-0_default_7e1c_0\" is "
      "reserved "
      "for \"4a1f\"\n",
      "attempts to create a sandbox time out, and later ones are refused");
}

TEST_CASE("a volume that cannot be mounted fails with the words that were seen") {
  check_reproduced_by(
      "  Normal   Scheduled    11m                 default-scheduler  Successfully assigned default/web-0 to node-1\n"
      "  Warning  FailedMount  2m10s (x4 over 9m)  kubelet  Unable to attach or mount volumes: unmounted "
      "volumes=[data], unattached volumes=[data default-token-x7kqz]: timed out waiting for the condition\n"
      "  Warning  FailedMount  49s (x13 over 11m)  kubelet  MountVolume.SetUp failed for volume \"pvc-0f5a\" : "
      "rpc error: code = Internal desc = mount failed: exit status 32\n",
      "the volume pvc-0f5a cannot be mounted");
}

TEST_CASE("a volume that another node has is late") {
  check_reproduced_by(
      "web-0  0/1  ContainerCreating  0  3m12s\n"
      "  Warning  FailedAttachVolume  3m12s  attachdetach-controller  Multi-Attach error for volume \"pvc-77\" "
      "Volume is already exclusively attached to one node and can't be attached to another\n"
      "  Warning  FailedMount  69s  kubelet  Unable to attach or mount volumes: unmounted volumes=[data], unattached "
      "volumes=[data kube-api-access-n2x5p]: timed out waiting for the condition\n",
      "the volume pvc-77 is still attached to another node");
}

TEST_CASE("a hook that fails does what its message says") {
  const Reproduction found = reproduced_as(
      "  Warning  FailedPostStartHook  4s (x2 over 20s)  kubelet  Exec lifecycle hook ([sh -c false]) for Container "
      "\"web\" in Pod \"web_default(1f)\" failed - error: command 'sh -c false' exited with 3: , message: \"no\"\n");
  CHECK(found.pods[0].diagnosis.headline == "the postStart hook of web fails");
  const std::string scenario = found.scenario.dump();
  CHECK(scenario.find(R"("command":["sh","-c","false"])") != std::string::npos);
  CHECK(scenario.find(R"("exitCode":3)") != std::string::npos);
  check_reproduced_by("    State:          Waiting\n      Reason:       PostStartHookError\n",
                      "the postStart hook of app fails");
}

TEST_CASE("an image name that is none is said to be the cause") {
  check_reproduced_by(
      "  Warning  InspectFailed  10s (x3 over 24s)  kubelet  Failed to apply default image tag \"/a:b\": "
      "couldn't parse image reference \"/a:b\": invalid reference format\n",
      "the image of app has an invalid name");
}

TEST_CASE("restarts without a shown cause are also explained by a probe") {
  const Reproduction found = reproduced_as(
      "web-0  1/1  Running  0  20s\n"
      "web-0  1/1  Running  1  40s\n");
  const bool is_probe = found.pods[0].diagnosis.headline == "a livenessProbe of web fails repeatedly";
  const bool is_other = found.pods[0].alternatives.size() == 1 &&
                        found.pods[0].alternatives[0].explanation == "a livenessProbe of web fails repeatedly";
  CHECK((is_probe || is_other));
}

TEST_CASE("repeated events that have stopped are also explained by a stopped kubelet") {
  const Reproduction found =
      reproduced_as("  Warning  Failed  19m (x5 over 20m)  kubelet  Error: secret \"keys\" not found\n");
  CHECK(found.reproduced() == 1);
  CHECK(found.pods[0].diagnosis.headline == "the Secret keys is missing");
  REQUIRE(found.pods[0].alternatives.size() == 1);
  CHECK(found.pods[0].alternatives[0].explanation == "the Secret keys is missing, and the kubelet has stopped working");
  CHECK(found.pods[0].alternatives[0].fit.reproduced() == 1);
}

TEST_CASE("what is not looked for is said") {
  const Reproduction found =
      reproduced_as("  Warning  NodeShutdown  60s  kubelet  Pod was rejected as the node is shutting down.\n");
  REQUIRE(found.pods[0].not_simulated.size() == 1);
  CHECK(found.pods[0].not_simulated[0].find("rejected") != std::string::npos);
}

TEST_CASE("an evicted pod is explained by a node that is short of the resource in the event") {
  const Reproduction found = reproduced_as(
      "  Normal   Killing  60s  kubelet  Stopping container web\n"
      "  Warning  Evicted  60s  kubelet  The node was low on resource: memory. Container web was using 300Mi, which "
      "exceeds its request of 100Mi.\n");
  CHECK(found.pods[0].diagnosis.headline == "the kubelet evicted the pod: the node was short of memory");
  CHECK(found.reproduced() == 2);
}

TEST_CASE("an eviction is reproduced for inodes and process ids as well") {
  for (const char* resource : {"inodes", "pids", "nodefsInodes"}) {
    CAPTURE(resource);
    const Reproduction found = reproduced_as(
        "  Normal   Killing  60s  kubelet  Stopping container web\n"
        "  Warning  Evicted  60s  kubelet  The node was low on resource: " +
        std::string{resource} + ". \n");
    CHECK(found.pods[0].diagnosis.headline ==
          "the kubelet evicted the pod: the node was short of " + std::string{resource});
    CHECK(found.reproduced() == 2);
  }
}

TEST_CASE("an init container that the input does not name has the image that cannot be pulled") {
  for (const char* status : {"Init:ErrImagePull", "Init:ImagePullBackOff", "Init:ErrImageNeverPull"}) {
    CAPTURE(status);
    const Reproduction found = reproduced_as("NAME    READY   STATUS   RESTARTS   AGE\nweb-0   0/1     " +
                                             std::string{status} + "   0   7m\n");
    CHECK(found.reproduced() == 1);
    CHECK(found.scenario.dump().find("init:1") != std::string::npos);
  }
}

}  // namespace podreel::reproduce
