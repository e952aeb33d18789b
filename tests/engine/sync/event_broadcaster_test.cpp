#include "engine/sync/event_broadcaster.hpp"

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scenarios/format/in_seconds.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

namespace {

/// Keeps what reached the API: seconds since the start, and the reason.
struct Written final : trace::Sink {
  std::vector<std::pair<double, std::string>> events;
  void write(const trace::Record& record) override {
    const auto* event = std::get_if<trace::EventWrite>(&record.payload);
    if (event == nullptr) return;
    events.emplace_back(format::in_seconds(record.time.time_since_epoch()), event->reason);
  }
};

struct Fixture {
  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}};
  trace::Recorder recorder{scheduler};
  Written written;
  bool is_reachable = true;
  EventBroadcaster events{process, timing, recorder, [this] { return is_reachable; }, {}};
  api::Pod pod;

  Fixture() {
    recorder.add(written);
    pod.metadata.name = "web";
    pod.metadata.uid = "uid-1";
  }
  ~Fixture() { scheduler.clear(); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  void record(std::string_view reason) { events.record(pod, "", EventType::normal, reason, "told"); }
  void run_until(sim::Duration time) { scheduler.run_until(sim::Time{time}); }
  [[nodiscard]] std::string reasons() const {
    std::string all;
    for (const auto& [time, reason] : written.events) all += reason + ' ';
    return all;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "events are written at once while the API server answers") {
  record("Pulled");
  record("Created");
  CHECK(reasons() == "Pulled Created ");
}

TEST_CASE_FIXTURE(Fixture, "a record of an event names the kind of its object") {
  struct Kinds final : trace::Sink {
    std::vector<std::string> kinds;
    void write(const trace::Record& record) override {
      if (const auto* event = std::get_if<trace::Event>(&record.payload)) kinds.push_back(event->obj);
    }
  } seen;
  recorder.add(seen);
  record("Pulled");
  events.record_of_node(EventType::warning, "Rebooted", "another boot id");
  CHECK(seen.kinds == std::vector<std::string>{"Pod", "Node"});
}

TEST_CASE_FIXTURE(Fixture, "events wait for an API server that is away, and keep their order") {
  is_reachable = false;
  record("Pulled");
  record("Created");
  run_until(35s);
  record("Started");
  CHECK(reasons().empty());
  is_reachable = true;
  run_until(46s);
  CHECK(reasons() == "Pulled Created Started ");
  CHECK(written.events.front().first > 35.0);
  record("Killing");
  CHECK(reasons() == "Pulled Created Started Killing ");
}

TEST_CASE_FIXTURE(Fixture, "an event is given up at the twelfth try, and the next one's turn comes") {
  is_reachable = false;
  record("Pulled");
  record("Created");
  run_until(121s);
  is_reachable = true;
  run_until(140s);
  CHECK(reasons() == "Created ");
}

TEST_CASE_FIXTURE(Fixture, "a thousand events wait; more are lost") {
  is_reachable = false;
  record("First");
  for (int count = 0; count < 1200; ++count) {
    pod.metadata.name = "web-" + std::to_string(count);
    pod.metadata.uid = pod.metadata.name;
    record("Later");
  }
  is_reachable = true;
  run_until(20s);
  CHECK(written.events.size() == 1001);
}

}  // namespace podreel::sync
