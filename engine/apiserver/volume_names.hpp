// The names that volumes have beyond their pod.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::apiserver {

/// As messages name the pod's volume: that of its PersistentVolume, if it has a claim ("pvc-…", as provisioners name
/// it), else its own.
[[nodiscard]] std::string volume_name(const api::Pod& pod, std::string_view volume);

/// Identity of an attached volume among those of the node: pods with one claim share it.
[[nodiscard]] std::string attached_name(const api::Pod& pod, std::string_view volume);

}  // namespace podreel::apiserver
