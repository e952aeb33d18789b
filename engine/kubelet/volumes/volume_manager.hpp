// The volumes of the node's pods: set up before a pod's sandbox is made, tried again and again where something is
// missing, and unmounted when the pod has ended.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/volumes/pod_volumes.hpp"
#include "engine/kubelet/volumes/volume_mounter.hpp"
#include "engine/kubelet/volumes/volume_unmounter.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/volumemanager. What can be mounted is mounted by the time that the first wait looks again; for what
/// cannot, a reconciler goes on trying, whoever waits, until the pod is forgotten.
class VolumeManager {
 public:
  /// All must outlive the manager.
  VolumeManager(const VolumeMounter::Dependencies& dependencies, UnmountListener& listener);

  /// WaitForAttachAndMount, of a pod that has volumes: until all of them are mounted, at most 2 min 3 s. Returns why
  /// not.
  [[nodiscard]] sim::Task<std::optional<std::string>> wait_for_mount(api::PodPtr pod);

  /// Cancels all waits for the pod's volumes, since the pod is not started any longer.
  void cancel_wait(std::string_view uid);

  /// Begins to unmount what is mounted of a pod in which nothing runs any more.
  void unmount(const memory::Text& uid) { unmounter_.unmount(uid); }
  /// As VolumeUnmounter::wait.
  [[nodiscard]] sim::Task<std::optional<std::string>> wait_for_unmount(const memory::Text& uid) {
    return unmounter_.wait(uid);
  }
  /// GetMountedVolumesForPod: something takes its time to be unmounted, or fails.
  [[nodiscard]] bool has_mounted(const memory::Text& uid) const { return deps_.mounts.of(uid) != nullptr; }

  /// Nothing of the pod is mounted any more.
  void forget(std::string_view uid);
  /// Unmounts the volumes of all pods but these; `uids` is sorted.
  void forget_all_but(const std::vector<memory::Text>& uids);

 private:
  sim::Task<> wait(PodVolumesPtr volumes, sim::Time deadline);
  /// The kubelet finds that it has no plugin when it looks at the pod's volumes next, and the wait fails with the poll
  /// after that (PopPodErrors; kubelets before 1.17 wait to the end, unverified).
  [[nodiscard]] sim::Task<std::string> miss_plugin(PodVolumesPtr volumes);
  [[nodiscard]] std::string give_up(const PodVolumes& volumes);

  VolumeMounter::Dependencies deps_;
  VolumeMounter mounter_;
  VolumeUnmounter unmounter_;
  /// By UID.
  std::map<std::string, PodVolumesPtr, std::less<>> pods_;
};

}  // namespace podreel::kubelet
