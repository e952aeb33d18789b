// Whether AddressSanitizer watches this build: it runs several times slower, and takes address space for itself.
#pragma once

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

}  // namespace podreel::testing
