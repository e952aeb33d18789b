#include "engine/sim/semaphore.hpp"

#include <doctest/doctest.h>
#include <string>

#include "engine/sim/scheduler.hpp"

namespace podreel::sim {

namespace {

struct Workers {
  explicit Workers(std::size_t count) : places{process, count} {}
  ~Workers() { scheduler.clear(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void ask(char who) {
    spawn(process, note(who));
    scheduler.run_until(scheduler.now());
  }
  void release() {
    places.release();
    scheduler.run_until(scheduler.now());
  }
  Task<> note(char who) {
    co_await places.acquire();
    got += who;
  }

  Scheduler scheduler{Time{}};
  Process process{scheduler};
  Semaphore places;
  std::string got;
};

}  // namespace

TEST_CASE("as many work as there are places, and the others in the order in which they came") {
  Workers workers{2};
  for (const char who : {'a', 'b', 'c', 'd'}) workers.ask(who);
  CHECK(workers.got == "ab");
  workers.release();
  CHECK(workers.got == "abc");
  workers.release();
  CHECK(workers.got == "abcd");
  workers.release();
  workers.release();
  for (const char who : {'e', 'f', 'g'}) workers.ask(who);
  CHECK(workers.got == "abcdef");
}

TEST_CASE("without a limit nobody waits") {
  Workers workers{0};
  for (const char who : {'a', 'b', 'c'}) workers.ask(who);
  workers.release();
  CHECK(workers.got == "abc");
}

}  // namespace podreel::sim
