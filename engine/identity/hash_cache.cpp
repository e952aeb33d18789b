#include "engine/identity/hash_cache.hpp"

#include <nlohmann/json.hpp>

namespace podreel::identity {

std::uint64_t HashCache::hash(const std::shared_ptr<const nlohmann::json>& container) {
  const std::scoped_lock lock{mutex_};
  if (const auto found = by_object_.find(container.get()); found != by_object_.end()) return found->second.hash;
  const std::uint64_t hash = hash_by_content(container);
  by_object_.emplace(container.get(), Known{container, hash});
  return hash;
}

std::uint64_t HashCache::hash_by_content(const std::shared_ptr<const nlohmann::json>& container) {
  std::vector<Known>& same = by_content_[std::hash<nlohmann::json>{}(*container)];
  for (const Known& known : same) {
    if (*known.container == *container) return known.hash;
  }
  const std::uint64_t hash = hasher_.hash(*container);
  same.push_back({container, hash});
  ++computed_;
  return hash;
}

std::size_t HashCache::computed() const {
  const std::scoped_lock lock{mutex_};
  return computed_;
}

}  // namespace podreel::identity
