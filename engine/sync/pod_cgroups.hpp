// The control groups of pods, above those of their containers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/linux_resources.hpp"
#include "engine/api/pod.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::sync {

/// cm.ResourceConfig.
struct PodCgroup {
  std::int64_t cpu_shares = api::cpu_shares(0);
  /// No value: unlimited.
  std::optional<std::int64_t> cpu_quota;
  std::optional<std::int64_t> memory;
  friend bool operator==(const PodCgroup&, const PodCgroup&) = default;
};

/// The control group that a pod is to have: limits only where every container has one (cm.ResourceConfigForPod).
[[nodiscard]] PodCgroup cgroup_for(const api::PodSpec& spec, const release::Behaviour& behaviour);

[[nodiscard]] api::LinuxResources linux_resources(const PodCgroup& cgroup);

/// Returns whether a kubelet can read this request, in thousandths of a CPU, from control groups of version 2: it is
/// that of a weight.
[[nodiscard]] bool is_cpu_of_weight(std::int64_t request) noexcept;

/// Those of a node; they outlive its kubelet.
class PodCgroups {
 public:
  explicit PodCgroups(api::CgroupVersion version = api::CgroupVersion::v2) noexcept : version_{version} {}

  /// Bytes that a pod may use; no value: unlimited.
  using MemoryLimitListener = std::function<void(const memory::Text& pod_uid, std::optional<std::int64_t> limit)>;
  /// Notifies the kernel of the node, which enforces limits of memory.
  void on_memory_limit(MemoryLimitListener listener) { listener_ = std::move(listener); }

  /// Makes the pod's, if it has none (EnsureExists).
  void ensure(const memory::Text& pod_uid, const PodCgroup& cgroup);
  /// Changes the pod's.
  void set(const memory::Text& pod_uid, const PodCgroup& cgroup);
  /// No value if the pod has no cgroup or, with version 2, requested nothing when it was created.
  [[nodiscard]] std::optional<PodCgroup> find(const memory::Text& pod_uid) const;
  /// Returns the pod's as a kubelet reads it (GetPodCgroupConfig); no value as from find. With version 1 unlimited
  /// memory is the largest number of whole pages. With version 2 the kernel keeps a weight in the place of shares: up
  /// to 1.36 most requests of CPU come back smaller, 100m as 79m.
  [[nodiscard]] std::optional<PodCgroup> read(const memory::Text& pod_uid, const release::Behaviour& behaviour) const;
  void destroy(const memory::Text& pod_uid);
  /// Leaves a pod the least CPU that a cgroup can have (ReduceCPULimits).
  void reduce_cpu(const memory::Text& pod_uid);
  /// Returns the pods that have one, in the order of their UIDs.
  [[nodiscard]] std::vector<memory::Text> pods() const;
  /// The node reboots.
  void destroy_all();

 private:
  void notify(const memory::Text& pod_uid, std::optional<std::int64_t> limit) const {
    if (listener_) listener_(pod_uid, limit);
  }

  api::CgroupVersion version_;
  /// With version 2 without cgroups of pods that request nothing, of which nothing is read.
  memory::TextMap<PodCgroup> cgroups_;
  MemoryLimitListener listener_;
};

}  // namespace podreel::sync
