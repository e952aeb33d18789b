// The documents of the repository, for tests of what they say.
#pragma once

#include <string>
#include <vector>

namespace podreel::testing {

/// Returns README.md and the pages of the guide, by their paths from the repository's root, sorted.
[[nodiscard]] std::vector<std::string> user_documents();

/// Returns every Markdown document of the repository, sorted.
[[nodiscard]] std::vector<std::string> all_documents();

}  // namespace podreel::testing
