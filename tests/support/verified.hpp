// The committed figures of what was verified against recordings.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace podreel::testing {

struct VerifiedTally {
  int equal = 0;
  int total = 0;
};

/// Called by a conformance test with what it counted, by release label as the recordings have it; nothing where there
/// are no recordings. Suites are kinds of recordings, or parts of one ("timeline.2026-11"). Fails where the
/// figures are not those of tests/verified/<suite>.csv, which `podreel versions` shows; with PODREEL_UPDATE_GOLDENS set
/// (tools/update-goldens) writes them there instead. A release of which this run saw a smaller or larger set of
/// recordings is compared by whether all of it is equal.
void hold_against_verified(std::string_view suite, const std::map<std::string, VerifiedTally>& counted);

/// Are goldens to be rewritten?
[[nodiscard]] bool updates_goldens();

}  // namespace podreel::testing
