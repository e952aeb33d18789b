// Hashes each spec once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>

#include "engine/api/json_map.hpp"
#include "engine/identity/container_hash.hpp"

namespace podreel::identity {

/// One release's hashes of specs that were asked for before. Specs are shared and never change, so most questions are
/// answered by the object's identity; a spec that only equals a known one is hashed no second time either. Keeps one
/// spec of each content alive. Safe to use from several threads.
class HashCache {
 public:
  explicit HashCache(ContainerHasher hasher) : hasher_(hasher) {}

  [[nodiscard]] std::uint64_t hash(const std::shared_ptr<const nlohmann::json>& container);

  /// Number of different specs that were hashed.
  [[nodiscard]] std::size_t computed() const;

 private:
  std::uint64_t hash_by_content(const std::shared_ptr<const nlohmann::json>& container);
  /// Forgets objects that no longer exist, once half of all objects may be such.
  void forget_expired();

  struct Known {
    std::weak_ptr<const nlohmann::json> container;
    std::uint64_t hash = 0;
  };

  ContainerHasher hasher_;
  mutable std::mutex mutex_;
  std::map<const nlohmann::json*, Known> by_object_;
  std::size_t max_objects_ = 64;
  api::JsonMap<std::uint64_t> by_content_;
};

}  // namespace podreel::identity
