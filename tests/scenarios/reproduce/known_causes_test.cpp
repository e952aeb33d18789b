// Causes that reasons and messages of Kubernetes name.
#include "scenarios/reproduce/known_causes.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace podreel::reproduce {

namespace {

std::string sentence(std::string_view reason, std::string_view message) {
  const auto known = known_cause(reason, message, "app");
  return known ? known->sentence : std::string{};
}

}  // namespace

TEST_CASE("a reason alone is a state, and its message names the cause") {
  CHECK(sentence("CreateContainerConfigError", "") ==
        "the kubelet cannot configure app: a ConfigMap, Secret, key, path or user is wrong");
  CHECK(sentence("CreateContainerConfigError", "secret \"keys\" not found") == "the Secret keys is missing");
  CHECK(sentence("RunContainerError", "") == "the runtime refuses to start app");
  CHECK(sentence("StartError", "exec: \"/srv/run\": stat /srv/run: no such file or directory: unknown") ==
        "the command /srv/run of app does not exist in its image");
  CHECK(sentence("ImagePullBackOff", "") == "the image of app cannot be pulled");
  CHECK(sentence("Failed", "Failed to pull image \"a:1\": 429 Too Many Requests - toomanyrequests: limit") ==
        "the registry limits pulls of the image of app");
}

TEST_CASE("an eviction names the resource, the volume or the limit") {
  CHECK(sentence("Evicted", "The node was low on resource: ephemeral-storage. Threshold quantity: 1") ==
        "the kubelet evicted the pod: the node was short of ephemeral-storage");
  CHECK(sentence("Evicted", "The node was low on resource: inodes.") ==
        "the kubelet evicted the pod: the node was short of inodes");
  CHECK(sentence("Evicted", "The node was low on resource: pids. ") ==
        "the kubelet evicted the pod: the node was short of pids");
  CHECK(sentence("Evicted", "Usage of EmptyDir volume \"tmp\" exceeds the limit \"1Gi\". ") ==
        "the kubelet evicted the pod: the emptyDir volume tmp exceeded its limit of 1Gi");
  CHECK(sentence("Evicted", "Container app exceeded its local ephemeral storage limit \"2Gi\". ") ==
        "the kubelet evicted the pod: app exceeded its limit of local storage, 2Gi");
  CHECK(sentence("", "\"Eviction manager: must evict pod(s) to reclaim\" resourceName=\"memory\"") ==
        "the node is short of memory, and its kubelet evicts pods");
}

TEST_CASE("a rejection names what the node does not have") {
  CHECK(sentence("OutOfcpu", "Node didn't have enough resource: cpu, requested: 500, used: 3800, capacity: 4000") ==
        "the kubelet rejected the pod: the node has not enough cpu (requested 500, used 3800, capacity 4000)");
  CHECK(sentence("OutOfpods", "") == "the kubelet rejected the pod: the node has its maximum number of pods");
  CHECK(sentence("UnexpectedAdmissionError",
                 "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. Requested: 2, "
                 "Available: 1, which is unexpected") ==
        "the kubelet rejected the pod: it requests 2 of nvidia.com/gpu, and 1 are available");
  CHECK(sentence("SysctlForbidden", "") == "the kubelet rejected the pod: it sets a sysctl that is not allowed");
  CHECK(sentence("NodeAffinity", "Predicate NodeAffinity failed").find("node selector") != std::string::npos);
}

TEST_CASE("lines of a log name the cause") {
  CHECK(
      sentence("", "Container app definition changed, will be restarted") ==
      "the kubelet restarts app, because its definition changed: its hash differs, as after an update of the kubelet");
  CHECK(sentence("", "UnmountVolume.TearDown failed for volume \"data\" : device or resource busy") ==
        "the volume data cannot be unmounted, so the deleted pod stays");
  CHECK(sentence("", "\"Failed to run kubelet\" err=\"failed to run Kubelet: running with swap on is not supported\"")
            .starts_with("the kubelet does not start"));
}

TEST_CASE("what says nothing about a cause has none") {
  for (const char* text : {"Started container app", "SyncLoop ADD", "containers with unready status: [app]", ""}) {
    CHECK(sentence("", text).empty());
  }
  CHECK(sentence("Completed", "").empty());
  CHECK(sentence("Running", "").empty());
}

TEST_CASE("messages of old releases and of several objects name the missing object") {
  CHECK(sentence("Failed", "Error: secrets \"keys\" not found") == "the Secret keys is missing");
  CHECK(sentence("Failed", "Error: configmaps \"settings\" not found") == "the ConfigMap settings is missing");
  CHECK(sentence("Couldn't find key token in Secret shop/keys", "") == "the Secret shop/keys has no key token");
  CHECK(sentence("FailedMount", "references non-existent secret key: tls.crt") ==
        "a volume needs the secret key tls.crt, which does not exist");
}

TEST_CASE("a program that the runtime lacks is no command of a container") {
  CHECK(
      sentence("FailedCreatePodSandBox",
               "Failed to create pod sandbox: rpc error: code = Unknown desc = unable to retrieve OCI runtime error "
               "(open /run/log.json: no such file or directory): fork/exec /usr/bin/kata: no such file or directory") ==
      "no sandbox can be created: the node has no /usr/bin/kata, which its runtime calls");
  CHECK(sentence("Failed",
                 "Error: unable to retrieve OCI runtime error (open /run/log.json: no such file or directory): exec: "
                 "\"crun\": executable file not found in $PATH: unknown") ==
        "no container can be started: the node has no crun, which its runtime calls");
  CHECK(sentence("RunContainerError", "exec: \"\": executable file not found in $PATH") ==
        "the command of app is empty");
}

TEST_CASE("a runtime that is late and one that holds an earlier attempt differ") {
  CHECK(sentence("FailedCreatePodSandBox",
                 "Failed to create pod sandbox: rpc error: code = DeadlineExceeded desc = "
                 "context deadline exceeded") == "the runtime does not create the sandbox in time");
  CHECK(sentence("FailedCreatePodSandBox",
                 "Failed create pod sandbox: rpc error: code = Unknown desc = error reserving "
                 "pod name k8s_web-0_shop_1f_0 for id 2e") ==
        "the runtime still works on an earlier attempt to create the sandbox");
  CHECK(sentence("Failed", "Error: context deadline exceeded") == "the runtime does not create app in time");
}

TEST_CASE("lines of old and new kubelets name the same") {
  CHECK(sentence("", "SyncLoop (DELETE, \"api\"): \"web-0_shop(1f)\"") == "the pod is deleted through the API");
  CHECK(sentence("", "\"SyncLoop DELETE\" source=\"api\" pods=[\"shop/web-0\"]") ==
        "the pod is deleted through the API");
  CHECK(sentence("", "\"Eviction manager: pod is evicted successfully\" pod=\"shop/web-0\"") ==
        sentence("", "eviction manager: pod is evicted successfully"));
}

TEST_CASE("a sentence quotes a cause with a message, not with a word") {
  CHECK(quoted_cause("we saw: The node was low on resource: memory. Container app was using 2Gi"));
  CHECK_FALSE(quoted_cause("it is not OOMKilled, and nothing was Evicted"));
  CHECK_FALSE(quoted_cause("NodeAffinity is set in all our pods"));
}

}  // namespace podreel::reproduce
