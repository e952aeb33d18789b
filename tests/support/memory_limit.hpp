// Memory that a command under test may take.
#pragma once

#include <string>

#include "tests/support/sanitizers.hpp"

namespace podreel::testing {

/// Shell text: what follows it has so much address space. Nothing where a sanitizer takes more for itself.
inline const std::string memory_limit = is_sanitized ? "" : "ulimit -v 700000; ";

}  // namespace podreel::testing
