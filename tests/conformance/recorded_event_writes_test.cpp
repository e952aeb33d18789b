// Which of their events real kubelets wrote to the API server: the spam filter of each release.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "engine/sim/scheduler.hpp"
#include "engine/sync/event_broadcaster.hpp"
#include "support/conformance.hpp"
#include "support/kubelet_label.hpp"
#include "support/recorded_timeline.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
/// Type and reason, as often as they were written.
using EventWrites = std::multiset<std::pair<std::string, std::string>>;

struct RecordedEvents {
  /// With the records of kubelets that stop and start.
  std::vector<json> events;
  EventWrites writes;
};

RecordedEvents read_events(const fs::path& file) {
  RecordedEvents read;
  std::ifstream in{file};
  for (std::string line; std::getline(in, line);) {
    json record = json::parse(line);
    if (record["kind"] == "eventWrite") read.writes.emplace(record["type"], record["reason"]);
    if (record["kind"] == "event" || record["kind"] == "kubelet") read.events.push_back(std::move(record));
  }
  return read;
}

/// What a kubelet with this filter writes of the events.
EventWrites filtered(const std::vector<json>& events, sync::SpamFilter filter) {
  sim::Scheduler scheduler{sim::from_unix_seconds(1000)};
  const sim::Process process{scheduler};
  const sim::Time start = scheduler.now();
  timing::Timing timing{sim::Choices{1}};
  std::optional<sync::EventCorrelator> correlator{std::in_place, process, timing, filter};
  EventWrites writes;
  for (const json& event : events) {
    scheduler.run_until(start + std::chrono::microseconds{std::llround(event["t"].get<double>() * 1e6)});
    // Another process knows nothing of the events of the one before.
    if (event["kind"] == "kubelet") {
      correlator.emplace(process, timing, filter);
      continue;
    }
    const auto written = correlator->correlate({.object = event.value("pod", std::string{}),
                                                .field_path = event.value("fieldPath", std::string{}),
                                                .type = event["type"],
                                                .reason = event["reason"],
                                                .message = event["message"]});
    if (written) writes.emplace(written->event.type, written->event.reason);
  }
  return writes;
}

std::size_t num_differences(const EventWrites& one, const EventWrites& other) {
  std::vector<EventWrites::value_type> different;
  std::ranges::set_symmetric_difference(one, other, std::back_inserter(different));
  return different.size();
}

struct FilterTally {
  int as_filtered = 0;
  int otherwise = 0;
};

}  // namespace

TEST_CASE("recorded kubelets drop the events that the spam filter of their release drops") {
  const auto folder = conformance_folder();
  if (!folder) return;
  FilterTally of_object;
  FilterTally of_type;
  for (const std::string_view recordings : all_recordings) {
    for (const std::string& id : sample_of(recorded_timelines(*folder / "timeline", recordings))) {
      const std::string run = run_of(id);
      if (run.find("-to-") != std::string::npos) continue;
      const RecordedEvents read = read_events(*folder / "timeline" / recordings / (id + ".jsonl"));
      const EventWrites by_object = filtered(read.events, sync::SpamFilter::by_object);
      const EventWrites by_type = filtered(read.events, sync::SpamFilter::by_object_and_type);
      if (read.writes.empty() || by_object == by_type) continue;
      const bool has_type = sync::spam_filter_of(behaviour_of_label(run.substr(0, run.find('-')))) ==
                            sync::SpamFilter::by_object_and_type;
      const EventWrites& expected = has_type ? by_type : by_object;
      const EventWrites& other = has_type ? by_object : by_type;
      FilterTally& tally = has_type ? of_type : of_object;
      ++(num_differences(read.writes, expected) < num_differences(read.writes, other) ? tally.as_filtered
                                                                                      : tally.otherwise);
    }
  }
  MESSAGE("recordings that distinguish one bucket for each pod from one for each type of its events: "
          << of_object.as_filtered << " of " << of_object.as_filtered + of_object.otherwise << " up to 1.31, "
          << of_type.as_filtered << " of " << of_type.as_filtered + of_type.otherwise << " from 1.32 on");
  CHECK(of_object.as_filtered > 0);
  CHECK(of_type.as_filtered > 0);
  CHECK(of_object.otherwise == 0);
  CHECK(of_type.otherwise == 0);
}

}  // namespace podreel::testing
