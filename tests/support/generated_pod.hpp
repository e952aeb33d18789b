// Pods of many shapes, and what their containers do: made from bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/release/release.hpp"
#include "tests/fuzz/generated_container.hpp"

namespace podreel::testing {

struct GeneratedPod {
  /// A valid v1.Pod before defaulting.
  nlohmann::json manifest;
  /// What its containers do and its commands answer: an item of `runtime.pods` of a scenario.
  nlohmann::json script;
};

/// The ConfigMap, the Secret and the readiness gate that generated pods know, and images that the node has not got.
inline constexpr const char* generated_config_map = "settings";
inline constexpr const char* generated_secret = "registry";
inline constexpr const char* generated_gate = "example.com/registered";
inline constexpr const char* generated_slow_image = "slow:1";
inline constexpr const char* generated_missing_image = "missing:1";

/// `oldest`: of the kubelet and the API server; the pod has only what both know.
[[nodiscard]] GeneratedPod generated_pod(const std::string& name, release::Release oldest, fuzz::Bytes& bytes);

}  // namespace podreel::testing
