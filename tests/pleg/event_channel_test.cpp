#include "pleg/event_channel.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/fake_node.hpp"

namespace podreel::pleg {

namespace {

struct Reporting {
  explicit Reporting(std::size_t capacity = 10) : channel{cache, recorder, capacity} {
    recorder.add(reported);
    channel.on_event([this] { ++received; });
  }
  void report(const char* id, RecordedState before, RecordedState now, OnRemoval on_removal = {}) {
    StateChanges changes;
    changes.push_back({id, before, now});
    channel.send("uid", changes, on_removal);
  }
  /// "pod id", of all that is told, in the order in which it was.
  std::string lines() {
    std::string text;
    for (const trace::Record& record : reported.records) {
      const auto* change = std::get_if<trace::Pleg>(&record.payload);
      if (change != nullptr) text += fmt::format("[{}] {}; ", record.pod, change->id);
    }
    return text;
  }

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  testing::Collector reported;
  kubelet::PodCache cache{process};
  EventChannel channel;
  int received = 0;
};

}  // namespace

TEST_CASE("a change is told with the pod's name, if that is known") {
  Reporting reporting;
  reporting.report("a", RecordedState::non_existent, RecordedState::running);
  runtime::PodStatus status;
  status.uid = "uid";
  status.name = "web";
  status.namespace_name = "shop";
  reporting.cache.set("uid", {std::make_shared<const runtime::PodStatus>(status), {}}, sim::Time{});
  reporting.report("b", RecordedState::non_existent, RecordedState::running);
  CHECK(reporting.lines() == "[] a; [shop/web] b; ");
}

TEST_CASE("events come out as they went in, and who listens hears of the first") {
  Reporting reporting;
  reporting.report("a", RecordedState::non_existent, RecordedState::running);
  reporting.report("b", RecordedState::running, RecordedState::exited);
  reporting.channel.send_condition_met("uid");
  CHECK(reporting.received == 1);
  CHECK(reporting.channel.size() == 3);
  CHECK(reporting.channel.next()->type == lifecycle::EventType::container_started);
  const auto died = reporting.channel.next();
  CHECK(died->type == lifecycle::EventType::container_died);
  CHECK(died->id == "b");
  CHECK(died->pod_uid == "uid");
  CHECK(reporting.channel.next()->type == lifecycle::EventType::condition_met);
  CHECK_FALSE(reporting.channel.next());
  reporting.channel.send_condition_met("uid");
  CHECK(reporting.received == 2);
}

TEST_CASE("what changes to something unknown is told, but is no event") {
  Reporting reporting;
  reporting.report("a", RecordedState::running, RecordedState::unknown);
  CHECK(reporting.channel.size() == 0);
  CHECK(reporting.lines() == "[] a; ");
}

TEST_CASE("what goes beyond the capacity is dropped") {
  Reporting reporting{1};
  reporting.channel.send_condition_met("a");
  CHECK(reporting.channel.is_full());
  reporting.channel.send_condition_met("b");
  CHECK(reporting.channel.size() == 1);
  CHECK(reporting.channel.next()->pod_uid == "a");
  CHECK_FALSE(reporting.channel.is_full());
}

}  // namespace podreel::pleg
