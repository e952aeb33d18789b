#include "scenarios/fleet/results/result_codec.hpp"

#include <chrono>
#include <map>
#include <utility>

#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

/// Upper bound of times: an outage that begins within the longest observation may end after it.
constexpr sim::Duration max_account_duration = 2 * format::max_duration;
constexpr auto max_seconds =
    static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::seconds>(max_account_duration).count()) + 1;

void put_span(sim::Duration span, std::string& bytes) {
  parallel::put_number(static_cast<std::uint64_t>(span.count()), bytes);
}

sim::Duration span_of(parallel::NumberReader& reader) {
  return sim::Duration{
      static_cast<std::int64_t>(reader.number(static_cast<std::uint64_t>(max_account_duration.count())))};
}

/// Encodes a duration that may be negative: 0, -1, 1, -2, … nanoseconds as 0, 1, 2, 3 …
void put_signed_span(sim::Duration span, std::string& bytes) {
  const auto count = static_cast<std::uint64_t>(span.count());
  parallel::put_number(span < sim::Duration{} ? 2 * ~count + 1 : 2 * count, bytes);
}

sim::Duration signed_span_of(parallel::NumberReader& reader) {
  const std::uint64_t encoded = reader.number(2 * static_cast<std::uint64_t>(max_account_duration.count()));
  const auto half = static_cast<std::int64_t>(encoded / 2);
  return sim::Duration{encoded % 2 == 1 ? -half - 1 : half};
}

/// Writes the number of entries, then each with the distance of its key from the previous one.
template <class Value, class PutValue>
void put_map(const std::map<std::uint32_t, Value>& map, std::string& bytes, PutValue put_value) {
  parallel::put_number(map.size(), bytes);
  std::uint32_t before = 0;
  for (const auto& [key, value] : map) {
    parallel::put_number(key - std::exchange(before, key), bytes);
    put_value(value, bytes);
  }
}

template <class Value, class ReadValue>
void read_map(parallel::NumberReader& reader, std::uint32_t keys, std::map<std::uint32_t, Value>& map,
              ReadValue read_value) {
  std::uint32_t key = 0;
  for (std::uint64_t left = reader.number(); left > 0 && !reader.has_failed(); --left) {
    key += reader.index(keys - key);
    map.insert_or_assign(map.end(), key, read_value(reader));
  }
}

void put_second(const Second& second, std::string& bytes) {
  parallel::put_number(second.api_writes, bytes);
  parallel::put_number(second.image_pulls, bytes);
  parallel::put_number(second.restarts, bytes);
}

Second read_second(parallel::NumberReader& reader) {
  Second second;
  second.api_writes = reader.small();
  second.image_pulls = reader.small();
  second.restarts = reader.small();
  return second;
}

/// Writes the duration plus one nanosecond; 0 encodes an outage that has not ended.
void put_outage(const Outage& outage, std::string& bytes) {
  parallel::put_number(outage.pod.workload, bytes);
  parallel::put_number(outage.pod.ordinal, bytes);
  put_signed_span(outage.from, bytes);
  put_span(outage.has_ended ? outage.until - outage.from + sim::Duration{1} : sim::Duration{}, bytes);
}

Outage read_outage(parallel::NumberReader& reader, std::uint32_t workloads) {
  Outage outage;
  outage.pod.workload = reader.index(workloads);
  outage.pod.ordinal = reader.small();
  outage.from = signed_span_of(reader);
  const sim::Duration lasts = span_of(reader);
  outage.has_ended = lasts > sim::Duration{};
  if (outage.has_ended) outage.until = outage.from + lasts - sim::Duration{1};
  return outage;
}

}  // namespace

void encode(const NodeResult& account, std::string& bytes) {
  parallel::put_number(account.containers, bytes);
  parallel::put_number(account.restarted, bytes);
  for (const std::uint32_t restarts : account.restarts) parallel::put_number(restarts, bytes);
  put_map(account.restarts_of, bytes, parallel::put_number);
  parallel::put_number(account.failed_pods, bytes);
  put_map(account.seconds, bytes, put_second);
  put_span(account.done_at, bytes);
  put_span(account.looked_at_for, bytes);
  parallel::put_number(account.has_recovered ? 1 : 0, bytes);
  parallel::put_number(account.outages.size(), bytes);
  for (const Outage& outage : account.outages) put_outage(outage, bytes);
}

std::optional<NodeResult> decode_account(parallel::NumberReader& reader, std::uint32_t workloads) {
  NodeResult account;
  account.containers = reader.small();
  account.restarted = reader.small();
  for (std::uint32_t& restarts : account.restarts) restarts = reader.small();
  const auto read_count = [](parallel::NumberReader& from) { return from.small(); };
  read_map(reader, workloads, account.restarts_of, read_count);
  account.failed_pods = reader.small();
  read_map(reader, max_seconds, account.seconds, read_second);
  account.done_at = span_of(reader);
  account.looked_at_for = span_of(reader);
  account.has_recovered = reader.small(1) == 1;
  for (std::uint64_t left = reader.number(); left > 0 && !reader.has_failed(); --left) {
    account.outages.push_back(read_outage(reader, workloads));
  }
  if (reader.has_failed()) return std::nullopt;
  return account;
}

}  // namespace podreel::fleet
