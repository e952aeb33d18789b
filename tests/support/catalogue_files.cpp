#include "tests/support/catalogue_files.hpp"

#include <algorithm>

#include "tests/support/built_paths.hpp"

namespace podreel::testing {

namespace fs = std::filesystem;

std::vector<fs::path> scenarios_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder}) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::vector<fs::path> catalogue_files() {
  return scenarios_below(source_path("scenarios"));
}

}  // namespace podreel::testing
