// A timeline as lines that can be held against those of another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/recorder.hpp"

namespace podreel::cli {

/// One thing that happened, as people are told of it.
struct TimelineLine {
  /// Since the scenario's start.
  sim::Duration at{};
  std::string pod;
  std::string who;
  std::string what;
  std::string why;
  /// The sync that it is part of, or was asked for by: an index into ComparableTimelineSink::syncs(), or its size.
  std::size_t sync = 0;

  /// The same thing, whenever it happened.
  friend bool operator==(const TimelineLine& left, const TimelineLine& right) noexcept {
    return left.pod == right.pod && left.who == right.who && left.what == right.what && left.why == right.why;
  }
};

/// Whether the wording of events, errors and outputs counts, which releases have changed.
enum class Wording : std::uint8_t { kept, ignored };

/// Keeps what a timeline tells without details and hashes, and the reasons of its syncs.
class ComparableTimelineSink final : public trace::Sink {
 public:
  explicit ComparableTimelineSink(sim::Time start, Wording wording = Wording::kept) noexcept
      : start_{start}, wording_{wording} {}

  void write(const trace::Record& record) override;

  [[nodiscard]] const std::vector<TimelineLine>& lines() const noexcept { return lines_; }

  /// Why a sync did what it did, a sentence.
  struct Reason {
    std::string sentence;
    /// The sentence, or where that tells instants, its container and rule: what another timeline may have, too.
    std::string essence;
  };
  struct Sync {
    std::string pod;
    std::vector<Reason> reasons;
  };
  [[nodiscard]] const std::vector<Sync>& syncs() const noexcept { return syncs_; }

 private:
  sim::Time start_;
  Wording wording_;
  std::vector<TimelineLine> lines_;
  std::vector<Sync> syncs_;
  /// Of lines from here on it is not known yet which sync they are part of.
  std::size_t undecided_ = 0;
};

}  // namespace podreel::cli
