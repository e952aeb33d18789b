#include "support/json_lines.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

namespace podreel::testing {

namespace {

std::ifstream open(const std::filesystem::path& path) {
  std::ifstream file{path};
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return file;
}

}  // namespace

std::vector<nlohmann::json> read_json_lines(const std::filesystem::path& path) {
  std::ifstream file = open(path);
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(nlohmann::json::parse(line));
  }
  return lines;
}

nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file = open(path);
  return nlohmann::json::parse(file);
}

}  // namespace podreel::testing
