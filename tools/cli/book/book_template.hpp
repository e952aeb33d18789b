// The HTML templates of `podreel book`.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Returns a file of tools/pages/book, such as "chapter.html". Throws std::logic_error if there is none.
[[nodiscard]] std::string_view book_file(std::string_view name);

/// HTML by the name of its placeholder.
using Placed = std::map<std::string_view, std::string>;

/// Returns a file of tools/pages/book with its {{names}} replaced by values, which are inserted unescaped. Throws
/// std::logic_error if a name has no value, or a value no placeholder.
[[nodiscard]] std::string filled(std::string_view file, const Placed& values);

}  // namespace podreel::cli
