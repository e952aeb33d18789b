// Where two preimages part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/identity/container_hash.hpp"

namespace podreel::identity {

struct PreimageDifference {
  /// The first byte that differs, in the readable texts.
  std::size_t offset = 0;
  /// The field it belongs to: one that only one text has, or one with another value; empty if the texts have nothing in
  /// common.
  std::string field;
  /// Pieces of the two texts around it, on one line.
  std::string before;
  std::string after;
};

/// Compares what a reader looks at: JSON, where JSON is hashed. Nothing if the texts are equal.
[[nodiscard]] std::optional<PreimageDifference> first_difference(const Preimage& before, const Preimage& after);

}  // namespace podreel::identity
