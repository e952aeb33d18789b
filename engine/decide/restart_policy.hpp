// May this container be started again? Upstream's ShouldContainerBeRestarted and the rules around it.
#pragma once

#include <cstdint>

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// The container's own policy where containers have one (1.34, KEP-5307), else the pod's.
[[nodiscard]] api::RestartPolicy restart_policy_of(const Observed& observed, const api::Container& container) noexcept;

/// Whether a container that was killed, or whose fate is unknown, is started again; exit codes play no part.
[[nodiscard]] bool restarts_on_failure(const Observed& observed, const api::Container& container) noexcept;

/// The container's first restart rule that matches `exit_code`; null if none does or the container has no policy of its
/// own, without which rules do not count.
[[nodiscard]] const api::ContainerRestartRule* matching_restart_rule(const api::Container& container,
                                                                     std::int32_t exit_code) noexcept;

struct Restart {
  bool restart = false;
  const Rule* rule = nullptr;
};

/// Whether a container is started again once it has exited with `exit_code`, be the pod deleted or not. Upstream's
/// podutil.ContainerShouldRestart.
[[nodiscard]] Restart restarts_after_exit(const Observed& observed, const api::Container& container,
                                          std::int32_t exit_code) noexcept;

/// Whether a container that does not run is to be started. `status`: its newest instance, null if it has none.
[[nodiscard]] Restart should_be_restarted(const Observed& observed, const api::Container& container,
                                          const runtime::ContainerStatus* status) noexcept;

/// Returns whether the container succeeded, as the release sees it.
[[nodiscard]] bool has_succeeded(const Observed& observed, const runtime::ContainerStatus* status) noexcept;

}  // namespace podreel::decide
