#include "engine/identity/static_pod_validation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::identity {

namespace {

using release::v;

/// "<path>: <message>" of what the kubelet refuses in a pod whose spec has these members beside a container; a line
/// each.
std::string refused(release::Release kubelet, const std::string& members) {
  const std::string text = fmt::format(
      R"({{"apiVersion": "v1", "kind": "Pod", "metadata": {{"name": "web", "namespace": "default"}},
          "spec": {{"containers": [{{"name": "app", "image": "app:1"}}]{}}}}})",
      members.empty() ? "" : ", " + members);
  std::string lines;
  for (const types::Refusal& refusal : static_pod_refusals(nlohmann::json::parse(text), kubelet, "node-1")) {
    lines += (lines.empty() ? "" : "\n") + refusal.path + ": " + refusal.message;
  }
  return lines;
}

}  // namespace

TEST_CASE("files refer to objects of the API up to 1.33 only, unless the gate is off") {
  const std::string account = R"("serviceAccountName": "x")";
  CHECK(refused(v(33), account).empty());
  CHECK(refused(v(34), account) == "spec.serviceAccountName: static pods may not reference serviceaccounts");
  CHECK(refused(v(36), R"("imagePullSecrets": [{"name": "s"}])") ==
        "spec.imagePullSecrets: static pods may not reference secrets");
  CHECK(refused(v(36), R"("volumes": [{"name": "a", "secret": {"secretName": "s"}}])") ==
        "spec.volumes[0]: static pods may not reference secrets");
  CHECK(refused(v(36), R"("volumes": [{"name": "a", "persistentVolumeClaim": {"claimName": "c"}}])") ==
        "spec.volumes[0].persistentVolumeClaim: static pods may not reference persistentvolumeclaims");
  CHECK(refused(v(36), R"("volumes": [{"name": "a", "hostPath": {"path": "/a"}}, {"name": "b", "emptyDir": {}}])")
            .empty());
  const auto pod = nlohmann::json::parse(
      R"({"metadata": {"name": "web"}, "spec": {"serviceAccountName": "x", "containers": [{"name": "app", "image": "a:1"}]}})");
  CHECK(static_pod_refusals(pod, v(34), "node-1", {{"PreventStaticPodAPIReferences", false}}).empty());
  CHECK(refused(v(37), account) == "spec.serviceAccountName: static pods may not reference serviceaccounts");
}

TEST_CASE("hooks in files sleep no longer than the grace period, and for 0 s from 1.35 on") {
  const auto hook = [](int seconds) {
    return fmt::format(
        R"("initContainers": [{{"name": "side", "image": "s:1", "restartPolicy": "Always",
            "lifecycle": {{"preStop": {{"sleep": {{"seconds": {}}}}}}}}}])",
        seconds);
  };
  const std::string path = "spec.initContainers[0].lifecycle.preStop.sleep: ";
  CHECK(refused(v(30), hook(100)) == path + "must be greater than 0 and less than terminationGracePeriodSeconds (30)");
  CHECK(refused(v(36), hook(100)) == path + "must be non-negative and less than terminationGracePeriodSeconds (30)");
  CHECK(refused(v(30), hook(0)) == path + "must be greater than 0 and less than terminationGracePeriodSeconds (30)");
  CHECK(refused(v(36), hook(0)).empty());
  CHECK(refused(v(30), hook(30)).empty());
}

TEST_CASE("a plain pod is taken by every kubelet") {
  for (const release::Release kubelet : release::simulated_releases()) CHECK(refused(kubelet, "").empty());
}

TEST_CASE("a claim of a static pod names a claim or a template, in its source up to 1.30") {
  const std::string refusal =
      "spec.resourceClaims[0]: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
  const std::string in_source = R"("resourceClaims": [{"name": "gpu", "source": {"resourceClaimName": "a"}}])";
  const std::string by_template =
      R"("resourceClaims": [{"name": "gpu", "source": {"resourceClaimTemplateName": "a"}}])";
  const std::string both =
      R"("resourceClaims": [{"name": "gpu", "source": {"resourceClaimName": "a", "resourceClaimTemplateName": "b"}}])";
  const std::string beside = R"("resourceClaims": [{"name": "gpu", "resourceClaimName": "a"}])";
  const std::string neither = R"("resourceClaims": [{"name": "gpu"}])";
  CHECK(refused(v(25), neither).empty());
  for (const release::Release kubelet : {v(26), v(30)}) {
    CHECK(refused(kubelet, in_source).empty());
    CHECK(refused(kubelet, by_template).empty());
    CHECK(refused(kubelet, both) == refusal);
    CHECK(refused(kubelet, neither) == refusal);
  }
  CHECK(refused(v(31), beside).empty());
  CHECK(refused(v(31), neither) == refusal);
}

TEST_CASE("since 1.32 a static pod claims nothing") {
  CHECK(refused(v(32), R"("resourceClaims": [{"name": "gpu", "resourceClaimName": "a"}])") ==
        "spec.resourceClaims: static pods do not support ResourceClaims");
  CHECK(refused(v(32), R"("resourceClaims": [{"name": "gpu"}])") ==
        "spec.resourceClaims: static pods do not support ResourceClaims");
  CHECK(refused(v(32), R"("resourceClaims": [])").empty());
}

TEST_CASE("a static pod does not wait for a scheduler, nor begin with ephemeral containers") {
  const std::string gates = R"("schedulingGates": [{"name": "example.com/wait"}])";
  CHECK(refused(v(25), gates).empty());
  CHECK(refused(v(26), gates) ==
        "spec.schedulingGates: nodeName cannot be set until all schedulingGates have been cleared");
  CHECK(refused(v(26), R"("schedulingGates": [])").empty());
  const std::string ephemeral = R"("ephemeralContainers": [{"name": "debug", "image": "debug:1"}])";
  CHECK(refused(v(15), ephemeral).empty());
  CHECK(refused(v(28), ephemeral) == "spec.ephemeralContainers: cannot be set on create");
  CHECK(refused(v(28), R"("ephemeralContainers": [])").empty());
}

TEST_CASE("a static pod with two containers of one name is refused, and so is one volume twice") {
  CHECK(
      refused(v(30), R"("initContainers": [{"name": "app", "image": "app:1"}])").ends_with("Duplicate value: \"app\""));
  CHECK(refused(v(30), R"("volumes": [{"name": "a", "emptyDir": {}}, {"name": "a", "emptyDir": {}}])") ==
        "spec.volumes[1].name: Duplicate value: \"a\"");
  CHECK(refused(v(30), R"("volumes": [{"name": "a", "emptyDir": {}, "hostPath": {"path": "/x"}}])") ==
        "spec.volumes[0]: may not specify more than 1 volume type");
}

TEST_CASE("a container of a static pod has a restart policy of its own since 1.35, and an init container since 1.28") {
  const std::string own =
      R"("initContainers": [{"name": "proxy", "image": "proxy:1", "restartPolicy": "Always", "lifecycle":
         {"preStop": {"exec": {"command": ["a"]}}}}])";
  CHECK(refused(v(30), own).empty());
  CHECK(refused(v(30), R"("initContainers": [{"name": "once", "image": "once:1", "lifecycle":
         {"preStop": {"exec": {"command": ["a"]}}}}])") ==
        "spec.initContainers[0].lifecycle: may not be set for init containers without restartPolicy=Always");
  const auto regular = [](release::Release kubelet) {
    const auto pod = nlohmann::json::parse(
        R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "default"},
            "spec": {"containers": [{"name": "app", "image": "app:1", "restartPolicy": "Always"}]}})");
    return static_pod_refusals(pod, kubelet, "node-1").size();
  };
  CHECK(regular(v(27)) == 0);
  CHECK(regular(v(28)) == 1);
  CHECK(regular(v(34)) == 1);
  CHECK(regular(v(35)) == 0);
}

TEST_CASE("a volume of Fibre Channel has targets, or wwids") {
  const std::string refusal = "spec.volumes[0].fc.targetWWNs: must have a value";
  CHECK(refused(v(30), R"("volumes": [{"name": "a", "fc": {"lun": 1}}])") == refusal);
  CHECK(refused(v(30), R"("volumes": [{"name": "a", "fc": {"lun": 1, "targetWWNs": ["5"]}}])").empty());
  CHECK(refused(v(30), R"("volumes": [{"name": "a", "fc": {"lun": 1, "wwids": ["5"]}}])").empty());
}

TEST_CASE("a kubelet asks of every container for an image, and of a port for a number") {
  CHECK(refused(v(30), R"("initContainers": [{"name": "init"}])") == "spec.initContainers[0].image: Required value");
  CHECK(refused(v(30), R"("initContainers": [{"name": "init", "image": "i", "ports": [{"containerPort": 0}]}])") ==
        "spec.initContainers[0].ports[0].containerPort: must be between 1 and 65535");
  CHECK(refused(v(30), R"("initContainers": [{"name": "init", "image": "i", "ports": [{"containerPort": 65536}]}])") ==
        "spec.initContainers[0].ports[0].containerPort: must be between 1 and 65535");
  CHECK(refused(v(30), R"("initContainers": [{"name": "init", "image": "i", "ports": [{"containerPort": 65535},
                          {"containerPort": 1}]}])")
            .empty());
}

TEST_CASE("a mount of a static pod has a volume and a place of its own") {
  const auto mounts = [](const std::string& list) {
    return refused(v(30),
                   R"("volumes": [{"name": "a", "emptyDir": {}}], "initContainers": [{"name": "init", "image": "i",
                             "volumeMounts": [)" +
                       list + "]}]");
  };
  CHECK(mounts(R"({"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/b"})").empty());
  CHECK(mounts(R"({"name": "b", "mountPath": "/a"})") ==
        "spec.initContainers[0].volumeMounts[0].name: Not found: \"b\"");
  CHECK(mounts(R"({"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a"})") ==
        "spec.initContainers[0].volumeMounts[1].mountPath: must be unique");
  CHECK(mounts(R"({"name": "a"})") == "spec.initContainers[0].volumeMounts[0].mountPath: Required value");
}

TEST_CASE("a kubelet knows cpu, memory, pages and what others have named, and amounts that are no less than nothing") {
  const auto resources = [](const std::string& list, release::Release kubelet = v(30)) {
    return refused(kubelet, R"("initContainers": [{"name": "init", "image": "i", "resources": )" + list + "}]");
  };
  CHECK(resources(R"({"limits": {"cpu": "1", "memory": "1Gi", "example.com/gpu": "1"}})").empty());
  CHECK(resources(R"({"requests": {"gpu": "1"}})") ==
        "spec.initContainers[0].resources.requests[gpu]: must be a standard resource for containers");
  CHECK(resources(R"({"requests": {"cpu": "-1"}})") ==
        "spec.initContainers[0].resources.requests[cpu]: must be greater than or equal to 0");
  CHECK(resources(R"({"limits": {"cpu": "1"}, "requests": {"cpu": "1001m"}})") ==
        "spec.initContainers[0].resources.requests[cpu]: must be less than or equal to cpu limit");
  CHECK(resources(R"({"limits": {"cpu": "1"}, "requests": {"cpu": "1000m"}})").empty());
}

TEST_CASE("a host port is taken once in a container, and is the container's where the network is the host's") {
  const auto ports = [](const std::string& list, const std::string& more = "") {
    return refused(v(30), R"("initContainers": [{"name": "init", "image": "i", "ports": [)" + list + "]}]" + more);
  };
  CHECK(ports(R"({"containerPort": 1, "hostPort": 80}, {"containerPort": 2, "hostPort": 80, "protocol": "UDP"})")
            .empty());
  CHECK(
      ports(R"({"containerPort": 1, "hostPort": 80}, {"containerPort": 2, "hostPort": 80})").find("Duplicate value") !=
      std::string::npos);
  const std::string of_host = R"(, "hostNetwork": true)";
  CHECK(ports(R"({"containerPort": 1, "hostPort": 80})", of_host)
            .find("must match `containerPort` when `hostNetwork` is true") != std::string::npos);
  CHECK(ports(R"({"containerPort": 80, "hostPort": 80})", of_host).empty());
}

TEST_CASE("a member whose gate may be off is refused, and taken where the gate can only be on") {
  const std::string os = R"("os": {"name": "linux"})";
  CHECK(refused(v(22), os).empty());
  CHECK(refused(v(23), os) == "spec.os: cannot be set when IdentifyPodOS feature is not enabled");
  CHECK(refused(v(30), os).empty());
  const std::string host_process = R"("securityContext": {"windowsOptions": {"hostProcess": true}})";
  CHECK(
      refused(v(22), host_process) ==
      "spec.securityContext.windowsOptions.hostProcess: not supported when feature gate 'WindowsHostProcessContainers' "
      "is not enabled");
  CHECK(refused(v(30), host_process).empty());
  CHECK(refused(v(22), R"("securityContext": {"windowsOptions": {}})").empty());
}

TEST_CASE("up to 1.8 a pod on the host's network has no host aliases") {
  const std::string aliases = R"("hostAliases": [{"ip": "10.0.0.1", "hostnames": ["a"]}])";
  const std::string on_host = R"(, "hostNetwork": true)";
  CHECK(refused(v(7), aliases).empty());
  CHECK(refused(v(7), aliases + on_host) == "spec.hostAliases: may not be set when `hostNetwork` is true");
  CHECK(refused(v(7), R"("hostAliases": [])" + on_host).empty());
  CHECK(refused(v(9), aliases + on_host).empty());
}

TEST_CASE("containers and volumes of a static pod are called by DNS labels") {
  CHECK(refused(v(30), R"("initContainers": [{"name": "Init", "image": "i"}])") ==
        "spec.initContainers[0].name: \"Init\" is not a DNS label");
  CHECK(refused(v(30), R"("volumes": [{"name": "my_volume", "emptyDir": {}}])") ==
        "spec.volumes[0].name: is not a DNS label");
}

TEST_CASE("bundles of trust are not projected into static pods where kubelets know them") {
  const std::string bundle =
      R"("volumes": [{"name": "a", "projected": {"sources": [{"configMap": {"name": "c"}},
         {"clusterTrustBundle": {"name": "b", "path": "p"}}]}}])";
  CHECK(refused(v(25), bundle).empty());
  CHECK(refused(v(33), bundle) ==
        "spec.volumes[0].projected.sources: static pods do not support ClusterTrustBundle volumes");
  CHECK(refused(v(34), bundle) == "spec.volumes[0].projected.sources[0]: static pods may not reference configmaps");
}

TEST_CASE("a probe or hook of a static pod has one handler, and only readiness is won more than once") {
  const auto of_container = [](const std::string& members, release::Release kubelet = v(30)) {
    const std::string text = R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "default"},
                                 "spec": {"containers": [{"name": "app", "image": "app:1", )" +
                             members + "}]}}";
    std::string lines;
    for (const types::Refusal& refusal : static_pod_refusals(nlohmann::json::parse(text), kubelet, "node-1")) {
      lines += (lines.empty() ? "" : "\n") + refusal.path + ": " + refusal.message;
    }
    return lines;
  };
  const std::string at = "spec.containers[0].";
  CHECK(of_container(R"("livenessProbe": {})") == at + "livenessProbe: must specify a handler type");
  CHECK(of_container(R"("livenessProbe": {"exec": {"command": ["a"]}, "tcpSocket": {"port": 1}})") ==
        at + "livenessProbe: may not specify more than 1 handler type");
  CHECK(of_container(R"("lifecycle": {"postStart": {}})") == at + "lifecycle.postStart: must specify a handler type");
  CHECK(of_container(R"("lifecycle": {"preStop": {"sleep": {"seconds": 1}}})").empty());
  const auto won = [&](const std::string& probe, const std::string& times) {
    return of_container("\"" + probe + R"(": {"exec": {"command": ["a"]}, "successThreshold": )" + times + "}");
  };
  CHECK(won("livenessProbe", "2") == at + "livenessProbe.successThreshold: must be 1");
  CHECK(won("livenessProbe", "1").empty());
  CHECK(won("livenessProbe", "0").empty());
  CHECK(won("readinessProbe", "2").empty());
  CHECK(won("startupProbe", "2") == at + "startupProbe.successThreshold: must be 1");
  CHECK(of_container(R"("startupProbe": {"exec": {"command": ["a"]}, "successThreshold": 2})", v(15)).empty());
  const auto grace = [&](const std::string& probe, const std::string& seconds, release::Release kubelet = v(30)) {
    return of_container(
        "\"" + probe + R"(": {"exec": {"command": ["a"]}, "terminationGracePeriodSeconds": )" + seconds + "}", kubelet);
  };
  CHECK(grace("livenessProbe", "1").empty());
  CHECK(grace("livenessProbe", "0") == at + "livenessProbe.terminationGracePeriodSeconds: must be greater than 0");
  CHECK(grace("livenessProbe", "0", v(20)).empty());
  CHECK(grace("readinessProbe", "1") ==
        at + "readinessProbe.terminationGracePeriodSeconds: must not be set for readinessProbes");
}

}  // namespace podreel::identity
