// Where a recorded kubelet has its files.
#pragma once

#include <string>

namespace podreel::cri {

/// A new folder below TMPDIR, which nobody else may look into, and which is gone when this is.
class OwnFolder {
 public:
  /// Throws std::system_error.
  OwnFolder();
  ~OwnFolder();
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace podreel::cri
