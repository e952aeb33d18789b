#include "engine/sim/scheduler.hpp"

#include <algorithm>
#include <cassert>

#include "engine/sim/process.hpp"

namespace podreel::sim {

Scheduler::Scheduler(Time start) : now_{start} {}

Scheduler::~Scheduler() {
  clear();
  shutdown();
  destroy();
}

EventId Scheduler::at(Time when, Callback callback, const Process& owner) {
  assert(callback);
  const std::uint32_t slot = take_slot(std::move(callback), owner);
  const QueuedEvent event{std::max(when, now_), next_sequence_++, slot, slots_[slot].generation};
  if (event.time == now_) {
    due_now_.push_back(event);
  } else {
    later_.push(event);
  }
  return {slot, event.generation};
}

void Scheduler::cancel(EventId event) noexcept {
  if (event.slot >= slots_.size() || slots_[event.slot].generation != event.generation) return;
  const Callback dropped = std::move(slots_[event.slot].callback);
  release_slot(event.slot);
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
  assert(event.time >= now_);
  now_ = event.time;
  Callback callback = std::move(slots_[event.slot].callback);
  const bool wanted = slots_[event.slot].owner->alive();
  release_slot(event.slot);
  if (wanted) {
    ++events_run_;
    callback();
  }
  return true;
}

void Scheduler::run_until(Time deadline) {
  while (true) {
    const QueuedEvent* event = peek();
    if (event == nullptr || event->time > deadline) break;
    run_one();
  }
  now_ = std::max(now_, deadline);
}

void Scheduler::clear() noexcept {
  // Destroying a callback may end a coroutine, whose destructors may schedule or cancel: go on until nothing is left.
  while (peek() != nullptr) {
    const QueuedEvent event = *peek();
    drop_front(event);
    const Callback dropped = std::move(slots_[event.slot].callback);
    release_slot(event.slot);
  }
}

std::uint32_t Scheduler::take_slot(Callback callback, const Process& owner) {
  if (free_slots_.empty()) {
    slots_.emplace_back();
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot].callback = std::move(callback);
  slots_[slot].owner = &owner;
  return slot;
}

void Scheduler::release_slot(std::uint32_t slot) noexcept {
  slots_[slot].owner = nullptr;
  ++slots_[slot].generation;
  free_slots_.push_back(slot);
}

bool Scheduler::is_live(const QueuedEvent& event) const noexcept {
  return slots_[event.slot].generation == event.generation;
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
  } else {
    later_.pop();
  }
}

void Scheduler::compact_if_mostly_dead() {
  constexpr std::size_t worth_compacting = 64;
  if (dead_in_queue_ < worth_compacting || dead_in_queue_ < later_.size() / 2) return;
  const std::size_t before = later_.size();
  later_.remove_if([this](const QueuedEvent& event) { return !is_live(event); });
  dead_in_queue_ -= before - later_.size();
}

}  // namespace podreel::sim
