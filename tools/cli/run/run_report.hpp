// The output of a run.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/chrome_trace.hpp"
#include "engine/trace/digest.hpp"
#include "engine/trace/event_list.hpp"
#include "engine/trace/recorder.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/run/folded_timeline.hpp"
#include "tools/files/output_file.hpp"

namespace podreel::cli {

/// Observes one run and prints it in the requested format: the timeline during the run, the rest at its end. With
/// `max_lines`, text is printed at the end, in at most that many lines if that is possible.
class RunReport {
 public:
  RunReport(const format::Scenario& scenario, const RunOptions& options, sim::Time start, Context& context,
            bool with_title, std::optional<std::size_t> max_lines = std::nullopt);

  [[nodiscard]] std::vector<trace::Sink*> sinks();
  void finish(const simulation::ReplayResult& result);

 private:
  /// Collects the records of the timeline for one document.
  class Collector final : public trace::Sink {
   public:
    explicit Collector(sim::Time start) : start_{start} {}
    void write(const trace::Record& record) override;
    nlohmann::ordered_json records = nlohmann::ordered_json::array();

   private:
    sim::Time start_;
  };

  void print_timeline_within(std::size_t max_lines, const simulation::ReplayResult& result);
  void print_end(const simulation::ReplayResult& result);
  [[nodiscard]] std::string pods_text(const simulation::ReplayResult& result) const;
  [[nodiscard]] std::string events_text(const simulation::ReplayResult& result) const;
  void print_document_of(const simulation::ReplayResult& result);

  const format::Scenario& scenario_;
  const RunOptions& options_;
  Context& context_;
  std::unique_ptr<trace::Sink> json_timeline_;
  std::optional<trace::TextTimeline> text_timeline_;
  /// Only for output of limited length.
  std::optional<FoldedTimeline> folded_timeline_;
  bool shows_events_ = true;
  Collector collector_;
  trace::DigestSink digest_;
  std::optional<std::size_t> max_lines_;
  trace::EventList events_;
  std::optional<OutputFile> trace_file_;
  std::optional<trace::ChromeTrace::Document> trace_document_;
  std::optional<trace::ChromeTrace> trace_;
  bool is_finished_ = false;
};

}  // namespace podreel::cli
