// What a script leaves to chance of things that happen again and again.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "runtime_fake/scripted_odds.hpp"
#include "runtime_fake/scripted_span.hpp"

namespace podreel::runtime_fake {

/// Each thing has its own row of durations and of failures.
class ScriptedChances {
 public:
  /// `timing` must outlive it.
  explicit ScriptedChances(timing::Timing& timing) : timing_{timing} {}

  /// How long it takes this time.
  [[nodiscard]] sim::Duration draw(const ScriptedSpan& span, std::string_view thing);
  /// Whether it goes wrong this time.
  [[nodiscard]] bool draw(const ScriptedOdds& odds, std::string_view thing);

 private:
  using Streams = std::map<std::string, timing::Stream, std::less<>>;

  [[nodiscard]] timing::Stream& stream_of(Streams& streams, timing::Site site, std::string_view thing);

  timing::Timing& timing_;
  Streams spans_;
  Streams failures_;
};

}  // namespace podreel::runtime_fake
