#include "tests/support/folder_files.hpp"

#include <fstream>
#include <iterator>

namespace podreel::testing {

namespace fs = std::filesystem;

FolderFiles files_below(const fs::path& folder) {
  FolderFiles files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder}) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file{entry.path(), std::ios::binary};
    files[entry.path().lexically_relative(folder).generic_string()] = {std::istreambuf_iterator<char>{file}, {}};
  }
  return files;
}

}  // namespace podreel::testing
