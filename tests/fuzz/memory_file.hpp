// A file that only this process has, for readers that want a path.
#pragma once

#include <string>
#include <string_view>

namespace podreel::fuzz {

/// Throws std::runtime_error where there is none to be had.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text);
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  /// It may be opened again and again.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace podreel::fuzz
