// A bounded map that forgets what was used longest ago: groupcache's lru, on which several kubelet caches rest.
#pragma once

#include <cstddef>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/memory/text_map.hpp"

namespace podreel::sync {

template <class Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_{capacity} {
    PODREEL_INVARIANT(capacity > 0, "a cache has room for an entry");
  }
  ~LruCache() = default;
  LruCache(const LruCache&) = delete;
  LruCache& operator=(const LruCache&) = delete;

  /// Null if there is no such entry; a hit counts as a use. Valid until the next `put` or `erase`.
  template <class Key>
  [[nodiscard]] Value* find(const Key& key) {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    if (&*found == newest_) return &found->second.value;
    unlink(*found);
    link(*found);
    return &found->second.value;
  }

  /// find() that does not count as a use.
  template <class Key>
  [[nodiscard]] const Value* peek(const Key& key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second.value;
  }

  /// Adds or replaces an entry, which counts as a use.
  Value& put(const memory::Text& key, Value value) {
    if (Value* present = find(key)) return *present = std::move(value);
    return add(key, std::move(value));
  }

  /// put() where there is no such entry.
  Value& add(const memory::Text& key, Value value) {
    Entry& added = *entries_.try_emplace(key, Used{std::move(value)}).first;
    link(added);
    if (entries_.size() > capacity_) drop(*oldest_);
    PODREEL_INVARIANT(entries_.size() <= capacity_, "a cache holds no more entries than it has room for");
    return added.second.value;
  }

  template <class Key>
  void erase(const Key& key) {
    const auto found = entries_.find(key);
    if (found != entries_.end()) drop(*found);
  }

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Used;
  using Entry = std::pair<const memory::Text, Used>;
  struct Used {
    Value value;
    Entry* before = nullptr;
    Entry* after = nullptr;
  };

  void link(Entry& entry) noexcept {
    entry.second.before = newest_;
    entry.second.after = nullptr;
    (newest_ != nullptr ? newest_->second.after : oldest_) = &entry;
    newest_ = &entry;
  }
  void unlink(Entry& entry) noexcept {
    Entry* before = entry.second.before;
    Entry* after = entry.second.after;
    (before != nullptr ? before->second.after : oldest_) = after;
    (after != nullptr ? after->second.before : newest_) = before;
  }
  void drop(Entry& entry) {
    unlink(entry);
    entries_.erase(entry.first);
    PODREEL_INVARIANT((oldest_ == nullptr) == entries_.empty(), "each entry of a cache is in the list of their uses");
  }

  std::size_t capacity_;
  memory::TextMap<Used> entries_;
  Entry* oldest_ = nullptr;
  Entry* newest_ = nullptr;
};

}  // namespace podreel::sync
