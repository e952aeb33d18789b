// Numbers of recorded answers of real kubelets that podreel reproduces, as counted by the conformance tests.
#pragma once

#include <span>
#include <string_view>

namespace podreel::cli {

/// One line of tests/verified/<suite>.csv; a suite is a kind of recordings, or a part of one ("timeline.2026-11"). The
/// tests fail where their count differs from it (tests/support/verified.hpp).
struct VerifiedCount {
  std::string_view suite;
  /// Label of the recordings: "1.28.0", "1.28.0+Gate" with a feature gate set, "1.31.14-to-1.35.6" for an upgrade.
  std::string_view release;
  int equal = 0;
  int total = 0;
};

/// Returns the counts, ordered by suite, then as in the files.
[[nodiscard]] std::span<const VerifiedCount> verified_counts();

}  // namespace podreel::cli
