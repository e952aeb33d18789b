// kubepod.Manager (pkg/kubelet/pod): the pods that the sources want.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/pod_provider.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/sim/idle.hpp"

namespace podreel::kubelet {

/// Pods by UID, and the mirror pod of each static pod: the two have one name and different UIDs. A mirror pod that is
/// known is translated to the last static pod of its name, even if that has gone.
class PodManager final : public PodProvider {
 public:
  /// Adds the pod or replaces the version that is known, which is returned; null for a new pod and for a mirror pod.
  api::PodPtr set(const api::PodPtr& pod);
  void remove(const api::Pod& pod);
  /// Changes when find() finds another pod, or none any more.
  [[nodiscard]] sim::IdleSource& pods() noexcept { return pods_source_; }

  [[nodiscard]] api::PodPtr find(const memory::Text& uid) const override;
  [[nodiscard]] api::PodPtr find_in_api(const memory::Text& uid) const override;
  [[nodiscard]] memory::Text uid_in_api(const memory::Text& uid) const override;
  [[nodiscard]] memory::Text translate_uid(const memory::Text& uid) const override;

  [[nodiscard]] bool has_static_pods() const noexcept { return !static_pods_.empty(); }

  /// Null as long as the API is not known to have one.
  [[nodiscard]] api::PodPtr mirror_of(const api::Pod& static_pod) const;
  [[nodiscard]] api::PodPtr known_mirror_of(const api::Pod& pod) const override {
    return pod.is_static() ? mirror_of(pod) : nullptr;
  }
  /// Name under which the API has the mirror pod of the static pod with that UID, or of the last one that is gone;
  /// empty for other pods.
  [[nodiscard]] std::string mirror_name_of(const memory::Text& static_uid) const;
  /// Null for a mirror pod that is orphaned.
  [[nodiscard]] api::PodPtr static_pod_of(const api::Pod& mirror) const;

  /// UIDs of all but mirror pods, sorted.
  [[nodiscard]] const std::vector<memory::Text>& uids() const noexcept { return uids_; }

  /// Mirror pods whose static pods are gone.
  [[nodiscard]] std::vector<api::PodPtr> orphaned_mirrors() const;

 private:
  using ByName = std::map<std::string, api::PodPtr, std::less<>>;

  /// Null for another pod than a static one.
  [[nodiscard]] api::PodPtr find_static(const memory::Text& uid) const;
  [[nodiscard]] static api::PodPtr find_in(const ByName& pods, const api::Pod& pod);

  memory::TextMap<api::PodPtr> pods_;
  std::vector<memory::Text> uids_;
  ByName static_pods_;
  ByName mirrors_;
  /// Static pod's UID by that of its mirror pod, from when both are known until the mirror pod goes.
  memory::TextMap<memory::Text> translations_;
  sim::IdleSource pods_source_{"pods"};
};

}  // namespace podreel::kubelet
