#include "engine/sim/scheduler.hpp"

#include <algorithm>
#include <limits>

#include "engine/invariant.hpp"
#include "engine/sim/process.hpp"

namespace podreel::sim {

namespace {

// Goes before the order of scheduling among the events of one instant; what belongs to its beginning has neither.
constexpr std::uint64_t within_instant = std::uint64_t{1} << 62;
constexpr std::uint64_t end_of_instant = std::uint64_t{1} << 63;
constexpr std::uint64_t max_events = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Scheduler::Scheduler(Time start) : now_{start} {}

Scheduler::~Scheduler() {
  clear();
  shutdown();
  destroy();
}

EventId Scheduler::at(Time when, Callback&& callback, const Process& owner) {
  return add(when, within_instant | next_sequence_++, std::move(callback), owner);
}

EventId Scheduler::at_beginning_of(Time when, std::uint64_t turn, Callback&& callback, const Process& owner) {
  PODREEL_INVARIANT(turn < within_instant, "a turn at the beginning of an instant precedes everything within it");
  return add(when, turn, std::move(callback), owner);
}

EventId Scheduler::at_end_of(Time when, Callback&& callback, const Process& owner) {
  return add(when, end_of_instant | next_sequence_++, std::move(callback), owner);
}

EventId Scheduler::add(Time when, std::uint64_t place, Callback&& callback, const Process& owner) {
  const std::uint32_t slot = slots_.take(std::move(callback), owner);
  const EventId event{slot, slots_[slot].generation};
  try {
    enqueue(when, place, event.slot);
  } catch (...) {
    discard(slot);
    throw;
  }
  return event;
}

EventId Scheduler::park(Callback&& callback, const Process& owner) {
  PODREEL_INVARIANT(callback, "a parked event has a callback");
  const std::uint32_t slot = slots_.take(std::move(callback), owner);
  slots_[slot].parked = true;
  return {slot, slots_[slot].generation};
}

void Scheduler::wake(EventId event) {
  if (event.slot >= slots_.size() || slots_[event.slot].generation != event.generation) return;
  PODREEL_INVARIANT(slots_[event.slot].parked, "only a parked event is woken");
  enqueue(now_, within_instant | next_sequence_++, event.slot);
  slots_[event.slot].parked = false;
}

void Scheduler::cancel(EventId event) noexcept {
  if (event.slot >= slots_.size() || slots_[event.slot].generation != event.generation) return;
  if (slots_[event.slot].owner == nullptr) return;
  const bool queued = !slots_[event.slot].parked;
  discard(event.slot);
  if (!queued) return;
  ++dead_in_queue_;
  compact_if_mostly_dead();
}

std::optional<Time> Scheduler::next_event_time() {
  const QueuedEvent* event = peek();
  return event == nullptr ? std::nullopt : std::optional{event->time};
}

bool Scheduler::run_one() {
  const QueuedEvent* front = peek();
  if (front == nullptr) return false;
  const QueuedEvent event = *front;
  drop_front(event);
  run(event);
  return true;
}

void Scheduler::run_until(Time deadline) {
  run_before({deadline, std::numeric_limits<std::uint64_t>::max(), 0, 0});
}

void Scheduler::run_into(Time instant) {
  run_before({instant, end_of_instant, 0, 0});
}

void Scheduler::run_before(const QueuedEvent& bound) {
  for (const QueuedEvent* front = peek(); front != nullptr && front->before(bound); front = peek()) {
    const QueuedEvent event = *front;
    drop_front(event);
    run(event);
  }
  now_ = std::max(now_, bound.time);
}

void Scheduler::limit_second(std::uint64_t events) noexcept {
  max_events_per_second_ = events;
  begin_second();
}

void Scheduler::begin_second() noexcept {
  second_began_ = now_;
  second_ends_with_ =
      max_events_per_second_ > max_events - events_run_ ? max_events : events_run_ + max_events_per_second_;
}

void Scheduler::run(const QueuedEvent& event) {
  PODREEL_INVARIANT(event.time >= now_, "time never goes back");
  now_ = event.time;
  if (now_ - second_began_ >= std::chrono::seconds{1}) {
    begin_second();
  } else if (events_run_ >= second_ends_with_) {
    // It has left the queue, where clear() would find it.
    discard(event.slot);
    throw LivelockError{"the run does not end: too many events within one second of simulated time"};
  }
  struct Release {  // NOLINT(cppcoreguidelines-special-member-functions): it never leaves this function
    Slots& slots;
    std::uint32_t index;
    ~Release() { slots.release(index); }
  };
  Slot& slot = slots_[event.slot];
  slots_.retire(event.slot);
  const Release release{slots_, event.slot};
  if (slot.owner->alive()) {
    ++events_run_;
    slot.callback.consume();
  } else {
    slot.callback.reset();
  }
}

void Scheduler::clear() noexcept {
  // Destroying a callback may end a coroutine, whose destructors may schedule, park or cancel: go on until nothing is
  // left.
  bool found = true;
  while (found) {
    found = false;
    while (peek() != nullptr) {
      const QueuedEvent event = *peek();
      drop_front(event);
      discard(event.slot);
    }
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
      if (slots_[index].owner == nullptr || !slots_[index].parked) continue;
      found = true;
      cancel({index, slots_[index].generation});
    }
  }
}

void Scheduler::discard(std::uint32_t slot) noexcept {
  slots_.retire(slot);
  slots_[slot].callback.reset();
  slots_.release(slot);
}

void Scheduler::enqueue(Time when, std::uint64_t place, std::uint32_t slot) {
  const QueuedEvent event{std::max(when, now_), place, slot, slots_[slot].generation};
  if (event.time == now_ && place >= within_instant && place < end_of_instant) {
    due_now_.push_back(event);
  } else {
    later_.push(event);
  }
}

const QueuedEvent* Scheduler::peek() {
  while (!due_now_.empty() && !is_live(due_now_.front())) {
    due_now_.pop_front();
    --dead_in_queue_;
  }
  while (!later_.empty() && !is_live(later_.top())) {
    later_.pop();
    --dead_in_queue_;
  }
  if (due_now_.empty()) return later_.empty() ? nullptr : &later_.top();
  if (later_.empty() || due_now_.front().before(later_.top())) return &due_now_.front();
  return &later_.top();
}

void Scheduler::drop_front(const QueuedEvent& event) {
  if (!due_now_.empty() && due_now_.front().sequence == event.sequence) {
    due_now_.pop_front();
    return;
  }
  // Few slots stay in the caches anyway.
  constexpr std::size_t cached_slots = 1024;
  if (later_.size() > cached_slots) prefetch_next();
  later_.pop();
}

void Scheduler::prefetch_next() const noexcept {
  const QueuedEvent* next = later_.likely_next();
  if (next == nullptr) return;
  slots_[next->slot].callback.prefetch();
  later_.visit_successors(*next, [this](const QueuedEvent& event) { __builtin_prefetch(&slots_[event.slot]); });
}

void Scheduler::compact_if_mostly_dead() {
  constexpr std::size_t worth_compacting = 64;
  if (dead_in_queue_ < worth_compacting || dead_in_queue_ < later_.size() / 2) return;
  const std::size_t before = later_.size();
  later_.remove_if([this](const QueuedEvent& event) { return !is_live(event); });
  dead_in_queue_ -= before - later_.size();
}

}  // namespace podreel::sim
