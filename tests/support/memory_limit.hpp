// Memory that a command under test may take.
#pragma once

#include <string>

namespace podreel::testing {

#if defined(__SANITIZE_ADDRESS__)
#define PODREEL_ADDRESS_SPACE_IS_HUGE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PODREEL_ADDRESS_SPACE_IS_HUGE
#endif
#endif

/// Shell text: what follows it has so much address space. Nothing where a sanitizer takes more for itself.
#ifdef PODREEL_ADDRESS_SPACE_IS_HUGE
inline const std::string memory_limit;
#else
inline const std::string memory_limit = "ulimit -v 700000; ";
#endif

}  // namespace podreel::testing
