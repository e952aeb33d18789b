// The volumes of the node's pods: set up before a pod's sandbox is made, tried again and again where something is
// missing.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/environment.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/volumemanager. What can be mounted is mounted by the time that the first wait looks again; for what
/// cannot, a reconciler goes on trying, whoever waits, until the pod is forgotten.
class VolumeManager {
 public:
  struct Dependencies : sync::Environment {
    const apiserver::ConfigObjects& objects;
  };
  explicit VolumeManager(const Dependencies& dependencies);

  /// WaitForAttachAndMount, of a pod that has volumes: until all of them are mounted, at most 2 min 3 s. Returns why
  /// not.
  [[nodiscard]] sim::Task<std::optional<std::string>> wait_for_mount(api::PodPtr pod);

  /// Nobody needs the pod to start any more: whoever waits for its volumes gives up.
  void cancel_wait(std::string_view uid);

  /// Unmounts the pod's volumes.
  void forget(std::string_view uid);
  /// Those of all pods but these; `uids` is sorted.
  void forget_all_but(const std::vector<api::Text>& uids);

 private:
  struct Volume {
    std::string name;
    sim::Duration back_off{};
    sim::Time next_try{};
  };
  struct PodVolumes {
    api::PodPtr pod;
    std::vector<Volume> unmounted;
    /// Of the sync that waits, if one does.
    std::optional<sim::EventId> waiting;
    bool is_cancelled = false;
    bool is_forgotten = false;
  };
  using PodVolumesPtr = std::shared_ptr<PodVolumes>;

  [[nodiscard]] std::vector<Volume> missing_volumes(const api::Pod& pod) const;
  /// The reconciler, as far as it has anything to do with this pod.
  sim::Task<> mount(PodVolumesPtr volumes);
  void try_due(PodVolumes& volumes);
  /// False if it is tried again later.
  bool try_to_mount(const api::Pod& pod, Volume& volume);
  sim::Task<> wait(PodVolumesPtr volumes, sim::Time deadline);
  void wake(PodVolumes& volumes);
  [[nodiscard]] std::string give_up(const PodVolumes& volumes);

  Dependencies deps_;
  timing::Stream reconciler_;
  /// By UID.
  std::map<std::string, PodVolumesPtr, std::less<>> pods_;
};

}  // namespace podreel::kubelet
