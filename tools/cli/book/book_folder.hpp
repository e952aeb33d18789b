// The folder that `podreel book` writes.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace podreel::cli {

/// A folder that holds complete files only, and nothing else. If several processes write it, the last one wins.
class BookFolder {
 public:
  /// `files` are the paths, in the folder, of all files to be written. Creates the folder if necessary, and writes the
  /// list of files, by which a later book recognizes this one. Throws BadInput, before anything is written, if `path`
  /// is not a folder or holds files that no book wrote; OutputError if the system fails.
  BookFolder(const std::string& path, std::set<std::string> files);

  /// Writes a file. Throws as OutputFile does.
  void write(const std::string& file, std::string_view text) const;

  /// Removes files of an earlier book that are not part of this one.
  void remove_older_files() const;

 private:
  std::filesystem::path path_;
  std::set<std::string> files_;
};

}  // namespace podreel::cli
