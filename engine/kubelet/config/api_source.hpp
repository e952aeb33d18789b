// The kubelet's API source (pkg/kubelet/config/apiserver.go): the pods that the API server has for the node.
#pragma once

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/config/pod_config.hpp"
#include "engine/kubelet/config/reflector_backoff.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// client-go's reflector: lists the pods, watches them from then on, and begins anew, after a pause, when the server
/// does not answer or the watch is lost. Where connections are refused, the watch continues where it ended, with each
/// change that it has missed (tools/cache/reflector.go, isWatchErrorRetriable): the server still has its history.
class ApiSource {
 public:
  /// All must outlive the source.
  ApiSource(const sim::Process& process, apiserver::ApiServer& server, timing::Timing& timing,
            PodUpdateListener& listener)
      : process_{process}, server_{server}, listener_{listener}, backoff_{timing, process.now()} {}

  /// Sends all pods at the first list, and from then on what has changed.
  void start() {
    server_.end_watch();
    list();
  }
  /// Changes of the API server's pods are noticed.
  [[nodiscard]] bool is_watching() const noexcept { return is_watching_; }
  void stop() { server_.end_watch(); }

 private:
  void list();
  void list_later();
  void lose_watch();
  void on_change(const apiserver::ApiServer::PodChange& change);

  const sim::Process& process_;
  apiserver::ApiServer& server_;
  PodUpdateListener& listener_;
  ReflectorBackoff backoff_;
  PodConfig config_;
  bool is_watching_ = false;
};

}  // namespace podreel::kubelet
