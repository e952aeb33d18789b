#include "tools/files/output_folder.hpp"

#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

bool is_safe(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '.' || character == '_' || character == '-';
}

/// Returns the name of a file with this extension in the folder; empty if there is none.
std::string file_with(const fs::path& folder, const std::string& extension) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder, error}) {
    if (entry.path().extension() == extension) return entry.path().filename().string();
  }
  return {};
}

}  // namespace

std::string safe_file_name(std::string_view text) {
  constexpr std::size_t max_length = 200;
  std::string name;
  for (const char character : text.substr(0, max_length)) name += is_safe(character) ? character : '-';
  name.erase(0, name.find_first_not_of('.'));
  return name.empty() ? "unnamed" : name;
}

OutputFolder::OutputFolder(const std::string& option, const std::string& path, std::string extension, bool overwrites)
    : path_{path}, extension_{std::move(extension)}, overwrites_{overwrites} {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) throw BadInput{fmt::format("{}: cannot create '{}': {}", option, shown(path), error.message())};
  // A temporary file, which is removed at once.
  OutputFile{(path_ / ".podreel").string()};
  if (overwrites_) return;
  const std::string found = file_with(path_, extension_);
  if (found.empty()) return;
  throw BadInput{fmt::format("{}: '{}' holds '{}'; name a new folder, or overwrite files with --force", option,
                             shown(path), shown(found))};
}

std::string OutputFolder::write(std::string_view name, std::string_view text) {
  const std::string safe = safe_file_name(name);
  fs::path path = path_ / (safe + extension_);
  const auto is_taken = [this, &path] {
    return written_.contains(path) || (!overwrites_ && fs::exists(fs::symlink_status(path)));
  };
  for (int number = 2; is_taken(); ++number) {
    path = path_ / fmt::format("{}-{}{}", safe, number, extension_);
  }
  // A link would lead out of the folder.
  if (fs::is_symlink(path)) fs::remove(path);
  OutputFile file{path.string()};
  file.stream() << text;
  file.commit();
  written_.insert(path);
  return path.string();
}

}  // namespace podreel::cli
