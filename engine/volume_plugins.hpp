// Operations on a node's volumes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/sim/time.hpp"

namespace podreel::volumes {

/// Operations on a volume, in this order (pkg/volume/util/operationexecutor). The first two are the attach-detach
/// controller's.
enum class Operation : std::uint8_t { detach_elsewhere, attach, wait_for_attach, mount_device, set_up, tear_down };

struct OperationOutcome {
  sim::Duration takes{};
  std::optional<std::string> error{};
};

/// Volume plugins and CSI drivers, as far as they take time or fail: what concerns none of them is done at once.
class VolumePlugins {
 public:
  virtual ~VolumePlugins() = default;

  /// Operations of this kind on the pod's volume may take time or fail.
  [[nodiscard]] virtual bool concerns(Operation operation, const api::Pod& pod, std::string_view volume) const = 0;
  /// Counts it as one.
  virtual OperationOutcome begin(Operation operation, const api::Pod& pod, std::string_view volume) = 0;
};

}  // namespace podreel::volumes
