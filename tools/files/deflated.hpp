// Compressed bytes.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// Compresses with zlib (RFC 1950), as browsers' DecompressionStream('deflate') reads it. The same bytes give the same
/// result. Throws std::bad_alloc.
[[nodiscard]] std::string deflated(std::string_view bytes);

}  // namespace podreel::cli
