// One waits, another completes.
#include "engine/sim/completion.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "engine/sim/channel.hpp"

namespace podreel::sim {

using namespace std::chrono_literals;

namespace {

Task<> wait_for(Completion<int>& completion, std::vector<int>& seen) {
  const int value = co_await completion.wait();
  seen.push_back(value);
}

}  // namespace

TEST_CASE("the first of several parties wins, before or after the wait has begun") {
  for (const bool before : {true, false}) {
    Scheduler scheduler{Time{}};
    const Process process{scheduler};
    Completion<int> completion{process};
    std::vector<int> seen;
    if (before) completion.complete(1);
    spawn(process, wait_for(completion, seen));
    scheduler.run_until(Time{1s});
    CHECK(seen.empty() != before);
    completion.complete(1);
    completion.complete(2);
    scheduler.run_until(Time{1s});
    CHECK(seen == std::vector{1});
  }
}

TEST_CASE("who waits is resumed after all that is due at the instant") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  Completion<int> completion{process};
  std::vector<int> seen;
  spawn(process, wait_for(completion, seen));
  scheduler.run_until(Time{1s});
  process.post([&] { seen.push_back(7); });
  completion.complete(1);
  scheduler.run_until(Time{1s});
  CHECK(seen == std::vector{7, 1});
}

TEST_CASE("a waiter whose process has ended never hears, and is destroyed") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  Completion<std::shared_ptr<int>> completion{process};
  auto held = std::make_shared<int>(0);
  spawn(process, [](Completion<std::shared_ptr<int>>& awaited, std::shared_ptr<int> kept) -> Task<> {
    const auto value = co_await awaited.wait();
    *kept = *value;
  }(completion, held));
  scheduler.run_until(Time{1s});
  CHECK(held.use_count() == 2);
  process.end();
  completion.complete(std::make_shared<int>(5));
  scheduler.run_until(Time{2s});
  CHECK(held.use_count() == 1);
  CHECK(*held == 0);
}

TEST_CASE("a waiter that nobody completes is destroyed with the simulation") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  auto held = std::make_shared<int>(0);
  spawn(process, [](const Process& self, std::shared_ptr<int> kept) -> Task<> {
    Completion<int> never{self};
    *kept = co_await never.wait();
  }(process, held));
  scheduler.run_until(Time{1s});
  CHECK(held.use_count() == 2);
  scheduler.clear();
  CHECK(held.use_count() == 1);
}

TEST_CASE("a channel keeps the order of what was sent, and refuses more than it holds") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  Channel<int> channel{process.executor(), 2};
  CHECK(channel.try_send(boost::system::error_code{}, 1));
  CHECK(channel.try_send(boost::system::error_code{}, 2));
  CHECK_FALSE(channel.try_send(boost::system::error_code{}, 3));
  std::vector<int> seen;
  spawn(process, [](Channel<int>& from, std::vector<int>& into) -> Task<> {
    for (int count = 0; count < 3; ++count) {
      const int value = co_await from.async_receive(use_task);
      into.push_back(value);
    }
  }(channel, seen));
  scheduler.run_until(Time{1s});
  CHECK(seen == std::vector{1, 2});
  CHECK(channel.try_send(boost::system::error_code{}, 4));
  scheduler.run_until(Time{2s});
  CHECK(seen == std::vector{1, 2, 4});
}

}  // namespace podreel::sim
