// Rate limits: golang.org/x/time/rate.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/invariant.hpp"
#include "engine/sim/process.hpp"

namespace podreel::sync {

/// Tokens per second, and the size of a burst.
struct Rate {
  /// Not negative; 0: no limit.
  std::int64_t per_second = 0;
  /// Not negative.
  std::int64_t burst = 0;
  friend bool operator==(const Rate&, const Rate&) = default;
};

/// Full at first.
class TokenBucket {
 public:
  /// `process` must outlive the bucket.
  TokenBucket(const sim::Process& process, Rate rate) : process_{process}, rate_{rate}, full_at_{process.now()} {}

  /// Takes a token if there is one (TryAccept).
  [[nodiscard]] bool try_take() {
    if (rate_.per_second == 0) return true;
    const sim::Time full_at = after_one();
    if (full_at - process_.now() > capacity()) return false;
    full_at_ = full_at;
    PODREEL_INVARIANT(full_at_ >= process_.now(), "a bucket from which a token was taken is full later");
    return true;
  }

  /// Takes a token, if need be one that is still to come; returns how long it has to be waited for (Wait). Those who
  /// wait are served in turn.
  [[nodiscard]] sim::Duration take() {
    if (rate_.per_second == 0) return {};
    full_at_ = after_one();
    PODREEL_INVARIANT(full_at_ >= process_.now(), "a bucket from which a token was taken is full later");
    return std::max(sim::Duration{}, full_at_ - process_.now() - capacity());
  }

 private:
  [[nodiscard]] sim::Duration per_token() const noexcept {
    return sim::Duration{sim::Duration::period::den / rate_.per_second};
  }
  [[nodiscard]] sim::Duration capacity() const noexcept { return rate_.burst * per_token(); }
  [[nodiscard]] sim::Time after_one() const noexcept { return std::max(full_at_, process_.now()) + per_token(); }

  const sim::Process& process_;
  Rate rate_;
  /// When it is full if nothing more is taken.
  sim::Time full_at_;
};

}  // namespace podreel::sync
