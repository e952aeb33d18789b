// Files that a document names.
#pragma once

#include <optional>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::format {

/// Returns the path of the file that `node` names, relative to the document's own folder. Returns no value, with a
/// problem, if it is no name, or outside the folder that documents may read (Reading::root).
[[nodiscard]] std::optional<std::string> file_beside(const api::Tree& node, const Place& place);

/// Reports a problem of a file that `node` names, with its own position if it has one.
void report_in_file(const api::Problem& problem, const api::Tree& node, const Place& place);

}  // namespace podreel::format
