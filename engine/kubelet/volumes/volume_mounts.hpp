// The mounted volumes of a node.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/api/pod.hpp"
#include "engine/invariant.hpp"

namespace podreel::kubelet {

/// The mount points below /var/lib/kubelet/pods, which outlive a kubelet: those of volumes that take time or fail.
class VolumeMounts {
 public:
  struct OfPod {
    api::PodPtr pod;
    std::set<std::string, std::less<>> volumes{};
  };

  /// Nothing outlives the boot of another node.
  void boot(const memory::Text& boot_id) {
    if (std::exchange(boot_id_, boot_id) != boot_id) pods_.clear();
  }

  void add(const api::PodPtr& pod, const std::string& volume) {
    PODREEL_INVARIANT(!volume.empty(), "a volume has a name");
    OfPod& mounted = pods_[pod->metadata.uid];
    mounted.pod = pod;
    mounted.volumes.insert(volume);
  }
  void remove(const memory::Text& uid, std::string_view volume) {
    const auto found = pods_.find(uid);
    if (found == pods_.end()) return;
    const auto mounted = found->second.volumes.find(volume);
    if (mounted != found->second.volumes.end()) found->second.volumes.erase(mounted);
    if (found->second.volumes.empty()) pods_.erase(found);
  }

  /// Null if nothing is mounted.
  [[nodiscard]] const OfPod* of(const memory::Text& uid) const {
    const auto found = pods_.find(uid);
    if (found == pods_.end()) return nullptr;
    PODREEL_INVARIANT(!found->second.volumes.empty(), "a pod is listed as long as something of it is mounted");
    return &found->second;
  }
  [[nodiscard]] bool has(const memory::Text& uid, std::string_view volume) const {
    const OfPod* mounted = of(uid);
    return mounted != nullptr && mounted->volumes.contains(volume);
  }
  /// UIDs of the pods that have any.
  [[nodiscard]] std::set<memory::Text> uids() const {
    std::set<memory::Text> found;
    for (const auto& [uid, mounted] : pods_) found.insert(uid);
    return found;
  }

 private:
  memory::Text boot_id_;
  std::map<memory::Text, OfPod> pods_;
};

}  // namespace podreel::kubelet
