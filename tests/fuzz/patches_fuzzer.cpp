// Patches of a pod, as the API server takes them. The size of the input chooses the release.
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "engine/api/pod.hpp"
#include "engine/apiserver/pod_patch.hpp"
#include "engine/apiserver/strategic_merge.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

/// A pod with lists of every kind: merged by a key, by themselves, replaced.
constexpr std::string_view pod_text = R"({"apiVersion": "v1", "kind": "Pod",
  "metadata": {"name": "web", "namespace": "default", "uid": "1", "labels": {"app": "web"}, "finalizers": ["a/b", "c/d"]},
  "spec": {"nodeName": "node-1", "restartPolicy": "Always", "volumes": [{"name": "data", "emptyDir": {}}],
    "tolerations": [{"key": "a", "operator": "Exists"}], "imagePullSecrets": [{"name": "s"}],
    "hostAliases": [{"ip": "1.2.3.4", "hostnames": ["x"]}], "topologySpreadConstraints": [
      {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {}}],
    "initContainers": [{"name": "init", "image": "i:1"}],
    "containers": [
      {"name": "app", "image": "a:1", "command": ["run"], "env": [{"name": "A", "value": "1"}, {"name": "B"}],
       "ports": [{"containerPort": 80, "protocol": "TCP"}], "volumeMounts": [{"name": "data", "mountPath": "/data"}],
       "resources": {"requests": {"cpu": "100m"}}},
      {"name": "side", "image": "s:1"}]},
  "status": {"conditions": [{"type": "Ready", "status": "True"}], "podIPs": [{"ip": "10.0.0.1"}]}})";

void patch_pod(std::string_view input) {
  static const nlohmann::json pod = nlohmann::json::parse(pod_text);
  const std::vector<release::Release>& releases = release::simulated_releases();
  const apiserver::StoredSpecs specs{{releases[input.size() % releases.size()].minor, 0}, {}};
  for (const api::Tree& document : api::load_documents(input, "patch.yaml").documents) {
    const nlohmann::json patch = api::to_json(document);
    if (!patch.is_object()) continue;
    for (const bool force : {false, true}) {
      const auto result = apiserver::patched(pod, patch, specs, force);
      if (const auto* patched = std::get_if<nlohmann::json>(&result)) static_cast<void>(api::pod_from_json(*patched));
    }
  }
}

const AddedTarget added_patches{"patches", patch_pod};

}  // namespace

}  // namespace podreel::fuzz
