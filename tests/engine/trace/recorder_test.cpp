// The order in which sinks hear of things.
#include "engine/trace/recorder.hpp"

#include <doctest/doctest.h>

#include "tests/support/fake_node.hpp"

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

struct Told {
  sim::Scheduler scheduler{sim::Time{}};
  Recorder recorder{scheduler};
  testing::Collector sink;

  void loop(std::string op) { recorder.record("default/web", Loop{std::move(op)}); }
  void call(Recorder::Place place, std::string op) {
    recorder.fill(place, "default/web", RuntimeCall{.op = std::move(op)});
  }
  /// What was told so far: "time op" each.
  [[nodiscard]] std::vector<std::string> heard() const {
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
  Told told;
  CHECK_FALSE(told.recorder.wants<Event>());
  const Recorder::Place place = told.recorder.reserve();
  told.loop("ADD");
  told.call(place, "StartContainer");
  told.recorder.add(told.sink);
  told.recorder.flush();
  CHECK(told.heard().empty());
}

TEST_CASE("who wants some kinds of records is told of no others") {
  Told told;
  LoopSink loops;
  told.recorder.add(loops);
  CHECK(told.recorder.wants<Loop>());
  CHECK_FALSE(told.recorder.wants<RuntimeCall>());
  told.recorder.record("", World{"container_exit"});
  told.loop("ADD");
  told.recorder.add(told.sink);
  CHECK(told.recorder.wants<RuntimeCall>());
  told.call(told.recorder.reserve(), "StartContainer");
  told.loop("PLEG");
  CHECK(loops.ops == Lines{"ADD", "PLEG"});
  CHECK(told.heard() == Lines{"0 StartContainer", "0 PLEG"});
}

TEST_CASE("a call that nobody wants to hear of holds nothing back") {
  Told told;
  LoopSink loops;
  told.recorder.add(loops);
  const Recorder::Place place = told.recorder.reserve();
  told.loop("ADD");
  CHECK(loops.ops.empty());
  told.call(place, "StartContainer");
  CHECK(loops.ops == Lines{"ADD"});
}

TEST_CASE("kinds have the names of their records") {
  CHECK(Kinds::named("loop") == Kinds::of<Loop>());
  CHECK(Kinds::named("eventWrite") == Kinds::of<EventWrite>());
  CHECK(Kinds::named("no such kind") == Kinds::all());
  CHECK((Kinds::of<Loop>() | Kinds::of<World>()).contain<World>());
  CHECK_FALSE(Kinds{}.contain(Payload{Loop{"ADD"}}));
}

TEST_CASE("what is told at once is heard at once") {
  Told told;
  told.recorder.add(told.sink);
  told.loop("ADD");
  CHECK(told.heard() == Lines{"0 ADD"});
}

TEST_CASE("a call stands where it began, and what came after it waits for it") {
  Told told;
  told.recorder.add(told.sink);
  const auto outer = told.recorder.reserve();
  told.scheduler.run_until(sim::Time{1s});
  told.loop("ADD");
  const auto inner = told.recorder.reserve();
  told.scheduler.run_until(sim::Time{2s});
  told.loop("PLEG");
  told.call(inner, "RunPodSandbox");
  CHECK(told.heard().empty());
  told.call(outer, "PullImage");
  CHECK(told.heard() == Lines{"0 PullImage", "1 ADD", "1 RunPodSandbox", "2 PLEG"});
  told.loop("SYNC");
  CHECK(told.heard().size() == 5);
}

TEST_CASE("a call that has not returned at the end is left out, and only it") {
  Told told;
  told.recorder.add(told.sink);
  const auto never = told.recorder.reserve();
  told.loop("ADD");
  told.recorder.flush();
  CHECK(told.heard() == Lines{"0 ADD"});
  told.call(never, "StopContainer");
  told.loop("REMOVE");
  CHECK(told.heard() == Lines{"0 ADD", "0 REMOVE"});
}

}  // namespace podreel::trace
