// CRI methods by name.
#pragma once

#include <string_view>

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

/// Returns the function that serves "/runtime.v1.RuntimeService/Version", also for runtime.v1alpha2; null if there is
/// none.
[[nodiscard]] Rpc::Serve method_of(std::string_view path);

}  // namespace podreel::cri
