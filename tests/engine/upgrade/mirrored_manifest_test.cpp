#include "engine/upgrade/mirrored_manifest.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::upgrade {

using nlohmann::json;

TEST_CASE("a manifest is its mirror pod without what the kubelet and the API server add") {
  const std::string uid(32, '7');
  const json mirror = json::parse(R"({"kind": "Pod", "metadata": {"name": "etcd-cp-1", "namespace": "kube-system",
    "uid": "api", "resourceVersion": "5", "labels": {"tier": "control-plane"}, "annotations":
    {"kubernetes.io/config.hash": ")" +
                                  uid + R"(", "kubernetes.io/config.mirror": ")" + uid + R"(",
     "kubernetes.io/config.seen": "x", "kubernetes.io/config.source": "file", "mine": "kept"},
    "ownerReferences": [{"kind": "Node", "name": "cp-1"}]},
    "spec": {"nodeName": "cp-1", "priority": 2000001000, "preemptionPolicy": "PreemptLowerPriority",
     "priorityClassName": "system-node-critical", "tolerations": [{"operator": "Exists", "effect": "NoExecute"}],
     "containers": [{"name": "etcd", "image": "etcd:3"}]}, "status": {"phase": "Running"}})");
  CHECK(mirrored_manifest(mirror) == json::parse(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "etcd",
    "namespace": "kube-system", "labels": {"tier": "control-plane"}, "annotations": {"mine": "kept"}},
    "spec": {"priorityClassName": "system-node-critical", "containers": [{"name": "etcd", "image": "etcd:3"}]}})"));
}

TEST_CASE("tolerations of the manifest stay, and so does a UID that no kubelet computes") {
  json mirror = json::parse(R"({"metadata": {"name": "web", "annotations": {"kubernetes.io/config.mirror": "mine"}},
    "spec": {"tolerations": [{"key": "a", "operator": "Exists"}, {"operator": "Exists", "effect": "NoExecute"}]}})");
  const json manifest = mirrored_manifest(mirror);
  CHECK(manifest.at("metadata").at("uid") == "mine");
  CHECK(manifest.at("metadata").at("name") == "web");
  CHECK(manifest.at("spec").at("tolerations") == json::parse(R"([{"key": "a", "operator": "Exists"}])"));
}

}  // namespace podreel::upgrade
