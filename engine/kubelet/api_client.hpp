// What the kubelet asks of the API server.
#pragma once

#include <memory>
#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::kubelet {

/// The kubelet's client, as far as statuses go.
class ApiClient {
 public:
  virtual ~ApiClient() = default;

  /// Whether requests are answered. Those below must not be made while they are not.
  [[nodiscard]] virtual bool is_reachable() const = 0;

  /// The pod as the API has it now; null if it is gone.
  [[nodiscard]] virtual api::PodPtr get_pod(std::string_view uid) = 0;

  /// PATCH of the status subresource. Without effect if the pod is gone.
  virtual void patch_pod_status(std::string_view uid, std::shared_ptr<const api::PodStatus> status) = 0;

  /// DELETE with grace 0 and the UID as precondition.
  virtual void delete_pod(std::string_view uid) = 0;
};

/// What pod workers and the runtime know of a pod's end: status.PodDeletionSafetyProvider.
class PodDeletionSafety {
 public:
  virtual ~PodDeletionSafety() = default;

  /// A container of the pod may still run or be started: the API must not see a terminal phase yet (1.22).
  [[nodiscard]] virtual bool could_have_running_containers(std::string_view uid) const = 0;

  /// No container of the pod is left in the runtime, and nothing else that a new pod could need (asked up to 1.26).
  [[nodiscard]] virtual bool resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const = 0;
};

}  // namespace podreel::kubelet
