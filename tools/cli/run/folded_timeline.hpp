// A timeline without records that repeat earlier ones, for output of limited length.
#pragma once

#include <cstddef>
#include <ostream>
#include <vector>

#include "engine/trace/recorder.hpp"
#include "engine/trace/text_timeline.hpp"

namespace podreel::cli {

/// Collects the records that a timeline shows.
class FoldedTimeline final : public trace::Sink {
 public:
  void write(const trace::Record& record) override;

  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }

  /// Prints the records by `timeline`, which writes to `out`, in at most `max_lines` lines if that is possible. Leaves
  /// out records that repeat earlier ones in other numbers, then what comes with every start of a container, then less
  /// important records; starts and ends of containers last. Lines say how many records were left out.
  void print(trace::TextTimeline& timeline, std::ostream& out, std::size_t max_lines) const;

 private:
  std::vector<trace::Record> records_;
};

}  // namespace podreel::cli
