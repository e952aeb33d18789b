// Lines of the kubelet's log about the sync loop and the pod workers, by release.
#pragma once

#include "engine/release/release.hpp"

namespace podreel::release {

/// `"SyncLoop ADD" source="api" pods=[default/web]` in place of `SyncLoop (ADD, "api"): "web_default(UID)"`: structured
/// logging (KEP-1602, pkg/kubelet/kubelet.go).
inline constexpr ReleaseRange logs_structured{v(21), {}};
/// Every probe that comes to something new is a line ("SyncLoop (probe)"); before, only a liveness probe that fails is.
inline constexpr ReleaseRange logs_probes{v(21), {}};
/// "syncPod enter" and "syncPod exit", and of the other stages: since pod workers have stages.
inline constexpr ReleaseRange logs_syncs{v(22), {}};
/// "SyncPod exit". unverified: 1.26 or 1.27.
inline constexpr ReleaseRange logs_exported_syncs{v(27), {}};
/// The end of a sync says isTerminal. unverified: also late patches before.
inline constexpr ReleaseRange logs_terminal{v(24), {}};
/// Lists are JSON: pods=["default/web"]. unverified: 1.26 or 1.27.
inline constexpr ReleaseRange logs_json_values{v(27), {}};

}  // namespace podreel::release
