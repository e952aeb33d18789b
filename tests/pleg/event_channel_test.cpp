#include "pleg/event_channel.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/fake_node.hpp"

namespace podreel::pleg {

namespace {

struct Telling {
  explicit Telling(std::size_t capacity = 10) : channel{cache, recorder, capacity} {
    recorder.add(told);
    channel.on_event([this] { ++heard; });
  }
  void tell(const char* id, RecordedState before, RecordedState now, OnRemoval on_removal = {}) {
    StateChanges changes;
    changes.push_back({id, before, now});
    channel.tell("uid", changes, on_removal);
  }
  /// "pod id", of all that is told, in the order in which it was.
  std::string lines() {
    std::string text;
    for (const trace::Record& record : told.records) {
      const auto* change = std::get_if<trace::Pleg>(&record.payload);
      if (change != nullptr) text += fmt::format("[{}] {}; ", record.pod, change->id);
    }
    return text;
  }

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  testing::Collector told;
  kubelet::PodCache cache{process};
  EventChannel channel;
  int heard = 0;
};

}  // namespace

TEST_CASE("a change is told with the pod's name, if that is known") {
  Telling telling;
  telling.tell("a", RecordedState::non_existent, RecordedState::running);
  runtime::PodStatus status;
  status.uid = "uid";
  status.name = "web";
  status.namespace_name = "shop";
  telling.cache.set("uid", {std::make_shared<const runtime::PodStatus>(status), {}}, sim::Time{});
  telling.tell("b", RecordedState::non_existent, RecordedState::running);
  CHECK(telling.lines() == "[] a; [shop/web] b; ");
}

TEST_CASE("events come out as they went in, and who listens hears of the first") {
  Telling telling;
  telling.tell("a", RecordedState::non_existent, RecordedState::running);
  telling.tell("b", RecordedState::running, RecordedState::exited);
  telling.channel.tell_condition_met("uid");
  CHECK(telling.heard == 1);
  CHECK(telling.channel.size() == 3);
  CHECK(telling.channel.next()->type == lifecycle::EventType::container_started);
  const auto died = telling.channel.next();
  CHECK(died->type == lifecycle::EventType::container_died);
  CHECK(died->id == "b");
  CHECK(died->pod_uid == "uid");
  CHECK(telling.channel.next()->type == lifecycle::EventType::condition_met);
  CHECK_FALSE(telling.channel.next());
  telling.channel.tell_condition_met("uid");
  CHECK(telling.heard == 2);
}

TEST_CASE("what changes to something unknown is told, but is no event") {
  Telling telling;
  telling.tell("a", RecordedState::running, RecordedState::unknown);
  CHECK(telling.channel.size() == 0);
  CHECK(telling.lines() == "[] a; ");
}

TEST_CASE("what goes beyond the capacity is dropped") {
  Telling telling{1};
  telling.channel.tell_condition_met("a");
  CHECK(telling.channel.is_full());
  telling.channel.tell_condition_met("b");
  CHECK(telling.channel.size() == 1);
  CHECK(telling.channel.next()->pod_uid == "a");
  CHECK_FALSE(telling.channel.is_full());
}

}  // namespace podreel::pleg
