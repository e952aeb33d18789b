// Static pods of a scenario, as files for a recorded kubelet.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/kubelet/config/static_pod_folder.hpp"
#include "tools/cri/runtime/event_feed.hpp"

namespace podreel::cri {

/// Returns the file name for a path of the scenario: "etc%2Fkubernetes%2Fweb.yaml".
[[nodiscard]] std::string static_pod_file(std::string_view path);

/// Mirrors `pods` in a folder on the disk; files are written atomically, and failures are reported through `complain`.
class StaticPodFiles final : private kubelet::StaticPodFolderWatcher {
 public:
  /// `pods` must outlive this object and must have no other watcher. Nothing is written before settle_at().
  StaticPodFiles(kubelet::StaticPodFolder& pods, EventFeed::Complain complain);
  ~StaticPodFiles() { pods_.end_watch(); }
  StaticPodFiles(const StaticPodFiles&) = delete;
  StaticPodFiles& operator=(const StaticPodFiles&) = delete;

  /// Sets the folder, which must exist and be empty.
  void settle_at(std::string folder) { folder_ = std::move(folder); }

 private:
  void on_folder_change() override;
  void write(const std::string& path, const api::Manifest& manifest) const;

  kubelet::StaticPodFolder& pods_;
  EventFeed::Complain complain_;
  std::string folder_;
  std::map<std::string, api::Manifest> written_;
};

}  // namespace podreel::cri
