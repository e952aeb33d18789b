#include "engine/identity/hash_cache.hpp"

#include "engine/invariant.hpp"

namespace podreel::identity {

std::uint64_t HashCache::hash(const std::shared_ptr<const nlohmann::json>& container) {
  PODREEL_INVARIANT(container != nullptr, "only stored specs are hashed");
  const std::scoped_lock lock{mutex_};
  if (const auto found = by_object_.find(container.get()); found != by_object_.end()) return found->second.hash;
  const std::uint64_t hash = hash_by_content(container);
  by_object_.emplace(container.get(), Known{container, hash});
  PODREEL_INVARIANT(by_content_.size() <= by_object_.size(), "every content that was hashed is that of a known spec");
  return hash;
}

std::uint64_t HashCache::hash_by_content(const std::shared_ptr<const nlohmann::json>& container) {
  if (const std::uint64_t* known = by_content_.find(*container)) return *known;
  return by_content_.emplace(container, hasher_.hash(*container));
}

std::size_t HashCache::computed() const {
  const std::scoped_lock lock{mutex_};
  return by_content_.size();
}

}  // namespace podreel::identity
