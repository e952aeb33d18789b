// How much of what real kubelets answered podreel answers alike: the figures that the conformance tests counted.
#pragma once

#include <span>
#include <string_view>

namespace podreel::cli {

/// One line of tests/verified/<suite>.csv. The tests fail where their count differs from it
/// (tests/support/verified.hpp).
struct VerifiedCount {
  std::string_view suite;
  /// As the recordings label it: "1.28.0", or "1.28.0+Gate" with a feature gate set.
  std::string_view release;
  int equal = 0;
  int total = 0;
};

/// Ordered by suite, then as in the files.
[[nodiscard]] std::span<const VerifiedCount> verified_counts();

}  // namespace podreel::cli
