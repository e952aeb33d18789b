#include "engine/trace/recorder.hpp"

#include <utility>

namespace podreel::trace {

void Recorder::record(std::string_view pod, Payload payload) {
  if (!wanted_.contain(payload)) return;
  Record record{scheduler_.now(), std::string{pod}, std::move(payload)};
  if (held_.empty()) {
    deliver(record);
  } else {
    // Moves the record, which is large, once.
    held_.push_back({record.time, std::nullopt});
    held_.back().record.emplace(std::move(record));
  }
}

Recorder::Reservation Recorder::reserve() {
  if (sinks_.empty()) return {};
  held_.push_back({scheduler_.now(), std::nullopt});
  return {first_held_ + held_.size() - 1};
}

void Recorder::fill(Reservation place, std::string_view pod, Payload payload) {
  if (sinks_.empty() || place.number < first_held_) return;
  Held& held = held_[place.number - first_held_];
  Record record{held.time, std::string{pod}, std::move(payload)};
  if (place.number > first_held_) {
    held.record.emplace(std::move(record));
    return;
  }
  held_.pop_front();
  ++first_held_;
  deliver(record);
  deliver_known();
}

void Recorder::flush() {
  for (const Held& held : held_) {
    if (held.record) deliver(*held.record);
  }
  first_held_ += held_.size();
  held_.clear();
}

void Recorder::deliver_known() {
  while (!held_.empty() && held_.front().record) {
    const Held front = std::move(held_.front());
    held_.pop_front();
    ++first_held_;
    deliver(*front.record);
  }
}

}  // namespace podreel::trace
