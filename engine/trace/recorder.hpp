// Recording of a run: the engine records, and sinks receive.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/scheduler.hpp"
#include "engine/trace/kinds.hpp"
#include "engine/trace/record.hpp"

namespace podreel::trace {

/// Consumes records in the order of their times, and among equal times in the order in which things happened.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Kinds of records that it receives; read once, when it is added to a recorder.
  [[nodiscard]] virtual Kinds wanted() const { return Kinds::all(); }
  virtual void write(const Record& record) = 0;
};

/// Stamps records with the simulated time and hands them to every sink that wants them. Where none does, recording
/// costs one branch: guard the building of a record with `if (recorder.wants<Event>())`.
class Recorder {
 public:
  /// A place in the timeline whose record is not known yet.
  struct Reservation {
    std::uint64_t number = 0;
  };

  explicit Recorder(const sim::Scheduler& scheduler) : scheduler_{scheduler} {}

  /// `sink` must outlive the recorder.
  void add(Sink& sink) { wanted_ |= sinks_.emplace_back(&sink, sink.wanted()).wanted; }

  template <class What>
  [[nodiscard]] bool wants() const noexcept {
    return wanted_.contain<What>();
  }

  /// `pod` is "namespace/name", or empty.
  void record(std::string_view pod, Payload payload);

  /// Keeps a place at the current instant for something that begins now and whose outcome `fill` records. Later
  /// records are held back until then.
  [[nodiscard]] Reservation reserve();
  void fill(Reservation place, std::string_view pod, Payload payload);

  /// At the end of a run: hands on what was held back; places that were not filled stay empty.
  void flush();

 private:
  struct Held {
    sim::Time time;
    std::optional<Record> record;
  };

  struct Listener {
    Listener(Sink* listener, Kinds kinds) noexcept : sink{listener}, wanted{kinds} {}

    Sink* sink;
    Kinds wanted;
  };

  void deliver(const Record& record) const {
    for (const Listener& listener : sinks_) {
      if (listener.wanted.contain(record.payload)) listener.sink->write(record);
    }
  }
  void deliver_known();

  const sim::Scheduler& scheduler_;
  std::vector<Listener> sinks_;
  Kinds wanted_;
  /// From the oldest place that is not filled; the front has number `first_held_`.
  std::deque<Held> held_;
  std::uint64_t first_held_ = 0;
};

}  // namespace podreel::trace
