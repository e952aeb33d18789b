// A file that is written whole or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "tools/files/fd_stream.hpp"
#include "tools/files/temporary_file.hpp"

namespace podreel::cli {

/// The file that an option such as `--trace-out` names. It is written under a temporary name beside its place and gets
/// its own name on commit(), when all of it is on the disk; without commit(), or when something fails, nothing is left
/// and a file that was there before is as it was. Symbolic links stay: what they lead to is written. "-", a file
/// without a name and what is not a regular file (a pipe, /dev/stderr) are written directly. Not for two writers of one
/// path.
class OutputFile {
 public:
  /// Throws BadInput if the place cannot be written to (no such folder, a folder, not permitted), OutputError if the
  /// system fails.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Throws from the write that fails.
  [[nodiscard]] std::ostream& stream() noexcept { return *stream_; }

  /// Makes the file appear, complete. Throws OutputError.
  void commit();

 private:
  void open_in_place();
  void open_temporary();

  std::string name_;
  std::filesystem::path target_;
  /// None where the target is written directly, and after commit().
  std::optional<TemporaryFile> temporary_;
  int descriptor_ = -1;
  std::optional<FdStream> stream_;
};

}  // namespace podreel::cli
