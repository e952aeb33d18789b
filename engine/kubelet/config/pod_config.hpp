// config.PodConfig: turns the pods of a source into updates for the sync loop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/memory/text_map.hpp"

namespace podreel::kubelet {

/// kubetypes.PodOperation.
enum class PodOperation : std::uint8_t { add, update, remove, graceful_delete, reconcile };

/// "ADD", "UPDATE", "REMOVE", "DELETE", "RECONCILE".
[[nodiscard]] std::string_view to_string(PodOperation operation) noexcept;

struct PodUpdate {
  PodOperation operation = PodOperation::add;
  api::PodPtr pod;
};

enum class PodSource : std::uint8_t { api, file };

/// One message of a source to the sync loop. The first message of a source has all of its pods, and is sent even if
/// there are none: from then on the source counts as seen (config.SourcesReady).
struct PodUpdates {
  PodSource source = PodSource::api;
  memory::RecycledVector<PodUpdate> updates;
};

/// Receives what the sources of pods send: the channel of PodConfig.Updates().
class PodUpdateListener {
 public:
  virtual void push(PodUpdates updates) = 0;
  /// Called when the source was read and has the pods that it had.
  virtual void on_unchanged(PodSource source) = 0;
  /// Called when changes of the source are not noticed until it is listed again.
  virtual void on_watch_lost() = 0;

 protected:
  ~PodUpdateListener() = default;
};

/// Remembers the last version of every pod of one source and classifies the next one
/// (pkg/kubelet/config/config.go, checkAndUpdatePod).
class PodConfig {
 public:
  /// The pod as the source now has it. Nothing if the kubelet need not know of the difference.
  [[nodiscard]] std::optional<PodUpdate> observe(const api::PodPtr& pod);

  /// The source has the pod no longer.
  [[nodiscard]] std::optional<PodUpdate> observe_removal(const memory::Text& uid);

  /// All that the source has now: removals come before additions, and these before changes (podStorage.Merge, SET).
  [[nodiscard]] memory::RecycledVector<PodUpdate> replace(const std::vector<api::PodPtr>& pods);

 private:
  memory::TextMap<api::PodPtr> pods_;
};

}  // namespace podreel::kubelet
