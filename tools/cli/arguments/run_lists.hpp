// Lists on the command line that make many runs of one scenario.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

/// "1-100,200": each once, in that order; at most a million. Throws BadInput, which names --seeds.
[[nodiscard]] std::vector<std::uint64_t> seeds_in(const std::string& text);

/// "1.30,1.34..1.36": releases, and minors from the one to the other, each once. Throws BadInput, which names
/// --kubelet-version.
[[nodiscard]] std::vector<release::Release> releases_in(const std::string& text);

}  // namespace podreel::cli
