// The pieces of HTML that `podreel book` puts together.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace podreel::cli {

/// A file of tools/pages/book: "chapter.html". Throws std::logic_error where there is none.
[[nodiscard]] std::string_view book_file(std::string_view name);

/// HTML by the name of its place.
using Placed = std::map<std::string_view, std::string>;

/// A file of tools/pages/book with what stands in the places of its {{names}}; values are put in as they are. Throws
/// std::logic_error where a name of the file has no value, or a value no place.
[[nodiscard]] std::string filled(std::string_view file, const Placed& values);

}  // namespace podreel::cli
