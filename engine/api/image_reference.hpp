// The name of a container image, as the kubelet and the API server's defaults read it.
#pragma once

#include <optional>
#include <string_view>

#include "engine/api/container.hpp"

namespace podreel::api {

/// "registry:5000/team/app:v1@sha256:…" taken apart. Tag and digest are empty where the text has none.
struct ImageReference {
  std::string_view repository;
  std::string_view tag;
  std::string_view digest;
};

/// Nothing if docker's reference grammar does not accept `image` (capital letters in the repository, an empty path
/// component, a bare 64-digit id …).
[[nodiscard]] std::optional<ImageReference> parse_image_reference(std::string_view image);

/// "Always" for the tag latest, given or implied, else "IfNotPresent": the default of imagePullPolicy
/// (SetDefaults_Container). An image that cannot be parsed counts as having another tag.
[[nodiscard]] std::string_view default_pull_policy(std::string_view image);

/// Returns the policy of that name; IfNotPresent for other names.
[[nodiscard]] PullPolicy pull_policy_named(std::string_view name) noexcept;

}  // namespace podreel::api
