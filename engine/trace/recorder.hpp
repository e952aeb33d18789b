// Where the engine tells what happens; sinks listen.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/sim/scheduler.hpp"
#include "engine/trace/record.hpp"

namespace podreel::trace {

/// Consumes records in the order in which things happened.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(const Record& record) = 0;
};

/// Stamps records with the simulated time and hands them to every sink. Without a sink, telling costs one branch:
/// guard the building of a record with `if (recorder.enabled())`.
class Recorder {
 public:
  explicit Recorder(const sim::Scheduler& scheduler) noexcept : scheduler_{scheduler} {}

  /// `sink` must outlive the recorder.
  void add(Sink& sink) { sinks_.push_back(&sink); }

  [[nodiscard]] bool enabled() const noexcept { return !sinks_.empty(); }

  /// `pod` is "namespace/name", or empty.
  void record(std::string_view pod, Payload payload) {
    if (!enabled()) return;
    const Record record{scheduler_.now(), std::string{pod}, std::move(payload)};
    for (Sink* sink : sinks_) sink->write(record);
  }

 private:
  const sim::Scheduler& scheduler_;
  std::vector<Sink*> sinks_;
};

}  // namespace podreel::trace
