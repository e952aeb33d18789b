#include "engine/identity/hash_cache.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::identity {

namespace {

/// Returns whether both are the object that one owner keeps. Another object may be created at the address of one that
/// no longer exists.
bool is_owned_alike(const std::weak_ptr<const nlohmann::json>& known,
                    const std::shared_ptr<const nlohmann::json>& object) {
  return !known.owner_before(object) && !object.owner_before(known);
}

}  // namespace

std::uint64_t HashCache::hash(const std::shared_ptr<const nlohmann::json>& container) {
  PODREEL_INVARIANT(container != nullptr, "only stored specs are hashed");
  const std::scoped_lock lock{mutex_};
  const auto found = by_object_.find(container.get());
  if (found != by_object_.end() && is_owned_alike(found->second.container, container)) return found->second.hash;
  const std::uint64_t hash = hash_by_content(container);
  by_object_.insert_or_assign(container.get(), Known{container, hash});
  if (by_object_.size() > max_objects_) forget_expired();
  return hash;
}

void HashCache::forget_expired() {
  std::erase_if(by_object_, [](const auto& known) { return known.second.container.expired(); });
  max_objects_ = std::max(max_objects_, 2 * by_object_.size());
  PODREEL_INVARIANT(by_object_.size() < max_objects_, "there is room for further objects");
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
