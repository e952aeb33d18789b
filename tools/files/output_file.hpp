// Files that are written atomically.
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "tools/files/fd_stream.hpp"
#include "tools/files/temporary_file.hpp"

namespace podreel::cli {

/// An output file, such as that of `--trace-out`. It is written under a temporary name in the same folder, and renamed
/// by commit() when all of it is on the disk. Without commit(), or after an error, an earlier file is unchanged, and no
/// temporary file is left. For a symbolic link, the target is written. "-", an unnamed file and files that are not
/// regular (a pipe, /dev/stderr) are written directly. Two writers of one path are not supported.
class OutputFile {
 public:
  /// Throws BadInput if the path is not writable (no such folder, a folder, not permitted), OutputError if the system
  /// fails.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Returns a stream that throws from the write that fails.
  [[nodiscard]] std::ostream& stream() noexcept { return *stream_; }

  /// Renames the complete file to its final name. Throws OutputError.
  void commit();

 private:
  void open_in_place();
  void open_temporary();

  std::string name_;
  std::filesystem::path target_;
  /// No value if the target is written directly, and after commit().
  std::optional<TemporaryFile> temporary_;
  int descriptor_ = -1;
  std::optional<FdStream> stream_;
};

}  // namespace podreel::cli
