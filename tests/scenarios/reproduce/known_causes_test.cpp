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

TEST_CASE("the output of a probe or a hook names no cause") {
  CHECK(sentence("Unhealthy",
                 "Readiness probe failed: OCI runtime exec failed: exec failed: unable to start container process: "
                 "exec: \"curl\": executable file not found in $PATH: unknown") == "the readinessProbe of app fails");
  CHECK(sentence("Unhealthy", "Liveness probe failed: psql: dial unix /run/db/.s.sock: connect: connection refused") ==
        "the livenessProbe of app fails");
  CHECK(sentence("Unhealthy",
                 "Liveness probe errored: rpc error: code = Unknown desc = failed to exec in container: exec: "
                 "\"/bin/check\": stat /bin/check: no such file or directory") ==
        "the command /bin/check of the livenessProbe of app does not exist in its image");
  CHECK(sentence("FailedPostStartHook",
                 "Exec lifecycle hook ([sh -c setup]) for Container \"app\" in Pod \"web-0_shop(1f)\" failed - error: "
                 "command 'sh -c setup' exited with 1: secrets \"keys\" not found") ==
        "the postStart hook of app fails");
  CHECK(sentence("",
                 "\"Probe failed\" probeType=\"Startup\" pod=\"shop/web-0\" containerName=\"app\" "
                 "probeResult=\"failure\" output=\"no space left on device\"") == "the startupProbe of app fails");
}

TEST_CASE("resource claims and devices of the runtime are named") {
  CHECK(sentence("FailedPrepareDynamicResources",
                 "Failed to prepare dynamic resources: prepare dynamic resources: DRA driver gpu.example.com is not "
                 "registered") == "the driver gpu.example.com of a resource claim is not registered on the node");
  CHECK(
      sentence("",
               "\"Failed to prepare dynamic resources\" err=\"prepare dynamic resources: NodePrepareResources "
               "failed for ResourceClaim web-0-gpu: no device\" pod=\"shop/web-0\"") ==
      "the resource claims of the pod cannot be prepared: NodePrepareResources failed for ResourceClaim web-0-gpu: no "
      "device");
  CHECK(sentence("Failed",
                 "Error: failed to create containerd container: CDI device injection failed: unresolvable CDI "
                 "devices example.com/nic=nic-3") ==
        "the runtime of the node does not know the device example.com/nic=nic-3");
}

TEST_CASE("a runtime that answers no call in time, and one that stops no sandbox in time") {
  CHECK(sentence("",
                 "\"PodSandboxStatus of sandbox for pod\" err=\"rpc error: code = DeadlineExceeded desc = context "
                 "deadline exceeded\" podSandboxID=\"30d5\" pod=\"shop/web-0\"") ==
        "the runtime does not answer the kubelet in time (PodSandboxStatus)");
  CHECK(sentence("",
                 "\"ListContainers with filter from runtime service failed\" err=\"rpc error: code = "
                 "DeadlineExceeded desc = context deadline exceeded\"") ==
        "the runtime does not answer the kubelet in time (ListContainers)");
  const auto quoted = quoted_cause(
      "we see error killing pod: failed to \"KillPodSandbox\" for \"53\" with KillPodSandboxError: \"rpc error: code = "
      "DeadlineExceeded desc = context deadline exceeded\"");
  REQUIRE(quoted);
  CHECK(quoted->sentence == "the runtime does not stop the sandbox of the pod in time");
}

TEST_CASE("volumes of old releases and of orphaned pods are named") {
  CHECK(sentence("FailedMount",
                 "Failed to attach volume \"pvc-1\" on node \"node-2\" with: Error attaching EBS volume \"vol-1\" to "
                 "instance \"i-1\": VolumeInUse: vol-1 is already attached to an instance") ==
        "the volume pvc-1 is still attached to another node");
  CHECK(sentence("",
                 "Failed to remove orphaned pod \"87cf\" dir; err: remove /var/lib/kubelet/pods/87cf/volumes/x: "
                 "device or resource busy") ==
        "a volume of a deleted pod remains on the node (device or resource busy)");
}

TEST_CASE("a kubelet that does not reach its API server, or does not trust it, says so in every request") {
  CHECK(sentence("",
                 "k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.Node: failed to list *v1.Node: Get "
                 "\"https://10.0.0.1:6443/api/v1/nodes\": dial tcp 10.0.0.1:6443: connect: connection refused") ==
        "the kubelet cannot reach the API server");
  CHECK(sentence("",
                 "Failed to watch *v1.Service: failed to list *v1.Service: Get \"https://10.0.0.1:6443\": x509: "
                 "certificate has expired") ==
        "the kubelet and the API server do not trust each other (x509: certificate has expired)");
  CHECK(sentence("", "\"Error getting node\" err=\"node \\\"node-1\\\" not found\"")
            .starts_with("the kubelet does not find its node"));
}

TEST_CASE("a controller whose pods are refused says why") {
  CHECK(sentence("FailedCreate", "Error creating: pods \"web-\" is forbidden: exceeded quota: small") ==
        "the API server refuses to create the pod: pods \"web-\" is forbidden: exceeded quota: small");
}

TEST_CASE("a runtime that cannot start a container or a virtual machine says why") {
  CHECK(sentence("Failed",
                 "Error: failed to create containerd task: OCI runtime create failed: Unable to copy /etc/hosts: "
                 "no such file or directory: unknown") ==
        "the runtime cannot start app: Unable to copy /etc/hosts: no such file or directory");
  CHECK(sentence(
            "FailedCreatePodSandBox",
            "Failed to create pod sandbox: rpc error: code = Unknown desc = CreateContainer failed: Failed to check if "
            "grpc server is working: rpc error: code = DeadlineExceeded desc = timed out connecting to vsock 1:1024") ==
        "the virtual machine of the sandbox does not answer the runtime");
}

TEST_CASE("an eviction that a disruption budget forbids is no eviction") {
  CHECK(
      sentence(
          "", "audit: refused eviction by scaler: Cannot evict pod as it would violate the pod's disruption budget.") ==
      "the API server refuses to evict the pod for scaler: Cannot evict pod as it would violate the pod's disruption "
      "budget");
}

}  // namespace podreel::reproduce
