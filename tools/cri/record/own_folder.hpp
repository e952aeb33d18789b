// The folder of a recorded kubelet.
#pragma once

#include <string>

namespace podreel::cri {

/// A new private folder below TMPDIR; the destructor removes it.
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
