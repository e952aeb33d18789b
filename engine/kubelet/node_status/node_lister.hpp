// A kubelet's knowledge of its node object.
#pragma once

#include <functional>
#include <optional>

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/config/reflector_backoff.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// The kubelet's node informer. A kubelet that starts while the API server is away does not know its node, and
/// constructs one whenever it needs it (kubelet_getters.go, getNodeAnyWay; kubelet_node_status.go, initialNode).
class NodeLister {
 public:
  NodeLister(const sim::Process& process, timing::Timing& timing, apiserver::ApiServer& api_server)
      : process_{process}, timing_{timing}, api_server_{api_server} {}

  /// Sets what happens when the kubelet constructs its node.
  void on_construct(std::function<void()> construct) { construct_ = std::move(construct); }
  /// Lists the node; if the API server does not answer, again later.
  void list();

  /// The kubelet needs its node.
  void read() const {
    if (!is_known_ && construct_) construct_();
  }
  [[nodiscard]] bool is_known() const noexcept { return is_known_; }

 private:
  const sim::Process& process_;
  timing::Timing& timing_;
  apiserver::ApiServer& api_server_;
  std::function<void()> construct_;
  std::optional<ReflectorBackoff> backoff_;
  bool is_known_ = true;
};

}  // namespace podreel::kubelet
