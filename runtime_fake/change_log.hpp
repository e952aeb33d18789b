// Versions of what a relist can observe, and which pods changed when.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/memory/text.hpp"
#include "runtime_fake/pod_entry.hpp"

namespace podreel::runtime_fake {

/// Every change gets the next version. Lists the pods that changed after a version without looking at the others.
class ChangeLog {
 public:
  ChangeLog() = default;
  ~ChangeLog() = default;
  ChangeLog(const ChangeLog&) = delete;
  ChangeLog& operator=(const ChangeLog&) = delete;

  /// The version of the latest change.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  /// Records that something of the pod has changed that a relist can observe.
  void record(PodEntry& pod);
  /// Records that every relist would behave differently, whatever it finds.
  void record_for_all();
  /// Remembers the UID of an entry that is about to be erased.
  void remove(PodEntry& pod);

  /// Called at every change with the pod's UID, which is empty if the change concerns all.
  using Listener = std::function<void(const memory::Text& pod_uid)>;
  void subscribe(Listener listener) { listeners_.push_back(std::move(listener)); }

  struct Changes {
    std::vector<const PodEntry*> pods;
    std::vector<memory::Text> gone;
  };
  /// Returns the entries changed after `version`, and the UIDs of entries removed since; both in the order of UIDs. A
  /// UID is in both lists if a new entry has it. No value if `version` is older than the removals that are remembered.
  [[nodiscard]] std::optional<Changes> since(std::uint64_t version) const;

 private:
  void unlink(PodEntry& pod) noexcept;
  void notify(const memory::Text& pod_uid);

  std::uint64_t version_ = 0;
  PodEntry* last_changed_ = nullptr;
  /// The latest removals: the version of the entry's last change, and its UID.
  std::deque<std::pair<std::uint64_t, memory::Text>> gone_;
  std::uint64_t gone_known_since_ = 0;
  std::vector<Listener> listeners_;
};

}  // namespace podreel::runtime_fake
