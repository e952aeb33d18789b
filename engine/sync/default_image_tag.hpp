// Images without a tag mean the latest.
#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"

namespace podreel::sync {

/// applyDefaultImageTag (pkg/kubelet/images): `image`, with ":latest" if it has neither tag nor digest. The error is
/// that of parsers.ParseImageName in the wording of the release: "couldn't parse image name …".
[[nodiscard]] runtime::Result<std::string> apply_default_image_tag(std::string_view image,
                                                                   const release::Behaviour& behaviour);

/// ParseImageName's repository: "docker.io/library/busybox" for "busybox:1.36". The image is a valid reference.
[[nodiscard]] std::string normalized_repository(std::string_view image);

}  // namespace podreel::sync
