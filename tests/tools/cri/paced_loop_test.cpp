// The simulation beside a clock.
#include "tools/cri/paced_loop.hpp"

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

TEST_CASE("a clock that stands still does no harm, and a loop that is stopped does what was posted") {
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

}  // namespace podreel::cri
