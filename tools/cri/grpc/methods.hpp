// The calls of CRI, by name.
#pragma once

#include <string_view>

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

/// Who serves "/runtime.v1.RuntimeService/Version", or the same of runtime.v1alpha2; null: nobody.
[[nodiscard]] Rpc::Serve method_of(std::string_view path);

}  // namespace podreel::cri
