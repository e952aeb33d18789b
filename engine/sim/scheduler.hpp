// The event loop of one simulated node.
#pragma once

#include <boost/asio/execution_context.hpp>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "engine/sim/callback.hpp"
#include "engine/sim/event_queue.hpp"
#include "engine/sim/slots.hpp"
#include "engine/sim/time.hpp"

namespace podreel::sim {

class Process;

/// More happens within a second than Scheduler::limit_second allows: what runs there hardly waits for anything.
class LivelockError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Names a scheduled or parked event; stays harmless after the event has run or was cancelled.
struct EventId {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
  friend bool operator==(const EventId&, const EventId&) noexcept = default;
};

/// Runs callbacks in the order (time, order of scheduling), those for the beginning of an instant before all others of
/// it, and those for its end after them.
/// That order is a promise: two events due at the same instant run in the order in which they were scheduled, on every
/// platform. Single-threaded; one per simulated node.
///
/// Boost.Asio reaches it through `Process::executor()`, so coroutines, channels and completion tokens work on it.
class Scheduler final : public boost::asio::execution_context {
 public:
  explicit Scheduler(Time start);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  [[nodiscard]] Time now() const noexcept { return now_; }

  /// Runs `callback` at `when` (at once, but after all that is due now, if `when` has passed). It is dropped unrun if
  /// `owner` has ended by then.
  EventId at(Time when, Callback&& callback, const Process& owner);

  /// Schedules `callback` for the beginning of the instant `when`: before all else that is due then, whenever it was
  /// scheduled. Several run in the order of `turn`, which differs among those of an instant and is less than 2^62.
  EventId at_beginning_of(Time when, std::uint64_t turn, Callback&& callback, const Process& owner);

  /// Schedules `callback` for the end of the instant `when`: after all that is due then, whenever it was scheduled, and
  /// after what that schedules for the same instant.
  EventId at_end_of(Time when, Callback&& callback, const Process& owner);

  /// Keeps `callback` until it is woken, cancelled or cleared: what waits for something else than time.
  EventId park(Callback&& callback, const Process& owner);

  /// Schedules a parked event for the current instant, after all that is due now. Without effect on one that was
  /// cancelled.
  void wake(EventId event);

  /// Takes an event back; its callback is destroyed at once. Without effect on an event that has run.
  void cancel(EventId event) noexcept;

  /// When the next event is due, if there is one.
  [[nodiscard]] std::optional<Time> next_event_time();

  /// Runs the next event and moves the clock to it. False if nothing is pending.
  bool run_one();

  /// Runs everything due up to and including `deadline`, then leaves the clock there.
  void run_until(Time deadline);

  /// Runs everything due up to and including `instant`, but for what waits for its end, and leaves the clock there:
  /// what the caller does next belongs to that instant.
  void run_into(Time instant);

  /// Destroys every pending and parked event unrun. The owner of coroutines calls this before it destroys what they
  /// refer to.
  void clear() noexcept;

  /// Running throws LivelockError once more events than that have run within a second of simulated time; without it
  /// there is no limit. Seconds are counted from the first event after the one before.
  void limit_second(std::uint64_t events) noexcept;

  /// Counts work within an event that could have been its own event toward that limit.
  void count_within_event() noexcept {
    if (second_ends_with_ > events_run_) --second_ends_with_;
  }

  /// Events run so far; for benchmarks and runaway limits.
  [[nodiscard]] std::uint64_t events_run() const noexcept { return events_run_; }

 private:
  /// Destroys the callback in `slot` and frees it.
  void discard(std::uint32_t slot) noexcept;
  /// `place`: among the events of its instant.
  EventId add(Time when, std::uint64_t place, Callback&& callback, const Process& owner);
  void enqueue(Time when, std::uint64_t place, std::uint32_t slot);
  [[nodiscard]] bool is_live(const QueuedEvent& event) const noexcept {
    return slots_[event.slot].generation == event.generation;
  }
  [[nodiscard]] const QueuedEvent* peek();
  void drop_front(const QueuedEvent& event);
  /// Asks the memory for what the next event will touch, before the one that runs now evicts it.
  void prefetch_next() const noexcept;
  /// Runs what comes before it, and leaves the clock at its time.
  void run_before(const QueuedEvent& bound);
  void run(const QueuedEvent& event);
  void begin_second() noexcept;
  void compact_if_mostly_dead();

  Time now_;
  std::uint64_t next_sequence_ = 0;
  std::uint64_t events_run_ = 0;
  std::uint64_t max_events_per_second_ = std::numeric_limits<std::uint64_t>::max();
  Time second_began_;
  /// `events_run_` when it began, and the limit.
  std::uint64_t second_ends_with_ = std::numeric_limits<std::uint64_t>::max();
  std::size_t dead_in_queue_ = 0;
  EventQueue later_;
  std::deque<QueuedEvent> due_now_;
  Slots slots_;
};

}  // namespace podreel::sim
