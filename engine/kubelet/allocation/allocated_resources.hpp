// With which resources pods were admitted, or last resized.
#pragma once

#include <utility>

#include "engine/api/pod.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// The checkpoint allocated_pods_state in the kubelet's folder (pod_status_manager_state up to 1.32): a file, which
/// outlives the kubelet.
class AllocatedResources {
 public:
  /// The spec whose resources count; null if the pod is not there.
  [[nodiscard]] const api::PodSpec* find(const memory::Text& uid) const { return spec_of(uid).get(); }
  [[nodiscard]] api::SpecPtr spec_of(const memory::Text& uid) const;
  /// The resources of the pod's spec are its own from now on.
  void set(const api::Pod& pod) { set(pod.metadata.uid, pod.spec); }
  void set(const memory::Text& uid, api::SpecPtr spec) { specs_.insert_or_assign(uid, std::move(spec)); }
  void forget(const memory::Text& uid);
  /// The file is removed. False if there was nothing in it.
  bool clear();

  /// Up to 1.32: what was decided about the pod's last resize ("Deferred"); empty if nothing.
  [[nodiscard]] memory::Text decided(const memory::Text& uid) const;
  void decide(const memory::Text& uid, const memory::Text& what);

 private:
  memory::TextMap<api::SpecPtr> specs_;
  memory::TextMap<memory::Text> decided_;
};

/// Returns whether the container is a sidecar that can be resized (kuberuntime's isResizableContainer).
[[nodiscard]] bool is_resizable_sidecar(const api::Container& container, const release::Behaviour& behaviour);

/// Returns whether the init container can be resized (allocation's IsResizableContainer).
[[nodiscard]] bool is_resizable_init_container(const api::Container& container, const release::Behaviour& behaviour);

/// The pod with the resources of `allocated`; the same pod if it has them (UpdatePodFromAllocation). Which containers
/// are looked at depends on which can be resized.
[[nodiscard]] api::PodPtr with_resources(const api::PodPtr& pod, const api::PodSpec& allocated,
                                         const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
