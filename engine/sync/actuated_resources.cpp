#include "engine/sync/actuated_resources.hpp"

namespace podreel::sync {

const decide::ActuatedResources& ActuatedResources::of(const memory::Text& pod_uid) const {
  static const decide::ActuatedResources nothing;
  const auto found = pods_.find(pod_uid);
  return found == pods_.end() ? nothing : found->second;
}

void ActuatedResources::set(const memory::Text& pod_uid, std::string_view container,
                            const api::ResourceAmounts& amounts) {
  if (amounts == api::ResourceAmounts{} && !of(pod_uid).contains(container)) return;
  pods_[pod_uid].insert_or_assign(std::string{container}, amounts);
}

void ActuatedResources::forget(const memory::Text& pod_uid) {
  pods_.erase(pod_uid);
}

bool ActuatedResources::clear() {
  const bool had_any = !pods_.empty();
  pods_.clear();
  return had_any;
}

}  // namespace podreel::sync
