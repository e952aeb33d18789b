// Names of pods in a kubelet's log.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cri {

/// Returns "default/web" for default/web or web_default(UID), optionally followed by ":DeletionTimestamp=…"; empty for
/// other texts.
[[nodiscard]] std::string pod_named(std::string_view name);

/// Returns "web_default(UID)" for "default/web", as releases before structured logging print it.
[[nodiscard]] std::string old_name(std::string_view pod, std::string_view uid);

}  // namespace podreel::cri
