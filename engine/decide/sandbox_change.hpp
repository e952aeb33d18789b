// Does the pod need another sandbox? Upstream's podSandboxChanged (runtimeutil.PodSandboxChanged since 1.25).
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/decide/decision.hpp"

namespace podreel::decide {

struct SandboxChange {
  bool changed = false;
  /// The attempt number of the sandbox to create, or of the one that is kept.
  std::uint32_t attempt = 0;
  /// The newest sandbox; empty if there is none, or if it sits in the wrong network namespace.
  std::string_view sandbox_id;
  const Rule* rule = nullptr;
};

/// Must not be called where `sandbox_panics` holds.
[[nodiscard]] SandboxChange sandbox_change(const Observed& observed);

/// The kubelet reads the IP of a sandbox status that has no network message (up to 1.24).
[[nodiscard]] bool sandbox_panics(const Observed& observed);

}  // namespace podreel::decide
