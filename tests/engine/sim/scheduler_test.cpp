#include "engine/sim/scheduler.hpp"

#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/sim/channel.hpp"
#include "engine/sim/task.hpp"

namespace podreel::sim {

using namespace std::chrono_literals;

TEST_CASE("events due at the same instant run in the order in which they were scheduled") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  std::vector<int> seen;
  for (int index = 0; index < 10; ++index) process.after(5s, [&seen, index] { seen.push_back(index); });
  scheduler.run_until(Time{10s});
  CHECK(seen == std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(scheduler.now() == Time{10s});
}

TEST_CASE("what is done in the middle of an instant comes before what waits for its end") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  std::string ran;
  process.at_end_of(Time{1s}, [&] { ran += "e"; });
  process.at(Time{1s}, [&] {
    process.after(0s, [&] { ran += "b"; });
    ran += "a";
  });
  process.at(Time{2s}, [&] { ran += "z"; });
  scheduler.run_into(Time{1s});
  CHECK(scheduler.now() == Time{1s});
  CHECK(ran == "ab");
  process.after(0s, [&] { ran += "c"; });
  scheduler.run_into(Time{1s});
  CHECK(ran == "abc");
  scheduler.run_until(Time{1s});
  CHECK(ran == "abce");
}

TEST_CASE("what hardly ever waits is stopped where a second has a limit") {
  for (const Duration wait : {Duration{0}, Duration{1}, Duration{9ms}}) {
    Scheduler scheduler{Time{}};
    Process process{scheduler};
    int runs = 0;
    std::function<void()> again = [&] {
      ++runs;
      process.after(wait, [&] { again(); });
    };
    scheduler.limit_second(100);
    for (int second = 1; second <= 300; ++second) process.at(Time{std::chrono::seconds{second}}, [&] { ++runs; });
    scheduler.run_until(Time{300s});
    CHECK(runs == 300);
    process.at(Time{301s}, [&] { again(); });
    CHECK_THROWS_AS(scheduler.run_until(Time{302s}), LivelockError);
    CHECK(runs == 400);
  }
}

TEST_CASE("a limit holds from the instant at which it is set") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  std::function<void()> again = [&] { process.after(0s, [&] { again(); }); };
  scheduler.limit_second(100);
  again();
  CHECK_THROWS_AS(scheduler.run_until(Time{1s}), LivelockError);
}

TEST_CASE("what an event does at once counts toward the limit, but is no event") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  std::function<void()> again = [&] {
    for (int call = 0; call < 9; ++call) scheduler.count_within_event();
    process.after(1ms, [&] { again(); });
  };
  scheduler.limit_second(100);
  process.after(0s, [&] { again(); });
  CHECK_THROWS_AS(scheduler.run_until(Time{1s}), LivelockError);
  CHECK(scheduler.events_run() == 10);
}

TEST_CASE("a cancelled event does not run and frees its capture at once") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  auto held = std::make_shared<int>(1);
  const EventId id = process.after(1s, [held] { FAIL("cancelled"); });
  CHECK(held.use_count() == 2);
  process.cancel(id);
  CHECK(held.use_count() == 1);
  CHECK_FALSE(scheduler.run_one());
}

TEST_CASE("a coroutine sleeps in simulated time and a channel hands over values") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  Channel<int> channel{process.executor(), 1};
  std::vector<std::pair<int, Time>> received;
  spawn(process, [](const Process& self, Channel<int>& out) -> Task<> {
    co_await sleep_for(self, 3s);
    out.try_send(boost::system::error_code{}, 7);
  }(process, channel));
  spawn(process, [](const Process& self, Channel<int>& in, std::vector<std::pair<int, Time>>& seen) -> Task<> {
    const int value = co_await in.async_receive(use_task);
    seen.emplace_back(value, self.now());
  }(process, channel, received));
  scheduler.run_until(Time{10s});
  CHECK(received == std::vector{std::pair{7, Time{3s}}});
}

TEST_CASE("a task is one event more than it waits") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  for (const int sleeps : {0, 3}) {
    const std::uint64_t before = scheduler.events_run();
    spawn(process, [](const Process& self, int times) -> Task<> {
      for (int time = 0; time < times; ++time) co_await sleep_for(self, 1s);
    }(process, sleeps));
    scheduler.run_until(scheduler.now() + 10s);
    CHECK(scheduler.events_run() == before + 1 + static_cast<std::uint64_t>(sleeps));
  }
}

TEST_CASE("an exception that leaves a task leaves the scheduler") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  spawn(process, [](const Process& self) -> Task<> {
    co_await sleep_for(self, 1s);
    throw std::runtime_error{"defect"};
  }(process));
  scheduler.run_until(Time{});
  CHECK_THROWS_WITH(scheduler.run_one(), "defect");
  CHECK_FALSE(scheduler.run_one());
}

TEST_CASE("a task whose process ends before it begins never runs, and is destroyed") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  const auto held = std::make_shared<bool>(false);
  spawn(process, [](std::shared_ptr<bool> ran) -> Task<> {
    *ran = true;
    co_return;
  }(held));
  process.end();
  scheduler.run_until(Time{1s});
  CHECK_FALSE(*held);
  CHECK(held.use_count() == 1);
}

TEST_CASE("what an ended process has suspended is dropped, not resumed") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  bool resumed = false;
  spawn(process, [](const Process& self, bool& flag) -> Task<> {
    co_await sleep_for(self, 3s);
    flag = true;
  }(process, resumed));
  scheduler.run_until(Time{1s});
  process.end();
  scheduler.run_until(Time{10s});
  CHECK_FALSE(resumed);
}

TEST_CASE("what belongs to the beginning of an instant goes before all else of it, in the order of its turns") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  std::string order;
  const auto note = [&order](char what) { return [&order, what] { order += what; }; };
  process.at(Time{1s}, [&] {
    order += 'c';
    process.post(note('e'));
    process.at_beginning_of(Time{1s}, 1, note('d'));
  });
  process.at_end_of(Time{1s}, note('f'));
  process.at_beginning_of(Time{1s}, 9, note('b'));
  process.at_beginning_of(Time{1s}, 3, note('a'));
  scheduler.run_until(Time{1s});
  CHECK(order == "abcdef");
}

}  // namespace podreel::sim
