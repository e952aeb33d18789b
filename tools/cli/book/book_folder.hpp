// The folder that `podreel book` writes.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace podreel::cli {

/// A folder of files that are there whole or not at all, and of nothing else. It is the caller's who writes the last.
class BookFolder {
 public:
  /// `files` will be written, by their paths in the folder. Makes the folder where there is none; writes the list of
  /// files, by which a later book knows this one. Throws BadInput, before anything is written, if `path` is no folder
  /// or holds what no book has put there; OutputError if the system fails.
  BookFolder(const std::string& path, std::set<std::string> files);

  /// Throws as OutputFile does.
  void write(const std::string& file, std::string_view text) const;

  /// Removes what an earlier book has left that is not of this one.
  void remove_older_files() const;

 private:
  std::filesystem::path path_;
  std::set<std::string> files_;
};

}  // namespace podreel::cli
