// Reading recordings.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace podreel::testing {

/// Every line of a JSON Lines file.
[[nodiscard]] std::vector<nlohmann::json> read_json_lines(const std::filesystem::path& path);

[[nodiscard]] nlohmann::json read_json(const std::filesystem::path& path);

}  // namespace podreel::testing
