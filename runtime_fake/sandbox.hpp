// A pod's sandbox, as the runtime keeps it.
#pragma once

#include "engine/runtime.hpp"

namespace podreel::runtime_fake {

struct Sandbox {
  sim::Time created_at{};
  memory::Text id;
  std::uint32_t attempt = 0;
  /// Empty on the host's network.
  memory::Text ip;
  bool ready = true;
  bool host_network = false;
};

[[nodiscard]] runtime::SandboxStatus status_of(const Sandbox& sandbox);

}  // namespace podreel::runtime_fake
