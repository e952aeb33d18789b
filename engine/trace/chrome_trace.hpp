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
/// containers, syncs, runtime calls and back-offs are spans; events, probes, statuses and what happens from outside are
/// instants. A sync has the calls that it makes as an argument, and the reasons of its explanation, if it has one.
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
    /// The calls that a sync has made.
    std::string calls{};
  };
  /// A container that has exited, or waits for an image.
  struct Wait {
    sim::Time began{};
    /// Reason of the back-off; empty before a sync meets one.
    std::string reason{};
    std::string delay{};
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
  void note_back_offs(const Record& record, const Sync& sync);
  /// Ends the wait of a container at `time`; writes it if it was a back-off.
  void end_wait(const std::string& track, sim::Time time);
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
  /// Waits by the track of their container.
  std::map<std::string, Wait, std::less<>> waits_;
  std::uint64_t overlapping_ = 0;
};

}  // namespace podreel::trace
