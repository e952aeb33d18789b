// A timeline for trace viewers such as Perfetto.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/trace/recorder.hpp"

namespace podreel::trace {

/// Writes Chrome's trace-event JSON. A node is a process; each pod and each of its containers has a track. Lives of
/// containers, syncs and runtime calls are spans; events, probes, statuses and what happens from outside are instants.
///
/// Several nodes go into one file by giving them one `Document`.
class ChromeTrace final : public Sink {
 public:
  /// Array of all events; `finish` closes it.
  class Document {
   public:
    /// `out` must outlive the document.
    explicit Document(std::ostream& out) : out_{out} {}
    void add(std::string_view event);
    void finish();

   private:
    std::ostream& out_;
    bool has_events_ = false;
  };

  /// `process` identifies the node. `document` must outlive the sink.
  ChromeTrace(Document& document, std::string_view node, std::uint32_t process, sim::Time start);

  void write(const Record& record) override;

  /// Ends what is still running at `now`.
  void finish(sim::Time now);

 private:
  struct Open {
    sim::Time began{};
    std::string name;
    std::string track;
  };
  struct Span {
    std::string_view category;
    std::string_view name;
    std::string arguments;
    sim::Time began{};
    sim::Duration length{};
  };

  void write_call(const Record& record, const RuntimeCall& call);
  void write_sync(const Record& record, const Sync& sync);
  void write_environment(const Record& record, const Environment& environment);
  void span(std::string_view track, const Span& span);
  /// Spans that may overlap others of their track.
  void overlapping_span(std::string_view track, const Span& span);
  void instant(std::string_view track, std::string_view category, std::string_view name, std::string_view arguments,
               sim::Time time);
  [[nodiscard]] std::string head(char phase, std::string_view track, std::string_view category, std::string_view name,
                                 sim::Time time);
  std::uint32_t track_number(std::string_view track);

  Document& document_;
  std::uint32_t process_;
  sim::Time start_;
  std::map<std::string, std::uint32_t, std::less<>> tracks_;
  /// Lives of containers by their id, and syncs by their pod.
  std::map<std::string, Open, std::less<>> lives_;
  std::map<std::string, Open, std::less<>> syncs_;
  std::uint64_t overlapping_ = 0;
};

}  // namespace podreel::trace
