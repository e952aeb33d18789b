#include "engine/kubelet/node_status/node_lister.hpp"

namespace podreel::kubelet {

void NodeLister::list() {
  is_known_ = api_server_.is_reachable();
  if (is_known_) return;
  if (!backoff_) backoff_.emplace(timing_, process_.now(), "nodes");
  process_.after(backoff_->next(process_.now()), [this] { list(); });
}

}  // namespace podreel::kubelet
