// A timeline that is printed while it grows.
#pragma once

#include <ostream>

#include "engine/trace/jsonl.hpp"

namespace podreel::cri {

class LiveRecords final : public trace::Sink {
 public:
  LiveRecords(std::ostream& out, sim::Time start) : out_{out}, lines_{out, start} {}
  void write(const trace::Record& record) override {
    lines_.write(record);
    out_.flush();
  }

 private:
  std::ostream& out_;
  trace::JsonlSink lines_;
};

}  // namespace podreel::cri
