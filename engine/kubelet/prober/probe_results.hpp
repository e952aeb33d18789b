// The results of one kind of probe, by container: proberesults.Manager.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/decide/pod_actions.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/prober/results/results_manager.go. Container ids are the runtime's.
class ProbeResultManager {
 public:
  /// Called with every result that differs from the one before, and with a container's first.
  using Listener = std::function<void(std::string_view pod_uid, std::string_view container_id, decide::ProbeResult)>;

  void on_update(Listener listener) { listener_ = std::move(listener); }

  void set(std::string_view pod_uid, std::string_view container_id, decide::ProbeResult result);
  void remove(std::string_view container_id);

  /// Grows with every change.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  [[nodiscard]] std::optional<decide::ProbeResult> get(std::string_view container_id) const;
  [[nodiscard]] const decide::ProbeResults& all() const noexcept { return results_; }

 private:
  decide::ProbeResults results_;
  std::uint64_t version_ = 0;
  Listener listener_;
  bool is_notifying_ = false;
};

}  // namespace podreel::kubelet
