#include "engine/sync/reason_cache.hpp"

namespace podreel::sync {

namespace {

api::Text key_of(std::string_view pod_uid, std::string_view container) {
  return api::Text::joined({pod_uid, "/", container});
}

}  // namespace

void ReasonCache::update(std::string_view pod_uid, const PodSyncResult& result) {
  for (const SyncResult& step : result.results) {
    if (step.action != SyncAction::start_container) continue;
    if (step.failure) {
      entries_.put(key_of(pod_uid, step.target), *step.failure);
    } else {
      remove(pod_uid, step.target);
    }
  }
}

void ReasonCache::remove(std::string_view pod_uid, std::string_view container) {
  if (entries_.size() > 0) entries_.erase(key_of(pod_uid, container));
}

std::optional<SyncFailure> ReasonCache::get(std::string_view pod_uid, std::string_view container) {
  if (entries_.size() == 0) return std::nullopt;
  const SyncFailure* failure = entries_.find(key_of(pod_uid, container));
  if (failure == nullptr) return std::nullopt;
  return *failure;
}

}  // namespace podreel::sync
