// Removing containers that are of no more use.
#pragma once

#include <cstdint>

#include "engine/sync/sync_context.hpp"

namespace podreel::sync {

enum class LogOfRemoved : std::uint8_t { removed, kept };

/// removeContainer: removes the container's log first, and gives up if the runtime does not know it.
[[nodiscard]] sim::Task<runtime::Result<>> remove_container(const SyncDependencies& environment,
                                                            ContainerLogManager& logs, runtime::PodStatusPtr status,
                                                            memory::Text container_id,
                                                            LogOfRemoved log = LogOfRemoved::removed);

/// pruneInitContainersBeforeStart: of every init container only the newest dead instance stays. Errors are ignored.
/// False if there was nothing to remove.
[[nodiscard]] sim::Task<bool> prune_init_containers(SyncContext& context, api::PodPtr pod,
                                                    runtime::PodStatusPtr status);

/// purgeInitContainers: before a new sandbox every instance of every init container goes. Errors are ignored.
[[nodiscard]] sim::Task<> purge_init_containers(SyncContext& context, api::PodPtr pod, runtime::PodStatusPtr status);

}  // namespace podreel::sync
