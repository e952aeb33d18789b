#include "tests/support/documents.hpp"

#include <algorithm>
#include <filesystem>

#include "tests/support/built_paths.hpp"

namespace podreel::testing {

namespace fs = std::filesystem;

std::vector<std::string> user_documents() {
  std::vector<std::string> documents = all_documents();
  std::erase_if(documents, [](const std::string& document) {
    return document != "README.md" && !document.starts_with("tools/pages/guide/");
  });
  return documents;
}

std::vector<std::string> all_documents() {
  std::vector<std::string> documents;
  const auto add = [&documents](const fs::path& path) {
    if (path.extension() == ".md") documents.push_back(path.lexically_relative(source_path()).generic_string());
  };
  for (const fs::directory_entry& entry : fs::directory_iterator{source_path()}) add(entry.path());
  for (const char* folder : {"engine", "pleg", "runtime_fake", "scenarios", "tests", "tools"}) {
    for (auto entry = fs::recursive_directory_iterator{source_path(folder)}; entry != fs::end(entry); ++entry) {
      if (entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      add(entry->path());
    }
  }
  std::ranges::sort(documents);
  return documents;
}

}  // namespace podreel::testing
