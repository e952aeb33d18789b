// Temporary files that are removed when the process ends.
#pragma once

#include <string>

namespace podreel::cli {

/// A temporary file name. The destructor removes the file, as do SIGHUP, SIGINT and SIGTERM when they end the process.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Disables removal, after the file was renamed.
  void keep() noexcept;

 private:
  std::string path_;
  bool is_kept_ = false;
};

/// Installs signal handlers that remove temporary files before the process ends, and ignores SIGXFSZ, so that exceeding
/// a file size limit is an ordinary failed write. Call it once per program.
void clean_up_on_signals();

}  // namespace podreel::cli
