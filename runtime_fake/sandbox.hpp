// A pod's sandbox, as the runtime keeps it.
#pragma once

#include "engine/runtime.hpp"

namespace podreel::runtime_fake {

struct Sandbox {
  sim::Time created_at{};
  api::Text id;
  std::uint32_t attempt = 0;
  /// See `pod_ip`.
  std::uint32_t ip_number = 0;
  bool ready = true;
  bool host_network = false;
};

[[nodiscard]] runtime::SandboxStatus status_of(const Sandbox& sandbox);

/// "" on the host's network.
[[nodiscard]] std::string ip_of(const Sandbox& sandbox);

}  // namespace podreel::runtime_fake
