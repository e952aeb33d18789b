// Whether AddressSanitizer watches this build: it runs several times slower, and takes address space for itself.
#pragma once

#include <cstddef>

namespace podreel::testing {

#if defined(__SANITIZE_ADDRESS__)
#define PODREEL_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PODREEL_ADDRESS_SANITIZER
#endif
#endif

#ifdef PODREEL_ADDRESS_SANITIZER
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// 1, or `share` where each case of a long test takes several times longer: one in so many is tried.
constexpr std::size_t one_in(std::size_t share) noexcept {
  return is_sanitized ? share : 1;
}

/// Which cases of a long test are tried: all, or one in `share` where each takes several times longer.
class Sample {
 public:
  explicit Sample(std::size_t share) noexcept : share_{one_in(share)} {}

  [[nodiscard]] bool has_next() noexcept { return seen_++ % share_ == 0; }

 private:
  std::size_t share_;
  std::size_t seen_ = 0;
};

}  // namespace podreel::testing
