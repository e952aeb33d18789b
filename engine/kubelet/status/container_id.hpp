// Container IDs as the API writes them: "containerd://<id>".
#pragma once

#include <string_view>

#include "engine/memory/text.hpp"

namespace podreel::kubelet {

/// kubecontainer.ContainerID.String(): the runtime's name and the id. Empty for an empty id.
[[nodiscard]] memory::Text api_container_id(std::string_view runtime_id);

/// Whether `api_id` is `api_container_id(runtime_id)`.
[[nodiscard]] bool is_api_container_id(std::string_view api_id, std::string_view runtime_id) noexcept;

/// The id as the runtime knows it. An id without a runtime's name is returned as it is.
[[nodiscard]] std::string_view runtime_container_id(std::string_view api_id) noexcept;

}  // namespace podreel::kubelet
