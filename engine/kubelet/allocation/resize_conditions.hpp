// Progress of the resizes of pods.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/api/pod.hpp"
#include "engine/memory/text_map.hpp"

namespace podreel::kubelet {

struct ResizeCondition {
  memory::Text reason;
  memory::Text message;
  /// The pod's, when the condition came up.
  std::int64_t generation = 0;
  friend bool operator==(const ResizeCondition&, const ResizeCondition&) = default;
};

/// A condition that is there is True.
struct PodResizeConditions {
  std::optional<ResizeCondition> pending;
  std::optional<ResizeCondition> in_progress;
};

/// The conditions PodResizePending and PodResizeInProgress of all pods, in the memory of the status manager (1.33).
class ResizeConditions {
 public:
  /// Null if the pod has none.
  [[nodiscard]] const PodResizeConditions* find(const memory::Text& uid) const;
  /// Grows with every change.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  /// True if it was not so, or for another reason, or about another generation: then users should know.
  bool set_pending(const memory::Text& uid, ResizeCondition condition);
  void clear_pending(const memory::Text& uid);
  /// Keeps an error that was noted.
  void set_in_progress(const memory::Text& uid, std::int64_t generation);
  /// Returns the generation of the resize if the message is a new one.
  std::optional<std::int64_t> set_error(const memory::Text& uid, const memory::Text& message, std::int64_t generation);
  /// Returns the generation of the resize that was in progress, if any was.
  std::optional<std::int64_t> clear_in_progress(const memory::Text& uid);
  void forget(const memory::Text& uid);

  /// Takes over what a kubelet before this one has reported (BackfillPodResizeConditions).
  void backfill(const api::Pod& pod);

 private:
  memory::TextMap<PodResizeConditions> pods_;
  std::uint64_t version_ = 0;
};

}  // namespace podreel::kubelet
