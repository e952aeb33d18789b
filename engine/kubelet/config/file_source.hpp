// The kubelet's file source (pkg/kubelet/config/file.go): what pods the manifests of a folder ask for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/config/pod_config.hpp"
#include "engine/kubelet/config/static_pod.hpp"
#include "engine/kubelet/config/static_pod_folder.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// Decodes a manifest as the kubelet's release does (static_pod.hpp).
using ReadStaticPod =
    std::function<std::variant<api::PodPtr, RefusedManifest>(const std::string& path, const nlohmann::json& manifest)>;

/// Reads the folder at the kubelet's start and a moment after each change.
class FileSource final : private StaticPodFolderWatcher {
 public:
  /// All must outlive the source.
  FileSource(const sim::Process& process, const timing::Timing& timing, StaticPodFolder& folder, ReadStaticPod read,
             trace::Recorder& recorder, PodUpdateListener& listener)
      : process_{process},
        timing_{timing},
        folder_{folder},
        read_{std::move(read)},
        recorder_{recorder},
        listener_{listener} {}

  /// Sends the pods of all files, now and after each change of the folder.
  void start();
  void stop() { folder_.end_watch(); }

 private:
  struct File {
    api::Manifest manifest;
    /// Null if it was refused.
    api::PodPtr pod;
  };

  void on_folder_change() override;
  void list();
  void read(const std::string& path, File& file);

  const sim::Process& process_;
  const timing::Timing& timing_;
  StaticPodFolder& folder_;
  ReadStaticPod read_;
  trace::Recorder& recorder_;
  PodUpdateListener& listener_;
  PodConfig config_;
  std::map<std::string, File> known_;
};

}  // namespace podreel::kubelet
