// Files that a document names.
#pragma once

#include <optional>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::language {

/// The path of the file whose name `node` is, relative to the document's own folder. Nothing, and a problem, if it is
/// no name, or lies where documents may not read (Reading::root).
[[nodiscard]] std::optional<std::string> file_beside(const api::Tree& node, const Place& place);

/// Passes on what was found wrong in a file that `node` names: with its own place, if it has one.
void report_in_file(const api::Problem& problem, const api::Tree& node, const Place& place);

}  // namespace podreel::language
