// Conversion of CRI statuses to those of the kubelet.
#pragma once

#include <cri.pb.h>
#include <vector>

#include "engine/runtime_objects.hpp"
#include "tools/net/pace.hpp"

namespace podreel::cri {

[[nodiscard]] runtime::SandboxStatus read(const ::runtime::v1::PodSandboxStatus& status, const Pace& pace);
[[nodiscard]] runtime::ContainerStatus read(const ::runtime::v1::ContainerStatus& status,
                                            const memory::Text& sandbox_id, const Pace& pace);
[[nodiscard]] runtime::ContainerState read(::runtime::v1::ContainerState state);
[[nodiscard]] runtime::RuntimeStatus read(const ::runtime::v1::RuntimeStatus& status);
[[nodiscard]] runtime::ImageStatus read(const ::runtime::v1::Image& image);

}  // namespace podreel::cri
