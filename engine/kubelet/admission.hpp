// Admission of pods to the node (pkg/kubelet/lifecycle/predicate.go): checked when the kubelet receives a pod for the
// first time, and so again for every pod after a restart of the kubelet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission/app_armor.hpp"
#include "engine/kubelet/admission/taints.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// The kubelet's own node.
struct NodeDescription {
  std::string name{};
  /// "cpu", "memory", "pods" …: quantities. Without it, everything fits.
  std::optional<api::ResourceList> allocatable{};
  /// Without them, every node selector and node affinity fits.
  std::optional<std::map<std::string, std::string>> labels{};
  std::vector<Taint> taints{};
  AppArmor app_armor{};
  /// Another one after every boot.
  memory::Text boot_id{};
};

/// The reason and message of a pod that is not admitted: "OutOfcpu", "NodeAffinity" …
struct Rejection {
  std::string reason;
  std::string message;
};

/// A resource of which the node has too little left. CPU in thousandths, everything else in units.
struct InsufficientResource {
  std::string resource;
  std::int64_t requested = 0;
  std::int64_t used = 0;
  std::int64_t capacity = 0;

  [[nodiscard]] std::int64_t missing() const noexcept { return requested - (capacity - used); }
  [[nodiscard]] Rejection rejection() const;
};

/// Reasons against admitting a pod.
struct AdmissionFailures {
  /// Others could make room.
  std::vector<InsufficientResource> resources;
  /// The first that nobody can help.
  std::optional<Rejection> other;

  /// The rejection of a pod that nobody makes room for; nothing if it is admitted.
  [[nodiscard]] std::optional<Rejection> rejection() const;
};

/// `active` are the pods that were admitted before and have not ended.
[[nodiscard]] AdmissionFailures judge_admission(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                                const NodeDescription& node, const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
