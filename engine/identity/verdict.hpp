// Verdict whether a running container still matches its spec.
#pragma once

#include <cstdint>

namespace podreel::identity {

/// The answer, and the two hashes for messages (releases up to 1.13 print them).
struct IdentityVerdict {
  bool changed = false;
  std::uint64_t wanted_hash = 0;
  std::uint64_t stored_hash = 0;
  friend bool operator==(const IdentityVerdict&, const IdentityVerdict&) = default;
};

}  // namespace podreel::identity
