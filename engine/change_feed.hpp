// Reports of a simulated runtime about its changes, besides CRI, so that work that cannot see anything new need not
// run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/memory/text.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::runtime {

class ChangeFeed {
 public:
  virtual ~ChangeFeed() = default;

  /// True: the runtime never reports changes.
  [[nodiscard]] virtual bool is_silent() const noexcept { return false; }
  /// Grows with every change that a relist could observe. While it is unchanged, a relist cannot see anything new.
  [[nodiscard]] virtual std::uint64_t observable_version() const noexcept = 0;
  /// False while calls hang or take time: then a relist has to be executed to know what it does.
  [[nodiscard]] virtual bool relist_is_instant() const noexcept = 0;
  /// Called with the pod that has changed; empty: the duration of relists has.
  using ChangeListener = std::function<void(const memory::Text& pod_uid)>;
  /// Called at every change of either of the two, and must not call the runtime back at once. Listeners stay until the
  /// runtime is destroyed.
  virtual void on_observable_change(ChangeListener listener) = 0;
  /// Returns what an instant relist would see of the pods that changed after `version`, in the order of their UIDs; one
  /// that has gone has neither containers nor sandboxes. No value: the changes are unknown, list all pods.
  [[nodiscard]] virtual std::optional<std::vector<RunningPod>> pods_changed_since(std::uint64_t version) const = 0;
};

/// The feed of a runtime that reports nothing: every relist, housekeeping and garbage collection is executed.
class SilentFeed final : public ChangeFeed {
 public:
  [[nodiscard]] bool is_silent() const noexcept override { return true; }
  [[nodiscard]] std::uint64_t observable_version() const noexcept override { return 0; }
  [[nodiscard]] bool relist_is_instant() const noexcept override { return false; }
  void on_observable_change(ChangeListener /*listener*/) override {}
  [[nodiscard]] std::optional<std::vector<RunningPod>> pods_changed_since(std::uint64_t /*version*/) const override {
    return std::nullopt;
  }
};

}  // namespace podreel::runtime
