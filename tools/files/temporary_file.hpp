// Files that are gone when the process is.
#pragma once

#include <string>

namespace podreel::cli {

/// A name under which something is written. What bears it is removed when the object goes, and when SIGHUP, SIGINT or
/// SIGTERM ends the process.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// It has got another name: nothing is removed any more.
  void keep() noexcept;

 private:
  std::string path_;
  bool is_kept_ = false;
};

/// To be called once by the program: sees to it that signals remove temporary files before they end the process, and
/// that a file that may not grow (SIGXFSZ) is a failed write like any other.
void clean_up_on_signals();

}  // namespace podreel::cli
