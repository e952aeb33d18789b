// The static pods of a scenario, as files that a recorded kubelet reads.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/kubelet/config/static_pod_folder.hpp"
#include "tools/cri/runtime/event_feed.hpp"

namespace podreel::cri {

/// The file's name in the folder of one kubelet, for its whole path in the scenario: "etc%2Fkubernetes%2Fweb.yaml".
[[nodiscard]] std::string static_pod_file(std::string_view path);

/// Keeps a folder of the disk as `pods` is, each file written whole; what cannot be written is complained about.
class StaticPodFiles final : private kubelet::StaticPodFolderWatcher {
 public:
  /// `pods`, which nobody else watches, must outlive it. Nothing is written before settle_at().
  StaticPodFiles(kubelet::StaticPodFolder& pods, EventFeed::Complain complain);
  ~StaticPodFiles() { pods_.end_watch(); }
  StaticPodFiles(const StaticPodFiles&) = delete;
  StaticPodFiles& operator=(const StaticPodFiles&) = delete;

  /// The folder is there, and empty.
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
