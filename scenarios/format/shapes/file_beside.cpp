#include "scenarios/format/shapes/file_beside.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "engine/api/file_place.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

std::optional<std::string> file_beside(const api::Tree& node, const Place& place) {
  std::string name;
  if (!text().read(node, place, name)) return std::nullopt;
  if (!place.reading().reads_files) {
    place.problem(node.mark, "found the name of a file, accepted: its contents in place; files are not read here");
    return std::nullopt;
  }
  const std::filesystem::path folder = std::filesystem::path{place.reading().file}.parent_path();
  const std::filesystem::path path = folder / name;
  const std::string& root = place.reading().root;
  if (api::lies_below(path, root.empty() ? folder : root.c_str())) return path.string();
  place.problem(node.mark, fmt::format("{} is outside the folder {}; use --root to set another folder for the files "
                                       "of scenarios",
                                       path.string(), root.empty() ? "of the scenario" : root));
  return std::nullopt;
}

void report_in_file(const api::Problem& problem, const api::Tree& node, const Place& place) {
  if (problem.mark.line == 0) {
    place.problem(node.mark, fmt::format("{}: {}", problem.file, problem.message));
  } else {
    place.reading().problems.push_back(problem);
  }
}

}  // namespace podreel::format
