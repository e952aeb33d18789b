#include "engine/sync/backoff.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::sync {

Backoff::Backoff(const sim::Process& process, sim::Duration initial, sim::Duration maximum, sim::Duration forget_after,
                 std::function<sim::Time()> collected_at)
    : process_{process},
      initial_{initial},
      maximum_{maximum},
      forget_after_{forget_after},
      collected_at_{std::move(collected_at)} {
  PODREEL_INVARIANT(initial > sim::Duration::zero(), "the first back-off takes time");
  PODREEL_INVARIANT(initial <= maximum, "the first back-off is no longer than the longest");
}

const Backoff::Entry* Backoff::find(const memory::Text& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() || was_collected(found->second) ? nullptr : &found->second;
}

bool Backoff::was_collected(const Entry& entry) const {
  return collected_at_ && has_expired(collected_at_(), entry.last_update);
}

bool Backoff::has_expired(sim::Time event, sim::Time last_update) const noexcept {
  return event - last_update > forget_after_;
}

sim::Duration Backoff::get(const memory::Text& key) const {
  const Entry* entry = find(key);
  return entry == nullptr ? sim::Duration::zero() : entry->delay;
}

std::optional<sim::Duration> Backoff::delay_since(const memory::Text& key, sim::Time event) const {
  const Entry* entry = find(key);
  if (entry == nullptr || has_expired(event, entry->last_update)) return std::nullopt;
  if (process_.now() - event >= entry->delay) return std::nullopt;
  return entry->delay;
}

sim::Time Backoff::holds_until(const memory::Text& key, sim::Time event) const {
  const Entry* entry = find(key);
  PODREEL_INVARIANT(entry != nullptr, "only a key that is in back-off has an end of it");
  return std::min(event + entry->delay, entry->last_update + forget_after_);
}

bool Backoff::is_in_backoff_since_update(const memory::Text& key, sim::Time event) const {
  const Entry* entry = find(key);
  if (entry == nullptr || has_expired(event, entry->last_update)) return false;
  return event - entry->last_update < entry->delay;
}

std::optional<Backoff::BackoffState> Backoff::state_at(const memory::Text& key, sim::Time event) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return std::nullopt;
  const Entry& entry = found->second;
  return BackoffState{entry.delay, entry.last_update, begins_anew(entry, event)};
}

bool Backoff::begins_anew(const Entry& entry, sim::Time event) const {
  return was_collected(entry) || has_expired(event, entry.last_update);
}

void Backoff::next(const memory::Text& key, sim::Time event) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    entries_.try_emplace(key, Entry{initial_, process_.now()});
    return;
  }
  Entry& entry = found->second;
  PODREEL_INVARIANT(entry.last_update <= process_.now(), "a back-off was updated before now");
  entry.delay = begins_anew(entry, event) ? initial_ : std::min(2 * entry.delay, maximum_);
  PODREEL_INVARIANT(initial_ <= entry.delay && entry.delay <= maximum_, "a back-off stays between its limits");
  entry.last_update = process_.now();
}

void Backoff::collect_garbage() {
  erase_if(entries_, [this](const auto& item) { return has_expired(process_.now(), item.second.last_update); });
}

}  // namespace podreel::sync
