// How often something goes wrong that a script leaves to chance.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/timing/timing.hpp"

namespace podreel::runtime_fake {

/// So many of a million times; never, unless something is said.
class ScriptedOdds {
 public:
  static constexpr std::uint32_t whole = 1'000'000;

  ScriptedOdds() = default;
  /// `share` is at most `whole`.
  constexpr explicit ScriptedOdds(std::uint32_t share) : share_{share} { assert(share <= whole); }

  [[nodiscard]] bool is_never() const noexcept { return share_ == 0; }
  /// `stream` is one of the site scripted_failure. An ideal run does what is likelier.
  [[nodiscard]] bool draw(timing::Stream& stream) const;

  friend bool operator==(const ScriptedOdds&, const ScriptedOdds&) = default;

 private:
  std::uint32_t share_ = 0;
};

}  // namespace podreel::runtime_fake
