// What can happen to a simulated node from outside.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "engine/api/container.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/language/kubelet_settings.hpp"

namespace podreel::language {

// Pods are named "namespace/name".

struct CreatePod {
  std::string pod;
  /// A valid v1.Pod before defaulting, shared by all pods of one template: its metadata.name and namespace give way to
  /// those of `pod`.
  std::shared_ptr<const nlohmann::json> object;
  /// The workload whose template it is ("Deployment/default/web"); empty for a bare pod.
  std::string owner;
};

struct DeletePod {
  std::string pod;
  /// No value: the pod's own.
  std::optional<std::int64_t> grace_period_seconds;
};

struct SetImage {
  std::string pod;
  std::string container;
  std::string image;
};

/// A strategic merge patch (engine/apiserver/strategic_merge.hpp).
struct PatchPod {
  std::string pod;
  nlohmann::json patch;
  /// Also what no update may change.
  bool force = false;
};

/// Labels to set; those without a value are removed.
struct LabelPod {
  std::string pod;
  std::map<std::string, std::optional<std::string>> labels;
};

/// The node's own labels.
struct LabelNode {
  /// No value: the label goes.
  std::map<std::string, std::optional<std::string>> labels;
};

struct AddEphemeralContainer {
  std::string pod;
  /// A valid v1.EphemeralContainer before defaulting.
  nlohmann::json container;
};

/// The container's process ends by itself.
struct ExitContainer {
  std::string pod;
  std::string container;
  std::int32_t exit_code = 0;
  /// Empty: "Completed" for exit code 0, else "Error".
  std::string reason;
};

struct KillSandbox {
  std::string pod;
  bool kills_containers = true;
};

/// The newest instance of a container disappears from the runtime, as after `docker container prune`.
struct RemoveContainer {
  std::string pod;
  std::string container;
};

/// The stored identity of a running container is replaced.
struct AlterHash {
  std::string pod;
  std::string container;
  std::uint64_t hash = 0;
};

/// An upgrade step: every hash stored on the node is recomputed as the kubelet of `version` will.
struct RewriteHashes {
  release::Release version;
};

struct StopKubelet {
  /// A crash (SIGKILL) instead of SIGTERM.
  bool kill = false;
};

/// What is not said stays as it was before the kubelet stopped.
struct StartKubelet {
  std::optional<release::Release> version;
  std::optional<release::FeatureGates> feature_gates;
  std::optional<IdentityPolicy> identity_policy;
  std::optional<KubeletConfig> config;
  std::optional<api::ResourceList> allocatable;
};

struct UpgradeApiServer {
  release::Release version;
};

/// The API server answers no more.
struct StopApiServer {};

/// It is started again; one that runs in pods also needs them.
struct StartApiServer {};

/// Runtime calls do not return for so long.
struct HangRuntime {
  sim::Duration duration{};
};

/// New requests and limits for a running container (KEP-1287).
struct ResizePod {
  std::string pod;
  std::string container;
  api::ResourceList requests;
  api::ResourceList limits;
};

/// A manifest appears in the kubelet's static pod folder, or replaces the one that was there.
struct AddStaticPod {
  /// The file's absolute path on the node.
  std::string path;
  /// A valid v1.Pod as in the file: nothing defaulted.
  nlohmann::json object;
  bool replaces = false;
};

struct RemoveStaticPod {
  std::string path;
};

using Action =
    std::variant<CreatePod, DeletePod, SetImage, PatchPod, LabelPod, LabelNode, AddEphemeralContainer, ExitContainer,
                 KillSandbox, RemoveContainer, AlterHash, RewriteHashes, StopKubelet, StartKubelet, UpgradeApiServer,
                 StopApiServer, StartApiServer, HangRuntime, ResizePod, AddStaticPod, RemoveStaticPod>;

/// "createPod", "deletePod" …
[[nodiscard]] std::string_view action_name(const Action& action);

}  // namespace podreel::language
