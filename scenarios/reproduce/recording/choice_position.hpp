// About which decision of a run a choice is.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/sim/choices.hpp"

namespace podreel::reproduce {

/// Refers to the choice's texts.
struct ChoicePosition {
  std::string_view site;
  std::string_view key;
  std::uint64_t index = 0;

  friend auto operator<=>(const ChoicePosition&, const ChoicePosition&) = default;
};

[[nodiscard]] ChoicePosition position_of(const sim::Choice& choice);

/// The key of a choice, in two parts.
struct SplitKey {
  std::string_view about;
  /// Empty for the first kubelet of a run, "@1" for the next one.
  std::string_view life;
};
[[nodiscard]] SplitKey split_key(std::string_view key);

/// Returns `first` with those of `later` added, or put in the place of choices about the same.
[[nodiscard]] std::vector<sim::Choice> merged_choices(std::vector<sim::Choice> first,
                                                      const std::vector<sim::Choice>& later);

}  // namespace podreel::reproduce
