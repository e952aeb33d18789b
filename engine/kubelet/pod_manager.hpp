// kubepod.Manager (pkg/kubelet/pod): the pods that the sources want.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/memory/text_map.hpp"

namespace podreel::kubelet {

/// Pods by UID, and which mirror pod of the API stands for which static pod: the two have one name and different UIDs.
class PodManager {
 public:
  /// Adds the pod or replaces the version that is known.
  void set(const api::PodPtr& pod);
  void remove(const api::Pod& pod);
  /// Called after both, for other pods than mirror pods.
  void on_change(std::function<void(const memory::Text& uid)> listener) { on_change_ = std::move(listener); }

  /// Null if no source wants it. Mirror pods are not found.
  [[nodiscard]] api::PodPtr find(const memory::Text& uid) const;

  [[nodiscard]] bool has_static_pods() const noexcept { return !static_pods_.empty(); }

  /// Null as long as the API is not known to have one.
  [[nodiscard]] api::PodPtr mirror_of(const api::Pod& static_pod) const;
  /// Null for a mirror pod that is orphaned.
  [[nodiscard]] api::PodPtr static_pod_of(const api::Pod& mirror) const;

  /// Of all but mirror pods, sorted.
  [[nodiscard]] const std::vector<memory::Text>& uids() const noexcept { return uids_; }

  /// Mirror pods whose static pods are gone.
  [[nodiscard]] std::vector<api::PodPtr> orphaned_mirrors() const;

 private:
  using ByName = std::map<std::string, api::PodPtr, std::less<>>;

  [[nodiscard]] static api::PodPtr find_in(const ByName& pods, const api::Pod& pod);

  memory::TextMap<api::PodPtr> pods_;
  std::vector<memory::Text> uids_;
  ByName static_pods_;
  ByName mirrors_;
  std::function<void(const memory::Text& uid)> on_change_;
};

}  // namespace podreel::kubelet
