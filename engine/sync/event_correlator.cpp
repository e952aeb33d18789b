#include "engine/sync/event_correlator.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::sync {

namespace {

constexpr std::size_t cache_entries_max = 4096;
constexpr std::size_t similar_events_max = 10;
constexpr sim::Duration credit_max = 25 * timing::event_refill;

/// Returns the parts, each with a zero byte behind it.
std::string joined(std::initializer_list<std::string_view> parts) {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size() + 1;
  std::string key;
  key.reserve(size);
  for (const std::string_view part : parts) key.append(part).push_back('\0');
  return key;
}

}  // namespace

EventCorrelator::EventCorrelator(const sim::Process& process, timing::Timing& timing, SpamFilter filter)
    : process_{process},
      filter_{filter},
      forgotten_message_{timing.stream(timing::Site::event_aggregation)},
      aggregates_{cache_entries_max},
      observations_{cache_entries_max},
      buckets_{cache_entries_max} {}

std::optional<CorrelatedEvent> EventCorrelator::correlate(RecordedEvent event) {
  const std::string key = aggregate(event);
  EventObservation* observation = observations_.find(key);
  if (observation == nullptr) observation = &observations_.add(key, EventObservation{});
  ++observation->count;
  if (filter_ != SpamFilter::none && !take_token(event)) return std::nullopt;
  const bool is_patch = std::exchange(observation->written, true);
  return CorrelatedEvent{std::move(event), observation->count, is_patch};
}

std::string EventCorrelator::aggregate(RecordedEvent& event) {
  const sim::Time now = process_.now();
  std::string group = joined({event.object, event.type, event.reason});
  Aggregate* similar = aggregates_.find(group);
  if (similar == nullptr) {
    similar = &aggregates_.add(group, Aggregate{});
  } else if (now - similar->last_event > timing::event_aggregation_interval) {
    *similar = Aggregate{};
  }
  const auto place = std::ranges::lower_bound(similar->messages, event.message);
  if (place == similar->messages.end() || *place != event.message) similar->messages.insert(place, event.message);
  similar->last_event = now;
  if (similar->messages.size() < similar_events_max) {
    return joined({event.object, event.field_path, event.type, event.reason, event.message});
  }
  // Upstream drops any one message of a hash set.
  const std::size_t forgotten = forgotten_message_.pick(similar->messages.size());
  similar->messages.erase(std::next(similar->messages.begin(), static_cast<std::ptrdiff_t>(forgotten)));
  event.message.insert(0, "(combined from similar events): ");
  return group;
}

std::string EventCorrelator::spam_key(const RecordedEvent& event) const {
  if (filter_ == SpamFilter::by_object) return event.object;
  return joined({event.object, event.type});
}

bool EventCorrelator::take_token(const RecordedEvent& event) {
  const sim::Time now = process_.now();
  const std::string key = spam_key(event);
  Bucket* bucket = buckets_.find(key);
  if (bucket == nullptr) bucket = &buckets_.add(key, Bucket{credit_max, now});
  bucket->credit = std::min(credit_max, bucket->credit + (now - bucket->last_refill));
  PODREEL_INVARIANT(now >= bucket->last_refill, "buckets are refilled as time passes");
  bucket->last_refill = now;
  if (bucket->credit < timing::event_refill) return false;
  bucket->credit -= timing::event_refill;
  PODREEL_INVARIANT(bucket->credit >= sim::Duration{}, "no event is written on credit");
  return true;
}

}  // namespace podreel::sync
