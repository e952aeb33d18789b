#include "engine/sync/pull_slots.hpp"

#include <doctest/doctest.h>
#include <string>

#include "engine/sim/scheduler.hpp"

namespace podreel::sync {

namespace {

struct Pulling {
  explicit Pulling(std::size_t count) : slots{process, count} {}
  ~Pulling() { scheduler.clear(); }
  Pulling(const Pulling&) = delete;
  Pulling& operator=(const Pulling&) = delete;

  void ask(char who) {
    sim::spawn(process, note(who));
    scheduler.run_until(scheduler.now());
  }
  void release() {
    slots.release();
    scheduler.run_until(scheduler.now());
  }
  sim::Task<> note(char who) {
    co_await slots.acquire();
    got += who;
  }

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  PullSlots slots;
  std::string got;
};

}  // namespace

TEST_CASE("as many pull as there are places, and the others in the order in which they came") {
  Pulling pulling{2};
  for (const char who : {'a', 'b', 'c', 'd'}) pulling.ask(who);
  CHECK(pulling.got == "ab");
  pulling.release();
  CHECK(pulling.got == "abc");
  pulling.release();
  CHECK(pulling.got == "abcd");
  pulling.release();
  pulling.release();
  for (const char who : {'e', 'f', 'g'}) pulling.ask(who);
  CHECK(pulling.got == "abcdef");
}

TEST_CASE("without a limit nobody waits") {
  Pulling pulling{0};
  for (const char who : {'a', 'b', 'c'}) pulling.ask(who);
  pulling.release();
  CHECK(pulling.got == "abc");
}

}  // namespace podreel::sync
