// Reads YAML into documents with positions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

/// How many values one file may hold, expanded aliases included.
inline constexpr std::size_t max_yaml_values = 1'000'000;
/// How much text one scalar, or one list or map in flow style ([…], {…}), may take: a parser has to hold it at once.
/// The API server takes objects of 1.5 MiB at most.
inline constexpr std::size_t max_value_bytes = std::size_t{2} << 20;
/// Nodes that aliases may add to a file, and nodes that anchors may hold.
inline constexpr std::size_t max_alias_nodes = 200'000;
/// Text that aliases may add, in bytes.
inline constexpr std::size_t max_alias_bytes = std::size_t{64} << 20;

/// Reads all documents of a YAML text that check_text() has passed. Throws SyntaxError.
[[nodiscard]] std::vector<Tree> read_yaml(std::string_view text);

}  // namespace podreel::api
