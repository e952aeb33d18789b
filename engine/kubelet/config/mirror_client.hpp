// Shows static pods in the API.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "engine/apiserver/api_client.hpp"
#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// kubepod.MirrorClient, and the translation of UIDs that the status manager needs: a static pod is known here by its
/// own UID, and what is read and written is its mirror pod.
class MirrorClient final : public apiserver::ApiClient {
 public:
  MirrorClient(const sim::Process& process, timing::Timing& timing, apiserver::ApiServer& api_server,
               const PodManager& pods);

  [[nodiscard]] bool is_reachable() const override { return api_server_.is_reachable(); }
  /// Finds a static pod's mirror pod by its name, as a GET does, even one that the kubelet has not received yet.
  [[nodiscard]] api::PodPtr get_pod(const memory::Text& uid) override;
  api::PodPtr patch_pod_status(const memory::Text& uid, api::PodStatus&& status, trace::Explanation why) override;
  void delete_pod(const memory::Text& uid) override;

  /// Deletes a mirror pod that is being deleted or represents another version of the static pod, and creates it
  /// if `mirror` is null or was deleted (Kubelet.SyncPod). `mirror`: as the sync's update has it; it may have gone, and
  /// the next sync sees to that. Each request takes time, in which the status manager reads and writes the status of
  /// the old mirror pod, of none, or of the new one. False if that could not be done.
  [[nodiscard]] sim::Task<bool> reconcile(api::PodPtr static_pod, api::PodPtr mirror);

  /// Deletes the mirror pods of which no static pod is left, but for those that `is_needed` names ("namespace/name").
  /// False if there are some while the API server does not answer.
  bool delete_orphans(const std::function<bool(std::string_view name)>& is_needed);

 private:
  sim::Task<> wait(const timing::Spread& latency);

  const sim::Process& process_;
  timing::Stream requests_;
  apiserver::ApiServer& api_server_;
  const PodManager& pods_;
};

}  // namespace podreel::kubelet
