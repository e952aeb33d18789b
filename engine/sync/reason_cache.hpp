// Why containers do not start, from one sync to the next: kubelet's ReasonCache.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/memory/text_map.hpp"
#include "engine/sync/lru_cache.hpp"
#include "engine/sync/pod_sync_result.hpp"

namespace podreel::sync {

/// The error of the last failed start per (pod UID, container name), for the status that is reported one sync later
/// (pkg/kubelet/reason_cache.go). Holds 1,000 entries; beyond that the least recently used one goes.
class ReasonCache {
 public:
  static constexpr std::size_t default_capacity = 1000;

  explicit ReasonCache(std::size_t capacity = default_capacity) : entries_{capacity} {}

  /// Keeps the failures among the StartContainer results, and forgets the containers that started.
  void update(std::string_view pod_uid, const PodSyncResult& result);
  void remove(std::string_view pod_uid, std::string_view container);

  /// Counts as a use of the entry.
  [[nodiscard]] std::optional<SyncFailure> get(std::string_view pod_uid, std::string_view container);

  // For callers who ask about one container again and again.

  [[nodiscard]] static memory::Text key_of(std::string_view pod_uid, std::string_view container);
  [[nodiscard]] std::optional<SyncFailure> get(const memory::Text& key);
  /// get() by one who knows what it returns.
  void use(const memory::Text& key);
  void keep(const memory::Text& key, const SyncFailure& failure);
  /// Whether get() would return that; counts as no use.
  [[nodiscard]] bool holds(const memory::Text& key, const std::optional<SyncFailure>& failure) const;

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  LruCache<SyncFailure> entries_;
};

}  // namespace podreel::sync
