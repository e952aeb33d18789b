// v1.Pod, as far as a kubelet acts on it.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/container.hpp"
#include "engine/api/object_meta.hpp"
#include "engine/api/pod_status.hpp"

namespace podreel::api {

/// A defaulted pod spec. Immutable once built, and shared by all pods made from one template.
struct PodSpec {
  RestartPolicy restart_policy = RestartPolicy::always;
  std::int64_t termination_grace_period_seconds = 30;
  std::optional<std::int64_t> active_deadline_seconds;
  bool host_network = false;
  bool has_volumes = false;
  /// securityContext.runAsNonRoot.
  std::optional<bool> run_as_non_root;
  std::string node_name;
  std::string runtime_class_name;
  /// Condition types that must be True for the pod to be Ready (1.11, KEP-580).
  std::vector<std::string> readiness_gates;
  /// Names of Secrets.
  std::vector<std::string> image_pull_secrets;
  std::vector<Container> init_containers;
  std::vector<Container> containers;
  std::vector<Container> ephemeral_containers;
  /// The pod's `.spec.resources` (1.32, KEP-2837).
  ResourceList requests;
  ResourceList limits;
  memory::BoxedMap<std::map<std::string, std::string>> node_selector;
  /// Result of `qos_class` for the requests and limits that were read.
  memory::Text qos_class = "BestEffort";
  /// The whole spec as stored, after defaulting; null for one that was never stored.
  std::shared_ptr<const nlohmann::json> stored;
};

using SpecPtr = std::shared_ptr<const PodSpec>;

/// A valid v1.Pod as somebody wrote it, nothing defaulted: shared by all pods that are made from it.
using Manifest = std::shared_ptr<const nlohmann::json>;

struct Pod {
  ObjectMeta metadata;
  SpecPtr spec;
  PodStatus status;
  /// A mirror or static pod's source is "file" or "http"; "api" otherwise (annotation kubernetes.io/config.source).
  [[nodiscard]] bool is_static() const;
  /// Returns whether the pod represents a static pod of a node in the API.
  [[nodiscard]] bool is_mirror() const;
};

using PodPtr = std::shared_ptr<const Pod>;

/// "namespace/name": how the kubelet and podreel's timelines name a pod.
[[nodiscard]] std::string full_name(const Pod& pod);

/// "name_namespace(uid)": upstream's format.Pod, as messages show it.
[[nodiscard]] std::string format_pod(const Pod& pod);

enum class ContainerKind : std::uint8_t { init, regular, ephemeral };

/// A container of the spec by name, whatever its kind; null if there is none.
struct FoundContainer {
  const Container* container = nullptr;
  ContainerKind kind = ContainerKind::regular;
};
[[nodiscard]] FoundContainer find_container(const PodSpec& spec, std::string_view name) noexcept;

/// Builds a pod from JSON that has been validated and defaulted (engine/api/validate.hpp, defaults.hpp).
[[nodiscard]] Pod pod_from_json(const nlohmann::json& pod);
[[nodiscard]] ObjectMeta metadata_from_json(const nlohmann::json& metadata);
/// The result keeps the JSON.
[[nodiscard]] PodSpec pod_spec_from_json(std::shared_ptr<const nlohmann::json> spec);
[[nodiscard]] Container container_from_json(std::shared_ptr<const nlohmann::json> container);

/// "BestEffort", "Burstable" or "Guaranteed" (upstream pkg/apis/core/v1/helper/qos).
[[nodiscard]] std::string_view qos_class(const PodSpec& spec);

}  // namespace podreel::api
