// Messages of events about resizes (pkg/kubelet/events).
#pragma once

#include <string>
#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::kubelet::resize_message {

/// `pod` has the resources that it is to get.
[[nodiscard]] std::string started(const api::Pod& pod);
[[nodiscard]] std::string completed(const api::Pod& pod);
[[nodiscard]] std::string pending(const api::Pod& pod, std::string_view reason, std::string_view message);
[[nodiscard]] std::string failed(const api::Pod& pod, std::string_view error);

}  // namespace podreel::kubelet::resize_message
