// The folder of static pods of a simulated kubelet.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/kubelet/config/static_pod_folder.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Mirrors the files of a folder in `pods`, initially and whenever inotify reports a change. A file that is not exactly
/// one document is ignored, and reported through `complain`.
class StaticPodReader {
 public:
  using Complain = std::function<void(const std::string&)>;

  /// Reads the folder on the calling thread. `pods` belongs to the loop's thread; both must outlive the object. Throws
  /// std::system_error if the folder cannot be watched.
  StaticPodReader(std::string folder, kubelet::StaticPodFolder& pods, PacedLoop& loop, Complain complain);
  ~StaticPodReader();
  StaticPodReader(const StaticPodReader&) = delete;
  StaticPodReader& operator=(const StaticPodReader&) = delete;

  void begin();

 private:
  class Watch;
  using Files = std::vector<std::pair<std::string, api::Manifest>>;

  [[nodiscard]] Files read() const;
  void take(const Files& files);

  std::string folder_;
  kubelet::StaticPodFolder& pods_;
  PacedLoop& loop_;
  Complain complain_;
  std::unique_ptr<Watch> watch_;
};

}  // namespace podreel::cri
