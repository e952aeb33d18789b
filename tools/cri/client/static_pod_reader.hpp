// The folder of static pods that a simulated kubelet reads from the disk.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/kubelet/config/static_pod_folder.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Keeps `pods` as the files of a folder are: at once, and whenever inotify tells of a change. A file that cannot be
/// read as one document is left out and complained about.
class StaticPodReader {
 public:
  using Complain = std::function<void(const std::string&)>;

  /// Reads the folder on the calling thread; `pods` is the loop's, and both must outlive it. Throws std::system_error
  /// where the folder cannot be watched.
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
