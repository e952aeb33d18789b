// Volumes that are images (KEP-4639).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/sync_context.hpp"

namespace podreel::sync {

/// By volume: why its image cannot be had; no value: it is there.
using ImageVolumes = std::map<std::string, std::optional<SyncFailure>, std::less<>>;

/// Whether the pod has such volumes, and kubelets with this behaviour know them.
[[nodiscard]] bool has_image_volumes(const api::Pod& pod, const release::Behaviour& behaviour);

/// getImageVolumes: gets the images one after another.
[[nodiscard]] sim::Task<ImageVolumes> ensure_image_volumes(SyncContext& context, api::PodPtr pod);

/// toKubeContainerImageVolumes: records an event for each volume of the container whose image is missing, and returns
/// the last failure.
[[nodiscard]] std::optional<SyncFailure> report_image_volumes(SyncContext& context, const api::Pod& pod,
                                                              const api::Container& container,
                                                              const ImageVolumes& volumes);

}  // namespace podreel::sync
