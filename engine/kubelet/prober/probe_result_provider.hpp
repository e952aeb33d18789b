// Results of probes, as far as a pod's status shows them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/decide/pod_actions.hpp"

namespace podreel::kubelet {

using decide::ProbeResult;

/// Read access to probe results and workers. Container ids are the runtime's.
class ProbeResultProvider {
 public:
  virtual ~ProbeResultProvider() = default;

  /// The result that the readiness manager holds for a container; nothing before the first.
  [[nodiscard]] virtual std::optional<ProbeResult> readiness(std::string_view container_id) const = 0;
  [[nodiscard]] virtual std::optional<ProbeResult> startup(std::string_view container_id) const = 0;

  /// Whether a worker probes this container of the pod for readiness.
  [[nodiscard]] virtual bool probes_readiness(std::string_view pod_uid, std::string_view container_name) const = 0;
  [[nodiscard]] virtual bool probes_startup(std::string_view pod_uid, std::string_view container_name) const = 0;
};

}  // namespace podreel::kubelet
