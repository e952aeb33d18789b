// Data of one run for the page of `podreel report`.
#pragma once

#include <string>

#include "engine/trace/digest.hpp"
#include "engine/trace/recorder.hpp"
#include "tools/pages/run/run_page_data.hpp"
#include "tools/timeline/pod_history.hpp"

namespace podreel::cli {

/// Collects the records of one run, as `run -o jsonl --explain` prints them and as text.
class PageData final : public trace::Sink {
 public:
  explicit PageData(sim::Time start) : start_{start}, digest_{start}, pods_{start} {}

  void write(const trace::Record& record) override;
  [[nodiscard]] PodHistory& pods() noexcept { return pods_; }

  /// Returns one JSON object, escaped by script_safe(), of a run up to `length`, which has come to rest if `settled`.
  [[nodiscard]] std::string text(const PageRun& run, sim::Duration length, bool settled) const;

 private:
  sim::Time start_;
  /// Elements of two arrays: the records and their texts.
  std::string records_;
  std::string narrations_;
  trace::DigestSink digest_;
  PodHistory pods_;
};

}  // namespace podreel::cli
