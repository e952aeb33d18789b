// A kubelet's knowledge of its node object.
#pragma once

#include <functional>
#include <utility>

#include "engine/kubelet/config/informer.hpp"

namespace podreel::kubelet {

/// The kubelet's node informer. A kubelet that starts while the API server is away does not know its node, and
/// constructs one whenever it needs it (kubelet_getters.go, getNodeAnyWay; kubelet_node_status.go, initialNode).
class NodeLister {
 public:
  NodeLister(const sim::Process& process, timing::Timing& timing, apiserver::ApiServer& api_server)
      : informer_{process, timing, api_server, "nodes"} {}

  [[nodiscard]] Informer& informer() noexcept { return informer_; }
  /// Sets what happens when the kubelet constructs its node.
  void on_construct(std::function<void()> construct) { construct_ = std::move(construct); }

  /// The kubelet needs its node.
  void read() const {
    if (!is_known() && construct_) construct_();
  }
  [[nodiscard]] bool is_known() const noexcept { return informer_.has_synced(); }

 private:
  Informer informer_;
  std::function<void()> construct_;
};

}  // namespace podreel::kubelet
