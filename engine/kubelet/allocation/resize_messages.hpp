// Messages of events about resizes (pkg/kubelet/events).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::kubelet::resize_message {

/// `pod` has the resources that it is to get.
[[nodiscard]] std::string started(const api::Pod& pod);
/// No generation: it is not named (1.34).
[[nodiscard]] std::string completed(const api::Pod& pod, std::optional<std::int64_t> generation);
[[nodiscard]] std::string pending(const api::Pod& pod, std::string_view reason, std::string_view message);
[[nodiscard]] std::string failed(const api::Pod& pod, std::string_view error, std::int64_t generation);

}  // namespace podreel::kubelet::resize_message
