#include "engine/sync/reason_cache.hpp"

#include "engine/invariant.hpp"

namespace podreel::sync {

memory::Text ReasonCache::key_of(std::string_view pod_uid, std::string_view container) {
  return memory::Text::joined({pod_uid, "/", container});
}

void ReasonCache::update(std::string_view pod_uid, const PodSyncResult& result) {
  for (const SyncResult& step : result.results) {
    if (step.action != SyncAction::start_container) continue;
    PODREEL_INVARIANT(!step.target.empty(), "the start of a container names it");
    if (step.failure) {
      keep(key_of(pod_uid, step.target), *step.failure);
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
  return get(key_of(pod_uid, container));
}

std::optional<SyncFailure> ReasonCache::get(const memory::Text& key) {
  const SyncFailure* failure = entries_.find(key);
  if (failure == nullptr) return std::nullopt;
  return *failure;
}

void ReasonCache::use(const memory::Text& key) {
  static_cast<void>(entries_.find(key));
}

void ReasonCache::keep(const memory::Text& key, const SyncFailure& failure) {
  PODREEL_INVARIANT(!failure.error.empty(), "a container that was not started has a reason");
  SyncFailure* known = entries_.find(key);
  if (known == nullptr) {
    entries_.add(key, failure);
  } else if (*known != failure) {
    *known = failure;
  }
}

bool ReasonCache::holds(const memory::Text& key, const std::optional<SyncFailure>& failure) const {
  const SyncFailure* known = entries_.peek(key);
  return known == nullptr ? !failure : failure == *known;
}

}  // namespace podreel::sync
