// What one side of a recording tells, as lines.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/recorder.hpp"

namespace podreel::cri {

struct RecordedLine {
  /// Since the scenario began.
  sim::Duration at{};
  std::string text;
};

class RecordedLines final : public trace::Sink {
 public:
  /// `start` is when the scenario begins on this side's clock.
  explicit RecordedLines(sim::Time start) : start_{start} {}

  void write(const trace::Record& record) override;
  /// All that were written; none is left here.
  [[nodiscard]] std::vector<RecordedLine> take() noexcept;

 private:
  sim::Time start_;
  std::vector<RecordedLine> lines_;
};

/// Of all sides, in the order of their times, up to `length`.
[[nodiscard]] std::vector<RecordedLine> merged(std::vector<std::vector<RecordedLine>> sides, sim::Duration length);

}  // namespace podreel::cri
