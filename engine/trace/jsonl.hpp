// Writes a timeline as JSON Lines.
#pragma once

#include <ostream>
#include <string>

#include "engine/trace/recorder.hpp"

namespace podreel::trace {

class JsonlSink final : public Sink {
 public:
  /// Times are counted from `start`. `out` must outlive the sink.
  JsonlSink(std::ostream& out, sim::Time start) : out_{out}, start_{start} {}

  void write(const Record& record) override;

 private:
  std::ostream& out_;
  sim::Time start_;
  std::string line_;
};

}  // namespace podreel::trace
