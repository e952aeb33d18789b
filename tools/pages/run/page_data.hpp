// One run as the page of `podreel report` reads it.
#pragma once

#include <string>

#include "engine/trace/digest.hpp"
#include "engine/trace/recorder.hpp"
#include "tools/pages/run/run_page_data.hpp"
#include "tools/timeline/pod_history.hpp"

namespace podreel::cli {

/// Keeps the records of one run: as `run -o jsonl --explain` prints them, and as people are told of them.
class PageData final : public trace::Sink {
 public:
  explicit PageData(sim::Time start) : start_{start}, digest_{start}, pods_{start} {}

  void write(const trace::Record& record) override;
  [[nodiscard]] PodHistory& pods() noexcept { return pods_; }

  /// One JSON object, `script_safe`, of a run that has come so far, and is at rest (`settled`) or not.
  [[nodiscard]] std::string text(const PageRun& run, sim::Duration length, bool settled) const;

 private:
  sim::Time start_;
  /// The elements of two arrays: records, and what is told of each.
  std::string records_;
  std::string told_;
  trace::DigestSink digest_;
  PodHistory pods_;
};

}  // namespace podreel::cli
