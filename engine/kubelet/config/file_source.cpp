#include "engine/kubelet/config/file_source.hpp"

#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

void FileSource::start() {
  folder_.watch(*this);
  list();
}

void FileSource::on_folder_change() {
  process_.after(timing_.takes(timing::static_pod_watch), [this] { list(); });
}

void FileSource::list() {
  std::erase_if(known_, [this](const auto& file) { return !folder_.files().contains(file.first); });
  std::vector<api::PodPtr> pods;
  for (const auto& [path, manifest] : folder_.files()) {
    File& file = known_[path];
    if (std::exchange(file.manifest, manifest) != manifest) read(path, file);
    if (file.pod) pods.push_back(file.pod);
  }
  PODREEL_INVARIANT(known_.size() == folder_.files().size(), "a file that is gone is forgotten");
  auto updates = config_.replace(pods);
  if (updates.empty()) return listener_.on_unchanged(PodSource::file);
  listener_.push({PodSource::file, std::move(updates)});
}

void FileSource::read(const std::string& path, File& file) {
  auto result = read_(path, *file.manifest);
  file.pod = nullptr;
  if (auto* pod = std::get_if<api::PodPtr>(&result)) {
    file.pod = std::move(*pod);
    PODREEL_INVARIANT(file.pod, "a manifest that is not refused is a pod");
    return;
  }
  const std::string& message = std::get<RefusedManifest>(result).message;
  recorder_.record("", trace::Node{.what = "Could not process manifest file", .message = path + ": " + message});
}

}  // namespace podreel::kubelet
