// The folder of manifests that a kubelet reads static pods from (--pod-manifest-path, staticPodPath).
#pragma once

#include <map>
#include <string>
#include <utility>

#include "engine/api/pod.hpp"

namespace podreel::kubelet {

/// Follows the changes of a folder.
class StaticPodFolderWatcher {
 public:
  virtual void on_folder_change() = 0;

 protected:
  ~StaticPodFolderWatcher() = default;
};

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

  /// Notifies the watcher after every change; one at a time, which must live until end_watch().
  void watch(StaticPodFolderWatcher& watcher) noexcept { watcher_ = &watcher; }
  void end_watch() noexcept { watcher_ = nullptr; }

 private:
  void announce() const {
    if (watcher_ != nullptr) watcher_->on_folder_change();
  }

  std::map<std::string, api::Manifest> files_;
  StaticPodFolderWatcher* watcher_ = nullptr;
};

}  // namespace podreel::kubelet
