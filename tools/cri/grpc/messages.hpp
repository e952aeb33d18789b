// Conversion between CRI messages and the types of the runtime service.
#pragma once

#include <cri.pb.h>
#include <string>

#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

namespace wire = ::runtime::v1;

[[nodiscard]] SandboxConfig from_wire(const wire::PodSandboxConfig& config);
[[nodiscard]] ContainerConfig from_wire(const wire::ContainerConfig& config);
[[nodiscard]] Resources from_wire(const wire::LinuxContainerResources& resources);
[[nodiscard]] SandboxFilter from_wire(const wire::PodSandboxFilter& filter);
[[nodiscard]] ContainerFilter from_wire(const wire::ContainerFilter& filter);
[[nodiscard]] ContainerFilter from_wire(const wire::ContainerStatsFilter& filter);
[[nodiscard]] SandboxFilter from_wire(const wire::PodSandboxStatsFilter& filter);

void to_wire(const SandboxView& sandbox, wire::PodSandboxStatus& status);
void to_wire(const SandboxView& sandbox, wire::PodSandbox& item);
void to_wire(const ContainerView& container, wire::ContainerStatus& status);
void to_wire(const ContainerView& container, wire::Container& item);
void to_wire(const ContainerUse& use, wire::ContainerStats& stats);
void to_wire(const SandboxUse& use, wire::PodSandboxStats& stats);
void to_wire(const ImageView& image, wire::Image& item);
void to_wire(const ImageFilesystem& filesystem, wire::FilesystemUsage& usage);
void to_wire(const Event& event, wire::ContainerEventResponse& response);

}  // namespace podreel::cri
