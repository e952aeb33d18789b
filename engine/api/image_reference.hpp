// The name of a container image, as the kubelet and the API server's defaults read it.
#pragma once

#include <cstdint>
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

/// The grammar of an image's name.
enum class ReferenceGrammar : std::uint8_t {
  /// docker/distribution 2. A first component with a dot or a colon is a registry, and localhost.
  distribution_2,
  /// distribution/reference 0.5.0 (Kubernetes 1.29). A first component with capital letters is a registry, too, and a
  /// registry may be an IPv6 address.
  reference_0_5,
};

/// Returns whether the first of several components of a name is meant as a registry.
[[nodiscard]] bool is_registry(std::string_view first, ReferenceGrammar grammar) noexcept;

/// Nothing if docker's reference grammar does not accept `image` (capital letters in the repository, an empty path
/// component, a bare 64-digit id …).
[[nodiscard]] std::optional<ImageReference> parse_image_reference(
    std::string_view image, ReferenceGrammar grammar = ReferenceGrammar::reference_0_5);

/// "Always" for the tag latest, given or implied, else "IfNotPresent": the default of imagePullPolicy
/// (SetDefaults_Container). An image that cannot be parsed counts as having another tag.
[[nodiscard]] std::string_view default_pull_policy(std::string_view image,
                                                   ReferenceGrammar grammar = ReferenceGrammar::reference_0_5);

/// Returns the policy of that name; IfNotPresent for other names.
[[nodiscard]] PullPolicy pull_policy_named(std::string_view name) noexcept;

}  // namespace podreel::api
