// Probes as `kubectl describe` prints them.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace podreel::reproduce {

/// Returns "http-get http://:8080/healthz delay=3s timeout=1s period=3s #success=1 #failure=3" as a probe of a
/// manifest; null for other texts.
[[nodiscard]] nlohmann::json described_probe(std::string_view text);

}  // namespace podreel::reproduce
