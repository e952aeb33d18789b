// Which cases of a long test are tried. PODREEL_EVERY_CASE=1 in the environment (tools/check-deep every-case) tries
// all.
#pragma once

#include <cstddef>

namespace podreel::testing {

/// Number of cases of which one is tried: `sanitized` where sanitizers make each case several times slower, else
/// `release`.
struct Share {
  std::size_t sanitized = 1;
  std::size_t release = 1;
};

/// 1 where every case is tried.
[[nodiscard]] std::size_t one_in(Share share) noexcept;

class Sample {
 public:
  explicit Sample(Share share) noexcept : share_{one_in(share)} {}

  /// Whether the next case is tried; the first one is.
  [[nodiscard]] bool has_next() noexcept { return seen_++ % share_ == 0; }

 private:
  std::size_t share_;
  std::size_t seen_ = 0;
};

}  // namespace podreel::testing
