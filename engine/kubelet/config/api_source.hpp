// The kubelet's API source (pkg/kubelet/config/apiserver.go): the pods that the API server has for the node.
#pragma once

#include <functional>

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/config/pod_config.hpp"
#include "engine/kubelet/config/reflector_backoff.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// client-go's reflector: lists the pods, watches them from then on, and begins anew, after a pause, when the server
/// does not answer or the watch is lost.
class ApiSource {
 public:
  ApiSource(const sim::Process& process, apiserver::ApiServer& server, timing::Timing& timing)
      : process_{process}, server_{server}, backoff_{timing, process.now()} {}

  /// Tells `listener` of all pods at the first list, and from then on of what has changed. `on_lost` is called when
  /// the watch has ended.
  void start(std::function<void(PodUpdates)> listener, std::function<void()> on_lost = nullptr);
  /// What the API server does is heard of.
  [[nodiscard]] bool is_watching() const noexcept { return is_watching_; }
  void stop() { server_.end_watch(); }

 private:
  void list();
  void list_later();
  void lose_watch();
  void hear(const apiserver::ApiServer::Change& change);

  const sim::Process& process_;
  apiserver::ApiServer& server_;
  ReflectorBackoff backoff_;
  PodConfig config_;
  std::function<void(PodUpdates)> listener_;
  std::function<void()> on_lost_;
  bool is_watching_ = false;
};

}  // namespace podreel::kubelet
