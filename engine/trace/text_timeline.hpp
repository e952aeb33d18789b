// A timeline for people.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "engine/trace/explanation_text.hpp"
#include "engine/trace/narration.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::trace {

/// Columns of explanations where the output is no terminal.
inline constexpr std::size_t default_explanation_width = 100;

struct TextTimelineOptions {
  bool colour = false;
  /// Shows also records that matter only to readers of the kubelet's source: the sync loop, the PLEG, syncs without
  /// an effect.
  bool details = false;
  /// Bytes of the longest name of a pod; 0 if it is not known in advance.
  std::size_t max_pod_width = 0;
  /// Columns to which explanations are wrapped.
  std::size_t width = default_explanation_width;
  /// Replaces two or more explained syncs of a pod that repeat the one before by one line, "11 retries". The caller
  /// must call flush() at the end.
  bool folds = false;
};

/// Writes one line per record: the time, the pod, the component, what it did, and why. The lines of its explanation
/// follow. Columns are aligned; a cell that is too wide for its column widens that column from there on, up to a limit.
class TextTimeline final : public Sink {
 public:
  /// Times are counted from `start`. `out` must outlive the sink.
  TextTimeline(std::ostream& out, sim::Time start, TextTimelineOptions options = {});

  void write(const Record& record) override;

  /// Writes repeated syncs that are held back.
  void flush();

 private:
  /// Syncs of a pod that repeat the last one shown, and their BackOff events.
  struct Repeats {
    /// Outcome of the last sync that was shown.
    std::vector<std::string> outcome{};
    std::size_t count = 0;
    sim::Time first{};
    sim::Time last{};
    bool have_failed = false;
    bool are_in_back_off = false;
    /// Shown where the sync that follows does not repeat the last one, or only one does.
    std::vector<Record> held{};
  };

  [[nodiscard]] bool hold_back(const Record& record);
  void release(const std::string& pod, Repeats& repeats);
  void show(const Record& record);
  void show_repeats(const std::string& pod, const Repeats& repeats);
  void show_reasons(const std::vector<std::string>& reasons);

  std::ostream& out_;
  sim::Time start_;
  TextTimelineOptions options_;
  std::map<std::string, Repeats> repeats_;
  std::size_t pod_width_ = 12;
  std::size_t actor_width_ = 10;
  std::size_t action_width_ = 26;
};

}  // namespace podreel::trace
