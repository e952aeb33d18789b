// The order in which sinks hear of things.
#include "engine/trace/recorder.hpp"

#include <doctest/doctest.h>

#include "tests/support/fake_node.hpp"

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

struct Reported {
  sim::Scheduler scheduler{sim::Time{}};
  Recorder recorder{scheduler};
  testing::Collector sink;

  void loop(std::string op) { recorder.record("default/web", Loop{std::move(op)}); }
  void call(Recorder::Reservation place, std::string op) {
    recorder.fill(place, "default/web", RuntimeCall{.op = std::move(op)});
  }
  /// What was told so far: "time op" each.
  [[nodiscard]] std::vector<std::string> received() const {
    std::vector<std::string> all;
    for (const Record& record : sink.records) {
      const auto* loop_record = std::get_if<Loop>(&record.payload);
      const std::string& op = loop_record != nullptr ? loop_record->op : std::get<RuntimeCall>(record.payload).op;
      all.push_back(fmt::format("{} {}", record.time.time_since_epoch() / 1s, op));
    }
    return all;
  }
};

using Lines = std::vector<std::string>;

/// Hears of loops only.
struct LoopSink final : Sink {
  [[nodiscard]] Kinds wanted() const override { return Kinds::of<Loop>(); }
  void write(const Record& record) override { ops.push_back(std::get<Loop>(record.payload).op); }

  Lines ops;
};

}  // namespace

TEST_CASE("without a sink nothing is kept") {
  Reported reported;
  CHECK_FALSE(reported.recorder.wants<Event>());
  const Recorder::Reservation place = reported.recorder.reserve();
  reported.loop("ADD");
  reported.call(place, "StartContainer");
  reported.recorder.add(reported.sink);
  reported.recorder.flush();
  CHECK(reported.received().empty());
}

TEST_CASE("who wants some kinds of records is told of no others") {
  Reported reported;
  LoopSink loops;
  reported.recorder.add(loops);
  CHECK(reported.recorder.wants<Loop>());
  CHECK_FALSE(reported.recorder.wants<RuntimeCall>());
  reported.recorder.record("", Environment{"container_exit"});
  reported.loop("ADD");
  reported.recorder.add(reported.sink);
  CHECK(reported.recorder.wants<RuntimeCall>());
  reported.call(reported.recorder.reserve(), "StartContainer");
  reported.loop("PLEG");
  CHECK(loops.ops == Lines{"ADD", "PLEG"});
  CHECK(reported.received() == Lines{"0 StartContainer", "0 PLEG"});
}

TEST_CASE("a call that nobody wants to hear of holds nothing back") {
  Reported reported;
  LoopSink loops;
  reported.recorder.add(loops);
  const Recorder::Reservation place = reported.recorder.reserve();
  reported.loop("ADD");
  CHECK(loops.ops.empty());
  reported.call(place, "StartContainer");
  CHECK(loops.ops == Lines{"ADD"});
}

TEST_CASE("kinds have the names of their records") {
  CHECK(Kinds::named("loop") == Kinds::of<Loop>());
  CHECK(Kinds::named("eventWrite") == Kinds::of<EventWrite>());
  CHECK(Kinds::named("no such kind") == Kinds::all());
  CHECK((Kinds::of<Loop>() | Kinds::of<Environment>()).contain<Environment>());
  CHECK_FALSE(Kinds{}.contain(Payload{Loop{"ADD"}}));
}

TEST_CASE("what is told at once is heard at once") {
  Reported reported;
  reported.recorder.add(reported.sink);
  reported.loop("ADD");
  CHECK(reported.received() == Lines{"0 ADD"});
}

TEST_CASE("a call stands where it began, and what came after it waits for it") {
  Reported reported;
  reported.recorder.add(reported.sink);
  const auto outer = reported.recorder.reserve();
  reported.scheduler.run_until(sim::Time{1s});
  reported.loop("ADD");
  const auto inner = reported.recorder.reserve();
  reported.scheduler.run_until(sim::Time{2s});
  reported.loop("PLEG");
  reported.call(inner, "RunPodSandbox");
  CHECK(reported.received().empty());
  reported.call(outer, "PullImage");
  CHECK(reported.received() == Lines{"0 PullImage", "1 ADD", "1 RunPodSandbox", "2 PLEG"});
  reported.loop("SYNC");
  CHECK(reported.received().size() == 5);
}

TEST_CASE("a call that has not returned at the end is left out, and only it") {
  Reported reported;
  reported.recorder.add(reported.sink);
  const auto never = reported.recorder.reserve();
  reported.loop("ADD");
  reported.recorder.flush();
  CHECK(reported.received() == Lines{"0 ADD"});
  reported.call(never, "StopContainer");
  reported.loop("REMOVE");
  CHECK(reported.received() == Lines{"0 ADD", "0 REMOVE"});
}

}  // namespace podreel::trace
