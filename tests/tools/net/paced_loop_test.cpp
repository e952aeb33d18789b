// The simulation beside a clock.
#include "tools/net/paced_loop.hpp"

#include <doctest/doctest.h>
#include <thread>

#include "engine/sim/process.hpp"

namespace podreel::cri {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time began = sim::from_unix_seconds(1000);

}  // namespace

TEST_CASE("simulated time is as fast as asked for") {
  const Pace pace{began, 60};
  CHECK(pace.simulated_after(1s) == began + 60s);
  CHECK(pace.wall_at(began + 60s) == 1s);
  CHECK(pace.unix_nanoseconds(began + 90s) == 1'001'500'000'000);
  CHECK(pace.unix_nanoseconds(sim::Time{}) == 0);
  CHECK(Pace{began, 1}.simulated_after(std::chrono::hours{24 * 365}) == began + std::chrono::hours{24 * 365});
}

TEST_CASE("what is due is done, and what is posted is done at its instant") {
  sim::Scheduler scheduler{began};
  const sim::Process process{scheduler};
  sim::Duration wall{};
  PacedLoop loop{scheduler, Pace{began, 2}, [&wall] { return wall; }};
  std::vector<std::pair<std::string, sim::Duration>> done;
  const auto note = [&](const char* what) { done.emplace_back(what, scheduler.now() - began); };
  process.after(10s, [&] { note("event"); });
  CHECK(loop.idle_for() == 5s);
  wall = 4s;
  loop.post([&] {
    note("first");
    process.after(0s, [&] { note("its event"); });
  });
  loop.post([&] { note("second"); });
  loop.turn();
  CHECK(loop.idle_for() == 1s);
  wall = 7s;
  loop.turn();
  CHECK_FALSE(loop.idle_for());
  CHECK(done == std::vector<std::pair<std::string, sim::Duration>>{
                    {"first", 8s}, {"its event", 8s}, {"second", 8s}, {"event", 10s}});
}

TEST_CASE("a clock that is paused does no harm, and a loop that is stopped does what was posted") {
  sim::Scheduler scheduler{began};
  PacedLoop loop{scheduler, Pace{began, 1}, [] { return sim::Duration{}; }};
  int done = 0;
  std::thread client{[&] {
    for (int call = 0; call < 100; ++call) loop.post([&done] { ++done; });
    loop.stop();
  }};
  loop.run();
  client.join();
  CHECK(done == 100);
  CHECK(scheduler.now() == began);
}

TEST_CASE("times of the wall clock and simulated ones are distinguished, from when the clock began") {
  Pace pace{began, 10};
  const Pace copy = pace;
  pace.begin_at(sim::from_unix_seconds(5000));
  CHECK(copy.unix_nanoseconds(began + 20s) == 5'002'000'000'000);
  CHECK(copy.simulated_at(5'002'000'000'000) == began + 20s);
  CHECK(copy.unix_nanoseconds({}) == 0);
  CHECK(copy.simulated_at(0) == sim::Time{});
}

TEST_CASE("a loop that had no turn for a while says how late it was, and with what") {
  sim::Scheduler scheduler{began};
  sim::Process process{scheduler};
  sim::Duration wall{};
  PacedLoop loop{scheduler, Pace{began, 2}, [&wall] { return wall; }};
  for (const sim::Duration due : {1s, 4s}) process.at(began + due, [] {});
  wall = 500ms;
  loop.turn();
  CHECK(loop.lateness().maximum == 0s);
  wall = 3500ms;
  loop.turn();
  CHECK(loop.lateness().maximum == 3s);
  CHECK(loop.lateness().at == 4s);
}

TEST_CASE("a loop does not ask its clock before it has something to do") {
  sim::Scheduler scheduler{began};
  bool is_asked = false;
  PacedLoop loop{scheduler, Pace{began, 1}, [&is_asked] {
                   is_asked = true;
                   return sim::Duration{};
                 }};
  bool was_asked = true;
  loop.post([&] {
    was_asked = is_asked;
    loop.stop();
  });
  CHECK_FALSE(is_asked);
  loop.run();
  CHECK(was_asked);
}

}  // namespace podreel::cri
