// Words of shell commands.
#pragma once

#include <string>

namespace podreel::cli {

/// Returns `text` as one word, in single quotes if necessary.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace podreel::cli
