// Folders into which verbs write files with names from their input.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Returns a name for a file in a folder: other characters than letters, digits, '.', '_' and '-' become '-', a dot at
/// the beginning is dropped, and at most 200 bytes are kept. Names no other folder; "unnamed" if nothing is left.
[[nodiscard]] std::string safe_file_name(std::string_view text);

/// A folder for results, which is checked before the work begins.
class OutputFolder {
 public:
  /// Creates the folder if necessary. Throws BadInput, which names `option`, if that fails, if the folder is not
  /// writable, or if it holds files with this extension and `overwrites` is not set.
  OutputFolder(const std::string& option, const std::string& path, std::string extension, bool overwrites);

  /// Writes a file, and returns its path. Its name is a safe form of `name`; a number is appended if this object
  /// has written a file of that name, or, unless `overwrites` is set, if there is one. Throws as OutputFile does.
  std::string write(std::string_view name, std::string_view text);

 private:
  std::filesystem::path path_;
  std::string extension_;
  bool overwrites_;
  std::set<std::filesystem::path> written_{};
};

}  // namespace podreel::cli
