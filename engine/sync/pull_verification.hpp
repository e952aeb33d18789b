// Whether a pod may use an image that is present, or has to pull it with its own credentials.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sync/pull_records.hpp"

namespace podreel::sync {

/// KubeletConfiguration.imagePullCredentialsVerificationPolicy.
enum class VerifiedImages : std::uint8_t { none, not_preloaded, not_allowlisted, all };

/// ImagePullPolicyEnforcer (pkg/kubelet/images/pullmanager/image_pull_policies.go).
struct PullVerification {
  VerifiedImages verified = VerifiedImages::not_preloaded;
  /// KubeletConfiguration.preloadedImagesVerificationAllowlist: repositories, and prefixes that end in "/*".
  std::vector<std::string> allowlist;

  friend bool operator==(const PullVerification&, const PullVerification&) = default;
};

/// An image that is present, as a pod wants it.
struct PresentImageRequest {
  /// With tag or digest.
  std::string_view image;
  /// The runtime's own.
  std::string_view reference;
  std::string_view repository;
};

/// MustAttemptImagePull: the pod must pull the image, although it is there. `credentials` answers with the pod's own
/// for the image; a Secret that has changed, or has the same login as a known one, is added to the records.
[[nodiscard]] bool must_pull_present_image(PullRecords& records, const PullVerification& verification,
                                           const PresentImageRequest& request,
                                           const std::function<std::vector<PullCredential>()>& credentials);

}  // namespace podreel::sync
