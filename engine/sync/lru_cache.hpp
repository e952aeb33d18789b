// A bounded map that forgets what was used longest ago: groupcache's lru, on which several kubelet caches rest.
#pragma once

#include <cassert>
#include <cstddef>
#include <list>
#include <map>
#include <utility>

namespace podreel::sync {

template <class Key, class Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_{capacity} { assert(capacity > 0); }

  /// Null if there is no such entry; a hit counts as a use. Valid until the next `put` or `erase`.
  [[nodiscard]] Value* find(const Key& key) {
    const auto found = index_.find(&key);
    if (found == index_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->second;
  }

  /// Adds or replaces an entry, which counts as a use.
  Value& put(Key key, Value value) {
    if (Value* present = find(key)) return *present = std::move(value);
    entries_.emplace_front(std::move(key), std::move(value));
    index_.emplace(&entries_.front().first, entries_.begin());
    if (entries_.size() > capacity_) {
      index_.erase(&entries_.back().first);
      entries_.pop_back();
    }
    return entries_.front().second;
  }

  void erase(const Key& key) {
    const auto found = index_.find(&key);
    if (found == index_.end()) return;
    const auto entry = found->second;
    index_.erase(found);
    entries_.erase(entry);
  }

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct ByValue {
    bool operator()(const Key* left, const Key* right) const { return *left < *right; }
  };
  using Entries = std::list<std::pair<Key, Value>>;

  std::size_t capacity_;
  /// The most recently used one first.
  Entries entries_;
  std::map<const Key*, typename Entries::iterator, ByValue> index_;
};

}  // namespace podreel::sync
