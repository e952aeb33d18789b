// The scheduler against a model that sorts: whatever is scheduled, cancelled and woken, the order is the same.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "engine/sim/process.hpp"
#include "engine/sim/random.hpp"

namespace podreel::sim {

using namespace std::chrono_literals;

namespace {

/// A reproducible sequence of numbers.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_{mix(seed)} {}
  std::uint64_t below(std::uint64_t bound) { return scale_below(state_ = mix(state_), bound); }

 private:
  std::uint64_t state_;
};

/// Schedules at random, from outside and from within events, and keeps what the order must be.
class Exercise {
 public:
  explicit Exercise(std::uint64_t seed) : numbers_{seed} {}

  void run(std::size_t events) {
    for (std::size_t count = 0; count < events; ++count) schedule();
    while (scheduler_.run_one()) {
    }
    CHECK(ran_ == expected());
  }

 private:
  using Due = std::pair<Time, std::uint64_t>;

  void schedule() {
    const Time when = scheduler_.now() + Duration{static_cast<Duration::rep>(numbers_.below(20))};
    const std::uint64_t number = next_++;
    const EventId id = process_.at(when, [this, number] { happened(number); });
    due_[number] = when;
    ids_.push_back({number, id});
  }

  void happened(std::uint64_t number) {
    ran_.push_back(number);
    if (next_ < maximum_) {
      for (std::uint64_t count = numbers_.below(3); count > 0; --count) schedule();
    }
    if (numbers_.below(2) == 0) cancel_one();
  }

  void cancel_one() {
    const auto [number, id] = ids_[numbers_.below(ids_.size())];
    process_.cancel(id);
    if (std::ranges::find(ran_, number) == ran_.end()) due_.erase(number);
  }

  [[nodiscard]] std::vector<std::uint64_t> expected() const {
    std::vector<Due> order;
    for (const auto& [number, when] : due_) order.emplace_back(when, number);
    std::ranges::sort(order);
    std::vector<std::uint64_t> numbers;
    for (const auto& [when, number] : order) numbers.push_back(number);
    return numbers;
  }

  static constexpr std::uint64_t maximum_ = 2000;

  Numbers numbers_;
  Scheduler scheduler_{Time{}};
  Process process_{scheduler_};
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Time> due_;
  std::vector<std::pair<std::uint64_t, EventId>> ids_;
  std::vector<std::uint64_t> ran_;
};

}  // namespace

TEST_CASE("events run by time, then in the order of scheduling, through any mix of scheduling and cancelling") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) Exercise{seed}.run(100);
}

TEST_CASE("a storm of cancellations leaves the order of the rest alone") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  std::vector<EventId> ids;
  std::vector<int> ran;
  constexpr int count = 20'000;
  for (int number = 0; number < count; ++number) {
    ids.push_back(process.after(Duration{number % 97 + 1}, [&ran, number] { ran.push_back(number); }));
  }
  for (int number = 0; number < count; ++number) {
    if (number % 10 != 0) process.cancel(ids[static_cast<std::size_t>(number)]);
  }
  scheduler.run_until(Time{1s});
  REQUIRE(ran.size() == count / 10);
  CHECK(std::ranges::is_sorted(ran, {}, [](int number) { return std::pair{number % 97, number}; }));
  CHECK(scheduler.events_run() == count / 10);
}

TEST_CASE("an event that schedules its successor again and again keeps its place among equals") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  std::string order;
  for (const char name : {'a', 'b', 'c'}) {
    struct Ticker {
      const Process& owner;
      std::string& out;
      char name;
      void operator()() const {
        out += name;
        owner.after(1s, *this);
      }
    };
    process.after(1s, Ticker{process, order, name});
  }
  scheduler.run_until(Time{4s});
  CHECK(order == "abcabcabcabc");
}

TEST_CASE("what is due in the past runs now, after all that is due now") {
  Scheduler scheduler{Time{5s}};
  const Process process{scheduler};
  std::string order;
  process.post([&] { order += 'a'; });
  process.at(Time{1s}, [&] { order += 'b'; });
  CHECK(scheduler.next_event_time() == Time{5s});
  scheduler.run_until(Time{5s});
  CHECK(order == "ab");
}

TEST_CASE("a parked event runs when it is woken, once") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  int ran = 0;
  const EventId parked = process.park([&] { ++ran; });
  CHECK_FALSE(scheduler.next_event_time());
  scheduler.run_until(Time{1s});
  CHECK(ran == 0);
  process.wake(parked);
  scheduler.run_until(Time{1s});
  CHECK(ran == 1);
  process.wake(parked);
  process.cancel(parked);
  CHECK_FALSE(scheduler.run_one());
}

TEST_CASE("cancelling and clearing destroy what is parked, also what that parks in turn") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  auto held = std::make_shared<int>(0);
  process.cancel(process.park([held] {}));
  CHECK(held.use_count() == 1);

  struct ParksWhenDestroyed {
    const Process* owner;
    std::shared_ptr<int> held;
    ParksWhenDestroyed(const Process& process, std::shared_ptr<int> value) : owner{&process}, held{std::move(value)} {}
    ParksWhenDestroyed(ParksWhenDestroyed&& other) noexcept
        : owner{std::exchange(other.owner, nullptr)}, held{std::move(other.held)} {}
    ~ParksWhenDestroyed() {
      if (owner != nullptr) owner->park([kept = held] {});
    }
    void operator()() const {}
  };
  process.park(ParksWhenDestroyed{process, held});
  CHECK(held.use_count() == 2);
  scheduler.clear();
  CHECK(held.use_count() == 1);
}

TEST_CASE("a name that was never given away names nothing") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  bool ran = false;
  process.after(1s, [&] { ran = true; });
  process.cancel(EventId{});
  process.wake(EventId{});
  scheduler.run_until(Time{1s});
  CHECK(ran);
}

TEST_CASE("events of an ended process are destroyed unrun when they are due") {
  Scheduler scheduler{Time{}};
  Process process{scheduler};
  auto held = std::make_shared<int>(0);
  process.after(2s, [held] { FAIL("ended"); });
  scheduler.run_until(Time{1s});
  CHECK_FALSE(process.ended_at());
  process.end();
  process.end();
  scheduler.run_until(Time{3s});
  CHECK(process.ended_at() == Time{1s});
  CHECK(held.use_count() == 1);
}

TEST_CASE("an exception leaves run_one, and the scheduler goes on") {
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  auto held = std::make_shared<int>(0);
  process.post([held] { throw std::runtime_error{"defect"}; });
  bool ran = false;
  process.post([&ran] { ran = true; });
  CHECK_THROWS_AS(scheduler.run_one(), std::runtime_error);
  CHECK(held.use_count() == 1);
  CHECK(scheduler.run_one());
  CHECK(ran);
}

}  // namespace podreel::sim
