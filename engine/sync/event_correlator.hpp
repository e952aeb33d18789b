// client-go's EventCorrelator: filters and aggregates a kubelet's events before they reach the API server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/memory/text_map.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/lru_cache.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::sync {

/// An event as the recorder got it. `object` identifies the pod (or node): two objects of one name have different UIDs.
struct RecordedEvent {
  std::string object;
  std::string field_path;
  std::string type;
  std::string reason;
  std::string message;
};

/// A write to the API server: a new event, or a higher count of one that is there (a patch).
struct CorrelatedEvent {
  RecordedEvent event;
  std::uint32_t count = 1;
  bool is_patch = false;
};

/// Events that share a bucket of the spam filter.
enum class SpamFilter : std::uint8_t { none, by_object, by_object_and_type };

/// Aggregation (from the tenth different message per object and reason within 10 minutes on, messages are combined),
/// counting (the same event again is a patch) and the spam filter (per bucket 25 writes, then one in 300 s; the events
/// that it drops are counted all the same). tools/record/events_cache.go.
class EventCorrelator {
 public:
  /// Both must outlive the correlator.
  EventCorrelator(const sim::Process& process, timing::Timing& timing, SpamFilter filter);

  /// Returns the write; nothing if the spam filter drops the event.
  [[nodiscard]] std::optional<CorrelatedEvent> correlate(RecordedEvent event);

 private:
  struct Aggregate {
    /// In order, each once.
    std::vector<memory::Text> messages;
    sim::Time last_event{};
  };
  struct EventObservation {
    std::uint32_t count = 0;
    bool written = false;
  };
  struct Bucket {
    /// Tokens in units of time: one write costs `seconds_per_write`.
    sim::Duration credit{};
    sim::Time last_refill{};
  };

  /// Combines the event with others if there are too many like it; returns the key under which it is counted.
  std::string aggregate(RecordedEvent& event);
  /// Takes a token for the event from its bucket, if there is one.
  bool take_token(const RecordedEvent& event);
  [[nodiscard]] std::string spam_key(const RecordedEvent& event) const;

  const sim::Process& process_;
  SpamFilter filter_;
  timing::Stream forgotten_message_;
  LruCache<Aggregate> aggregates_;
  LruCache<EventObservation> observations_;
  LruCache<Bucket> buckets_;
};

}  // namespace podreel::sync
