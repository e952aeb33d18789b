#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/sample.hpp"

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

/// What the loader says, a line for each problem, with file names relative to their folder.
std::string messages(const Loaded& loaded) {
  const std::string folder = bad_folder().string() + "/";
  std::string text;
  for (api::Problem problem : loaded.problems) {
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

TEST_CASE("every error of a scenario file has its position and the accepted input, and the file gives no scenario") {
  testing::Sample sample{{.sanitized = 3}};
  for (const fs::path& file : bad_files()) {
    if (!sample.has_next()) continue;
    CAPTURE(file.filename().string());
    const Loaded loaded = load_scenario_file(file.string());
    CHECK(loaded.scenarios.empty());
    const std::string seen = messages(loaded);
    CHECK_FALSE(seen.empty());
    fs::path golden = file;
    golden.replace_extension(".expected");
    if (updates()) std::ofstream{golden, std::ios::binary} << seen;
    CHECK(seen == read_bytes(golden));
  }
}

}  // namespace podreel::format
