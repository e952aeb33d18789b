// The controller that attaches volumes to the node.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/apiserver/api_server.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/event_broadcaster.hpp"
#include "engine/timing/timing.hpp"
#include "engine/volume_plugins.hpp"

namespace podreel::simulation {

/// pkg/controller/volume/attachdetach for one node: attaches volumes of the node's pods, retries failures after a
/// back-off, writes events about both, and detaches unneeded volumes.
class AttachDetachController {
 public:
  /// All but the behaviour, which is that of the controller's release, must outlive the controller.
  AttachDetachController(const sim::Process& context, timing::Timing& timing, trace::Recorder& recorder,
                         apiserver::ApiServer& server, volumes::VolumePlugins& plugins,
                         const release::Behaviour& behaviour);

  void pod_added(const api::PodPtr& pod);
  void pod_removed(const api::Pod& pod);

 private:
  sim::Task<> attach(api::PodPtr pod, std::string volume);
  /// Waits until the volume is detached from other nodes.
  sim::Task<> wait_for_others(api::PodPtr pod, std::string volume);
  [[nodiscard]] bool is_wanted(const std::string& attached) const { return users_.contains(attached); }

  const sim::Process& context_;
  timing::Timing& timing_;
  apiserver::ApiServer& server_;
  volumes::VolumePlugins& plugins_;
  sync::EventBroadcaster events_;
  /// The UIDs of the pods that need a volume, by attached_name().
  std::map<std::string, std::set<memory::Text>> users_;
};

}  // namespace podreel::simulation
