// The folder of manifests that a kubelet reads static pods from (--pod-manifest-path, staticPodPath).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "engine/api/pod.hpp"

namespace podreel::kubelet {

/// On the node's disk: it outlives kubelets.
class StaticPodFolder {
 public:
  /// Writes the file `path`, an absolute name.
  void put(std::string path, api::Manifest manifest) {
    files_.insert_or_assign(std::move(path), std::move(manifest));
    announce();
  }
  void remove(const std::string& path) {
    files_.erase(path);
    announce();
  }
  /// By path.
  [[nodiscard]] const std::map<std::string, api::Manifest>& files() const noexcept { return files_; }

  /// Called after every change. One watcher; an empty function ends the watch.
  void watch(std::function<void()> watcher) { watcher_ = std::move(watcher); }

 private:
  void announce() const {
    if (watcher_) watcher_();
  }

  std::map<std::string, api::Manifest> files_;
  std::function<void()> watcher_;
};

}  // namespace podreel::kubelet
