#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::format {

namespace {

namespace fs = std::filesystem;

fs::path bad_folder() {
  return testing::source_path("tests/scenarios/format/bad");
}

std::string read_bytes(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// What the loader says about a file, a line for each problem, with file names relative to their folder.
std::string messages(const fs::path& path) {
  const std::string folder = path.parent_path().string() + "/";
  std::string text;
  for (api::Problem problem : load_scenario_file(path.string()).problems) {
    std::string line = to_string(problem);
    for (std::size_t at = line.find(folder); at != std::string::npos; at = line.find(folder))
      line.erase(at, folder.size());
    text += line + "\n";
  }
  return text;
}

bool updates() {
  return std::getenv("PODREEL_UPDATE_GOLDENS") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator{bad_folder()}) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".yaml") && !name.ends_with(".pod.yaml")) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

TEST_CASE("every error of a scenario file has its position and the accepted input") {
  for (const fs::path& file : bad_files()) {
    CAPTURE(file.filename().string());
    const std::string seen = messages(file);
    CHECK_FALSE(seen.empty());
    fs::path golden = file;
    golden.replace_extension(".expected");
    if (updates()) std::ofstream{golden, std::ios::binary} << seen;
    CHECK(seen == read_bytes(golden));
  }
}

TEST_CASE("a file with problems gives no scenario") {
  for (const fs::path& file : bad_files()) {
    CAPTURE(file.filename().string());
    CHECK(load_scenario_file(file.string()).scenarios.empty());
  }
}

}  // namespace podreel::format
