// Command-line lists that run one scenario several times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::cli {

/// Parses "1-100,200" in that order: at most a million seeds, each once. Throws BadInput, which names --seeds.
[[nodiscard]] std::vector<std::uint64_t> seeds_in(const std::string& text);

/// Parses "1.30,1.34..1.36": releases and inclusive ranges of minor releases, each once. Throws BadInput, which names
/// --kubelet-version.
[[nodiscard]] std::vector<release::Release> releases_in(const std::string& text);

}  // namespace podreel::cli
