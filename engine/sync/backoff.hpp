// Exponential back-off by key: client-go's flowcontrol.Backoff.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/memory/text_map.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/table.hpp"

namespace podreel::sync {

/// Exponential back-off by key, in memory only. An entry starts at `initial`, doubles with every `next` up to
/// `maximum`, and begins anew once more than `forget_after` lies between its last update and the event that is judged.
class Backoff {
 public:
  /// `process` gives the time and must outlive the back-off. 0 < `initial` <= `maximum`.
  /// `collected_at`: when garbage was collected last, whether that was executed or not; none: only by
  /// collect_garbage().
  Backoff(const sim::Process& process, sim::Duration initial, sim::Duration maximum, sim::Duration forget_after,
          std::function<sim::Time()> collected_at = nullptr);
  explicit Backoff(const sim::Process& process, sim::Duration initial = timing::backoff_first,
                   sim::Duration maximum = timing::backoff_max)
      : Backoff{process, initial, maximum, 2 * maximum} {}

  /// The current delay of `key`; zero without an entry.
  [[nodiscard]] sim::Duration get(const memory::Text& key) const;

  /// The current delay while less than that has passed since `event` (a container's end); no value after that.
  [[nodiscard]] std::optional<sim::Duration> delay_since(const memory::Text& key, sim::Time event) const;
  [[nodiscard]] bool is_in_backoff_since(const memory::Text& key, sim::Time event) const {
    return delay_since(key, event).has_value();
  }

  /// Until when delay_since() gives what it gives now, whatever is collected meanwhile; there must be a delay.
  [[nodiscard]] sim::Time holds_until(const memory::Text& key, sim::Time event) const;

  /// True if `event` lies less than the current delay after the entry's last update (image pulls).
  [[nodiscard]] bool is_in_backoff_since_update(const memory::Text& key, sim::Time event) const;

  /// State of a key.
  struct BackoffState {
    sim::Duration delay{};
    sim::Time last_update{};
    /// Resets the back-off at an event.
    bool is_forgotten = false;
  };
  /// As `event` finds it; no value without an entry.
  [[nodiscard]] std::optional<BackoffState> state_at(const memory::Text& key, sim::Time event) const;
  [[nodiscard]] sim::Duration forget_after() const noexcept { return forget_after_; }

  /// Makes or doubles the entry, and stamps it with the present.
  void next(const memory::Text& key, sim::Time event);

  /// Forgets the entry, if there is one.
  void reset(const memory::Text& key) { entries_.erase(key); }

  /// Forgets entries that were not updated for `forget_after`.
  void collect_garbage();

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Entry {
    sim::Duration delay{};
    sim::Time last_update{};
  };

  [[nodiscard]] const Entry* find(const memory::Text& key) const;
  [[nodiscard]] bool has_expired(sim::Time event, sim::Time last_update) const noexcept;
  [[nodiscard]] bool was_collected(const Entry& entry) const;
  [[nodiscard]] bool begins_anew(const Entry& entry, sim::Time event) const;

  const sim::Process& process_;
  sim::Duration initial_;
  sim::Duration maximum_;
  sim::Duration forget_after_;
  std::function<sim::Time()> collected_at_;
  memory::TextMap<Entry> entries_;
};

}  // namespace podreel::sync
