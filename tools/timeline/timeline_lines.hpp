// The lines of a timeline, for a comparison with another timeline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/recorder.hpp"

namespace podreel::cli {

/// One line of a timeline, as `podreel run` prints it.
struct TimelineLine {
  /// Since the scenario's start.
  sim::Duration at{};
  std::string pod;
  std::string who;
  std::string what;
  /// Compared text: without wording, if that is ignored.
  std::string why;
  /// Index into ComparableTimelineSink::syncs() of the sync that it belongs to: for a sync with an error, itself;
  /// otherwise the next sync of its pod. Not less than the size if there is none.
  std::size_t sync = 0;
  /// The whole text; it differs from `why` if wording is ignored.
  std::string words{};
  /// Index into ComparableTimelineSink::field_lists() of the names of the record's fields.
  std::size_t fields = 0;

  /// Compares the pod, who, what and why.
  friend bool operator==(const TimelineLine& left, const TimelineLine& right) noexcept {
    return left.pod == right.pod && left.who == right.who && left.what == right.what && left.why == right.why;
  }
};

/// Whether messages of events, errors and outputs, which differ between releases, are compared.
enum class Wording : std::uint8_t { kept, ignored };

/// Keeps the lines of a timeline, without details and hashes, and the reasons of its syncs.
class ComparableTimelineSink final : public trace::Sink {
 public:
  explicit ComparableTimelineSink(sim::Time start, Wording wording = Wording::kept) noexcept
      : start_{start}, wording_{wording} {}

  void write(const trace::Record& record) override;

  [[nodiscard]] const std::vector<TimelineLine>& lines() const noexcept { return lines_; }

  /// One reason of a sync.
  struct Reason {
    std::string sentence;
    /// Identifies the reason in other timelines: its subject and rule if the sentence names times, otherwise the
    /// sentence.
    std::string essence;
  };
  struct Sync {
    std::string pod;
    std::vector<Reason> reasons;
  };
  [[nodiscard]] const std::vector<Sync>& syncs() const noexcept { return syncs_; }

  /// The different sets of fields of the records, each sorted: "podIP", "conditions.Ready=True". Only for records of
  /// statuses, events and runtime calls, and without fields that identify one run.
  [[nodiscard]] const std::vector<std::vector<std::string>>& field_lists() const noexcept { return field_lists_; }

 private:
  [[nodiscard]] std::size_t field_list(const trace::Record& record);

  sim::Time start_;
  Wording wording_;
  std::vector<TimelineLine> lines_;
  std::vector<Sync> syncs_;
  std::vector<std::vector<std::string>> field_lists_;
  std::map<std::vector<std::string>, std::size_t> field_list_indices_;
  /// Index of the first line whose sync may be still unknown.
  std::size_t undecided_ = 0;
};

}  // namespace podreel::cli
