#include "tools/cli/test/affected_files.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view golden_suffix = ".golden.jsonl";

/// Returns whether the text of a file may hold the scenario of a golden. Characters of names that file names do not
/// allow are underscores in the golden's name.
bool may_own_golden(const std::string& text, const std::string& golden) {
  const std::string stem = golden.substr(0, golden.size() - golden_suffix.size());
  return stem.find('_') != std::string::npos || text.find(stem.substr(0, stem.find('.'))) != std::string::npos;
}

bool needs(const fs::path& file, const std::string& text, const FileChange& change) {
  const fs::path changed{change.path};
  const std::string name = changed.filename().string();
  if (!name.ends_with(golden_suffix)) return text.find(name) != std::string::npos;
  return changed.parent_path() == file.parent_path() && may_own_golden(text, name);
}

bool is_affected(const std::string& file, const std::vector<FileChange>& changes) {
  const fs::path path = fs::path{file}.lexically_normal();
  if (std::ranges::any_of(changes, [&](const FileChange& change) { return path == fs::path{change.path}; }))
    return true;
  try {
    const std::string text = text_of_file(file);
    return std::ranges::any_of(changes, [&](const FileChange& change) { return needs(path, text, change); });
  } catch (const BadInput&) {
    return true;
  }
}

}  // namespace

std::vector<std::string> affected_files(const std::vector<std::string>& files, const std::vector<FileChange>& changes) {
  std::vector<std::string> affected;
  for (const std::string& file : files) {
    if (is_affected(file, changes)) affected.push_back(file);
  }
  return affected;
}

}  // namespace podreel::cli
