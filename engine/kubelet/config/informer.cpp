#include "engine/kubelet/config/informer.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void Informer::start(std::string_view field_label) {
  PODREEL_INVARIANT(!backoff_, "an informer is started once");
  field_label_ = field_label;
  list();
}

void Informer::on_sync(std::function<void()> continue_with) {
  PODREEL_INVARIANT(!has_synced_, "an informer syncs once");
  continue_with_ = std::move(continue_with);
}

void Informer::list() {
  has_synced_ = is_answered();
  if (!has_synced_) {
    if (!backoff_) backoff_.emplace(timing_, process_.now(), resource_);
    process_.after(backoff_->next(process_.now()), [this] { list(); });
  } else if (continue_with_) {
    std::exchange(continue_with_, nullptr)();
  }
}

bool Informer::is_answered() const {
  if (!api_server_.is_reachable()) return false;
  const std::span<const std::string_view> labels = api_server_.field_labels(resource_);
  return field_label_.empty() || std::ranges::find(labels, field_label_) != labels.end();
}

}  // namespace podreel::kubelet
