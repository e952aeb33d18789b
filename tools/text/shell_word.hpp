// Words of a shell's command line.
#pragma once

#include <string>

namespace podreel::cli {

/// `text` as one word, in single quotes where it needs them.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace podreel::cli
