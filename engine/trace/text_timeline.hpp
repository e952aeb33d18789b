// A timeline for people.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "engine/trace/narration.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::trace {

struct TextTimelineOptions {
  bool colour = false;
  /// Also what only matters to who reads the kubelet's source: the sync loop, the PLEG, syncs that did nothing else.
  bool details = false;
  /// Bytes of the longest name of a pod, as far as it is known before; 0: not.
  std::size_t longest_pod = 0;
};

/// One line a record, and one for each reason that it gives: when, which pod, who did it, what, and why. Columns are
/// aligned; a cell that is too wide for its column widens that column from there on, up to a limit.
class TextTimeline final : public Sink {
 public:
  /// Times are counted from `start`. `out` must outlive the sink.
  TextTimeline(std::ostream& out, sim::Time start, TextTimelineOptions options = {});

  void write(const Record& record) override;

 private:
  std::ostream& out_;
  sim::Time start_;
  TextTimelineOptions options_;
  std::size_t pod_width_ = 12;
  std::size_t who_width_ = 10;
  std::size_t what_width_ = 26;
};

}  // namespace podreel::trace
